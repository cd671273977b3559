import { createHash, randomBytes } from 'node:crypto'

/**
 * Messages lie in monthly tables. Their ids are UUIDs of the seventh kind, which begin with a time to the millisecond:
 * here always that of the batch. So an id alone says which month to look in, and no index has to hold them all.
 */
function buildId(time: Uint8Array, rest: Uint8Array): string {
  const bytes = Buffer.concat([time.subarray(0, 6), rest.subarray(0, 10)])
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A new id that was made at that moment. */
export function createIdAt(moment: Date): string {
  const time = Buffer.alloc(6)
  time.writeUIntBE(moment.getTime(), 0, 6)
  return buildId(time, randomBytes(10))
}

/** The id of what belongs to another id under this name: the same each time, so that making it twice makes one. */
export function deriveId(id: string, name: string): string {
  const time = Buffer.from(id.replaceAll('-', '').slice(0, 12), 'hex')
  return buildId(time, createHash('sha256').update(`${id}\0${name}`).digest())
}

/** When it was made. An id that somebody invented gives some time or other, and nothing is found there. */
export const getIdTime = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
