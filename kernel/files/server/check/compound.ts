import type { FileHandle } from 'node:fs/promises'
import { Unsafe } from './unsafe.ts'

const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Sector numbers from here on mean something else than a sector. */
const special = 0xfffffffa
const mostSectors = 20_000

/** The stream that makes a compound file a document of this kind. */
const mainStreams: Record<string, readonly string[]> = {
  doc: ['WordDocument'],
  wps: ['WordDocument'],
  xls: ['Workbook', 'Book'],
  ppt: ['PowerPoint Document'],
}
const macros = ['VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR', 'Macros', '\u0001Ole10Native']

/** A document of Office before 2007, or of WPS: a small file system whose directory names what it is. */
export async function checkCompound(file: FileHandle, size: number, suffix: string) {
  const names = await directoryOf(file, size)
  if (!mainStreams[suffix]!.some((name) => names.has(name))) throw new Unsafe('a document of another kind')
  if (macros.some((name) => names.has(name))) throw new Unsafe('a document with macros or a program in it')
}

async function directoryOf(file: FileHandle, size: number): Promise<Set<string>> {
  const head = await read(file, 0, 512)
  if (!head.subarray(0, 8).equals(magic)) throw new Unsafe('no compound file')
  const shift = head.readUInt16LE(0x1e)
  if (shift !== 9 && shift !== 12) throw new Unsafe('a compound file of an unknown form')
  const sectorSize = 2 ** shift
  const most = Math.min(mostSectors, Math.ceil(size / sectorSize))
  const sector = (number: number) => read(file, (number + 1) * sectorSize, sectorSize)
  const tables = await tablesOf(head, sector, sectorSize, most)

  const names = new Set<string>()
  let current = head.readUInt32LE(0x30)
  for (let steps = 0; current < special; steps++) {
    if (steps > most) throw new Unsafe('a directory that goes round in circles')
    const entries = await sector(current)
    for (let at = 0; at < sectorSize; at += 128) {
      const length = entries.readUInt16LE(at + 64)
      if (length >= 2 && length <= 64) names.add(entries.toString('utf16le', at, at + length - 2))
    }
    current = await nextOf(current)
  }
  return names

  async function nextOf(number: number): Promise<number> {
    const perTable = sectorSize / 4
    const table = tables[Math.floor(number / perTable)]
    if (table === undefined) throw new Unsafe('a directory that leads out of the file')
    return (await sector(table)).readUInt32LE((number % perTable) * 4)
  }
}

/** The sectors that hold the table of which sector follows which. */
async function tablesOf(head: Buffer, sector: (number: number) => Promise<Buffer>, sectorSize: number, most: number) {
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
    if (steps > most) throw new Unsafe('a table that goes round in circles')
    const bytes = await sector(further)
    take(bytes, 0, sectorSize / 4 - 1)
    further = bytes.readUInt32LE(sectorSize - 4)
  }
  return tables
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  // The last sector may be cut short by those who write such files.
  if (bytesRead === 0) throw new Unsafe('the compound file breaks off')
  return buffer
}
