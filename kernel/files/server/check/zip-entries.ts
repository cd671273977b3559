import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { piecesOf } from './pieces.ts'
import { Unsafe } from './unsafe.ts'

export interface ZipEntry {
  name: string
  isPacked: boolean
  packedSize: number
  size: number
  /** Where its own head begins. */
  at: number
}

const endSign = 0x06054b50
const entrySign = 0x02014b50
const localSign = 0x04034b50
const endBytes = 22
const longestComment = 0xffff
const mostEntries = 20_000
const longestDirectory = 8 * 1024 * 1024
/** What all of it may come to when it is unpacked. */
const mostUnpacked = 300 * 1024 * 1024

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead !== length) throw new Unsafe('the archive breaks off')
  return buffer
}

/**
 * What a zip holds, if it is one and nothing else: from the first byte to the last, no two entries share bytes, none is
 * encrypted, none leads out of its folder.
 */
export async function zipEntries(file: FileHandle, size: number): Promise<ZipEntry[]> {
  const directory = await readDirectory(file, size)
  const entries: ZipEntry[] = []
  for (let at = 0; at < directory.bytes.length;) {
    if (entries.length >= mostEntries) throw new Unsafe('too many entries')
    const { entry, length } = entryAt(directory.bytes, at)
    entries.push(entry)
    at += length
  }
  if (entries.length !== directory.count) throw new Unsafe('the directory of the archive is wrong')
  if (new Set(entries.map(({ name }) => name.toLowerCase())).size !== entries.length) throw new Unsafe('entries twice')
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > mostUnpacked) throw new Unsafe('a bomb')
  await refuseOverlaps(file, entries, directory.at)
  return entries
}

async function readDirectory(file: FileHandle, size: number) {
  const length = Math.min(size, endBytes + longestComment)
  const tail = await read(file, size - length, length)
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSign) continue
    const end = tail.subarray(at)
    if (end.readUInt16LE(20) !== end.length - endBytes) continue
    const [count, bytes, begin] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
    // Where it says it is, or something stands before the archive that is no part of it.
    const isInPlace = begin + bytes === size - length + at && end.readUInt16LE(4) === 0 && end.readUInt16LE(6) === 0
    if (!isInPlace || bytes > longestDirectory) throw new Unsafe('the directory of the archive is wrong')
    return { count, at: begin, bytes: await read(file, begin, bytes) }
  }
  throw new Unsafe('no archive')
}

function entryAt(directory: Buffer, at: number): { entry: ZipEntry; length: number } {
  const head = directory.subarray(at, at + 46)
  if (head.length < 46 || head.readUInt32LE(0) !== entrySign) throw new Unsafe('the directory of the archive is wrong')
  const [nameLength, extraLength, commentLength] = [head.readUInt16LE(28), head.readUInt16LE(30), head.readUInt16LE(32)]
  const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
  const method = head.readUInt16LE(10)
  const isEncrypted = (head.readUInt16LE(8) & 1) !== 0
  if (isEncrypted || (method !== 0 && method !== 8)) throw new Unsafe('encrypted, or packed in another way')
  if (/(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[a-z]:|\0/i.test(name)) throw new Unsafe('an entry that leads out')
  const [packedSize, size, begin] = [head.readUInt32LE(20), head.readUInt32LE(24), head.readUInt32LE(42)]
  if ([packedSize, size, begin].includes(0xffffffff)) throw new Unsafe('larger than an office document is')
  return {
    entry: { name, isPacked: method === 8, packedSize, size, at: begin },
    length: 46 + nameLength + extraLength + commentLength,
  }
}

/** One after the other, from the beginning of the file to its directory: a bomb lets many entries share the same bytes. */
async function refuseOverlaps(file: FileHandle, entries: readonly ZipEntry[], end: number) {
  const ordered = entries.toSorted((one, other) => one.at - other.at)
  if (ordered[0]?.at !== 0) throw new Unsafe('something stands before the archive')
  for (const [place, entry] of ordered.entries()) {
    const next = ordered[place + 1]?.at ?? end
    if ((await dataOf(file, entry)) + entry.packedSize > next) throw new Unsafe('entries overlap')
  }
}

async function dataOf(file: FileHandle, { at }: ZipEntry): Promise<number> {
  const head = await read(file, at, 30)
  if (head.readUInt32LE(0) !== localSign) throw new Unsafe('an entry without a head')
  return at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
}

/** A small entry as text. */
export async function readEntry(file: FileHandle, entry: ZipEntry, longest: number): Promise<string> {
  if (entry.size > longest || entry.packedSize > longest) throw new Unsafe('an entry is too long')
  const bytes = await read(file, await dataOf(file, entry), entry.packedSize)
  if (!entry.isPacked) return bytes.toString('utf8')
  try {
    return inflateRawSync(bytes, { maxOutputLength: longest }).toString('utf8')
  } catch (error) {
    throw new Unsafe('an entry cannot be unpacked', { cause: error })
  }
}

/** Unpacks everything into nowhere: each entry must come to what it says. */
export async function refuseLies(file: FileHandle, entries: readonly ZipEntry[]) {
  for (const entry of entries) {
    const begin = await dataOf(file, entry)
    if (!entry.isPacked) {
      if (entry.size !== entry.packedSize) throw new Unsafe('an entry lies about its size')
      continue
    }
    if (entry.packedSize === 0) throw new Unsafe('an entry lies about its size')
    let unpacked = 0
    try {
      await pipeline(
        piecesOf(file, begin, begin + entry.packedSize),
        createInflateRaw(),
        async (pieces: AsyncIterable<Buffer>) => {
          for await (const { length } of pieces) if ((unpacked += length) > entry.size) throw new Unsafe('a bomb')
        },
      )
    } catch (error) {
      throw error instanceof Unsafe ? error : new Unsafe('an entry cannot be unpacked', { cause: error })
    }
    if (unpacked !== entry.size) throw new Unsafe('an entry lies about its size')
  }
}
