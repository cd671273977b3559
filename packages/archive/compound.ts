import type { FileHandle } from 'node:fs/promises'
import { BadArchive } from './bad-archive.ts'
import { inMemory, onDisk, type Steps } from './steps.ts'

const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Sector numbers from here on mean something else than a sector. */
const special = 0xfffffffa
const mostSectors = 20_000

const broken = (message: string) => new BadArchive('broken', message)

/**
 * What a compound file holds, which documents of Office before 2007 are, and encrypted ones: a small file system. The
 * sizes by the names.
 */
export const compoundStreams = async (file: FileHandle): Promise<Map<string, number>> =>
  onDisk(file, directoryOf((await file.stat()).size))

/** The same of a file that is in memory. */
export const compoundStreamsIn = (bytes: Uint8Array): Map<string, number> => inMemory(bytes, directoryOf(bytes.length))

function* directoryOf(size: number): Steps<Map<string, number>> {
  const head = yield* read(0, 512)
  if (!head.subarray(0, 8).equals(magic)) throw broken('no compound file')
  const shift = head.readUInt16LE(0x1e)
  if (shift !== 9 && shift !== 12) throw broken('a compound file of an unknown form')
  const sectorSize = 2 ** shift
  const most = Math.min(mostSectors, Math.ceil(size / sectorSize))
  const tables = yield* tablesOf(head, sectorSize, most)

  const streams = new Map<string, number>()
  let current = head.readUInt32LE(0x30)
  for (let steps = 0; current < special; steps++) {
    if (steps > most) throw broken('a directory that goes round in circles')
    const entries = yield* sector(current, sectorSize)
    for (let at = 0; at < sectorSize; at += 128) {
      const length = entries.readUInt16LE(at + 64)
      if (length < 2 || length > 64) continue
      streams.set(entries.toString('utf16le', at, at + length - 2), entries.readUInt32LE(at + 120))
    }
    current = yield* nextOf(current, tables, sectorSize)
  }
  return streams
}

function* nextOf(number: number, tables: readonly number[], sectorSize: number): Steps<number> {
  const perTable = sectorSize / 4
  const table = tables[Math.floor(number / perTable)]
  if (table === undefined) throw broken('a directory that leads out of the file')
  return (yield* sector(table, sectorSize)).readUInt32LE((number % perTable) * 4)
}

/** The sectors that hold the table of which sector follows which. */
function* tablesOf(head: Buffer, sectorSize: number, most: number): Steps<number[]> {
  const tables: number[] = []
  const take = (bytes: Buffer, from: number, count: number) => {
    for (let at = 0; at < count; at++) {
      const number = bytes.readUInt32LE(from + at * 4)
      if (number < special) tables.push(number)
    }
  }
  take(head, 0x4c, 109)
  let further = head.readUInt32LE(0x44)
  for (let steps = 0; further < special; steps++) {
    if (steps > most) throw broken('a table that goes round in circles')
    const bytes = yield* sector(further, sectorSize)
    take(bytes, 0, sectorSize / 4 - 1)
    further = bytes.readUInt32LE(sectorSize - 4)
  }
  return tables
}

const sector = (number: number, sectorSize: number) => read((number + 1) * sectorSize, sectorSize)

function* read(at: number, length: number): Steps<Buffer> {
  const bytes = yield { at, length }
  if (bytes.length === 0) throw broken('the compound file breaks off')
  // The last sector may be cut short by those who write such files.
  return bytes.length === length ? bytes : Buffer.concat([bytes], length)
}
