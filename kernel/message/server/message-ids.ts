import { createHash, randomBytes } from 'node:crypto'

/**
 * Messages are stored in monthly partitions. Their ids are UUIDv7, which begin with a time in milliseconds: here that
 * of the batch. So the id determines the partition, and no global index is needed.
 */
function buildId(time: Uint8Array, rest: Uint8Array): string {
  const bytes = Buffer.concat([time.subarray(0, 6), rest.subarray(0, 10)])
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A new id with this time. */
export function createIdAt(moment: Date): string {
  const time = Buffer.alloc(6)
  time.writeUIntBE(moment.getTime(), 0, 6)
  return buildId(time, randomBytes(10))
}

/** A deterministic id derived from another id and a name, so that a repeated insert conflicts. */
export function deriveId(id: string, name: string): string {
  const time = Buffer.from(id.replaceAll('-', '').slice(0, 12), 'hex')
  return buildId(time, createHash('sha256').update(`${id}\0${name}`).digest())
}

/** The time of an id. An invented id gives some time at which nothing is found. */
export const getIdTime = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
