import type { FileHandle } from 'node:fs/promises'
import { BadArchive } from './bad-archive.ts'
import { runInMemory, runOnDisk, type ReadSteps } from './read-steps.ts'

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Sector numbers from here on have a special meaning. */
const firstSpecialSector = 0xfffffffa
const maxSectors = 20_000

const broken = (message: string) => new BadArchive('broken', message)

/**
 * Lists the streams of a compound file with their sizes, by name. Documents of Office before 2007 and encrypted ones
 * are compound files.
 */
export const listCompoundStreams = async (file: FileHandle): Promise<Map<string, number>> =>
  runOnDisk(file, readDirectory((await file.stat()).size))

/** Lists the streams of a compound file in memory. */
export const listCompoundStreamsIn = (bytes: Uint8Array): Map<string, number> =>
  runInMemory(bytes, readDirectory(bytes.length))

function* readDirectory(size: number): ReadSteps<Map<string, number>> {
  const head = yield* read(0, 512)
  if (!head.subarray(0, 8).equals(signature)) throw broken('no compound file')
  const shift = head.readUInt16LE(0x1e)
  if (shift !== 9 && shift !== 12) throw broken('a compound file of an unknown form')
  const sectorSize = 2 ** shift
  const most = Math.min(maxSectors, Math.ceil(size / sectorSize))
  const tables = yield* readTables(head, sectorSize, most)

  const streams = new Map<string, number>()
  let current = head.readUInt32LE(0x30)
  for (let steps = 0; current < firstSpecialSector; steps++) {
    if (steps > most) throw broken('a directory that goes round in circles')
    const entries = yield* readSector(current, sectorSize)
    for (let at = 0; at < sectorSize; at += 128) {
      const length = entries.readUInt16LE(at + 64)
      if (length < 2 || length > 64) continue
      streams.set(entries.toString('utf16le', at, at + length - 2), entries.readUInt32LE(at + 120))
    }
    current = yield* readNextSector(current, tables, sectorSize)
  }
  return streams
}

function* readNextSector(number: number, tables: readonly number[], sectorSize: number): ReadSteps<number> {
  const perTable = sectorSize / 4
  const table = tables[Math.floor(number / perTable)]
  if (table === undefined) throw broken('a directory that leads out of the file')
  return (yield* readSector(table, sectorSize)).readUInt32LE((number % perTable) * 4)
}

/** The sectors of the sector allocation table. */
function* readTables(head: Buffer, sectorSize: number, most: number): ReadSteps<number[]> {
  const tables: number[] = []
  const take = (bytes: Buffer, from: number, count: number) => {
    for (let at = 0; at < count; at++) {
      const number = bytes.readUInt32LE(from + at * 4)
      if (number < firstSpecialSector) tables.push(number)
    }
  }
  take(head, 0x4c, 109)
  let further = head.readUInt32LE(0x44)
  for (let steps = 0; further < firstSpecialSector; steps++) {
    if (steps > most) throw broken('a table that goes round in circles')
    const bytes = yield* readSector(further, sectorSize)
    take(bytes, 0, sectorSize / 4 - 1)
    further = bytes.readUInt32LE(sectorSize - 4)
  }
  return tables
}

const readSector = (number: number, sectorSize: number) => read((number + 1) * sectorSize, sectorSize)

function* read(at: number, length: number): ReadSteps<Buffer> {
  const bytes = yield { at, length }
  if (bytes.length === 0) throw broken('the compound file breaks off')
  // Some programs cut the last sector short.
  return bytes.length === length ? bytes : Buffer.concat([bytes], length)
}
