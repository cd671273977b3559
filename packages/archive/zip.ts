import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { BadArchive } from './bad-archive.ts'
import { piecesOf } from './pieces.ts'
import { inMemory, onDisk } from './steps.ts'
import { zipDirectory, type ZipEntry, type ZipLimits } from './zip-directory.ts'

const pieceBytes = 64 * 1024

/** See `zipDirectory`: what it refuses is a `BadArchive`. */
export const zipEntries = async (file: FileHandle, limits?: ZipLimits): Promise<ZipEntry[]> =>
  onDisk(file, zipDirectory((await file.stat()).size, limits))

/** The same of a zip that is in memory. */
export const zipEntriesIn = (bytes: Uint8Array, limits?: ZipLimits): ZipEntry[] =>
  inMemory(bytes, zipDirectory(bytes.length, limits))

/** A small entry as text. */
export async function readEntry(file: FileHandle, entry: ZipEntry, longest: number): Promise<string> {
  refuseLong(entry, longest)
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(file, entry.at, entry.at + entry.packedSize)) pieces.push(piece)
  return unpack(Buffer.concat(pieces), entry, longest)
}

export function readEntryIn(bytes: Uint8Array, entry: ZipEntry, longest: number): string {
  refuseLong(entry, longest)
  return unpack(Buffer.from(bytes.subarray(entry.at, entry.at + entry.packedSize)), entry, longest)
}

function refuseLong(entry: ZipEntry, longest: number) {
  if (entry.size > longest || entry.packedSize > longest) throw new BadArchive('too-large', 'an entry is too long')
}

function unpack(packed: Buffer, { isPacked }: ZipEntry, longest: number): string {
  if (!isPacked) return packed.toString('utf8')
  try {
    return inflateRawSync(packed, { maxOutputLength: longest }).toString('utf8')
  } catch (error) {
    throw new BadArchive('broken', 'an entry cannot be unpacked', { cause: error })
  }
}

/** An entry as it is unpacked, a piece at a time: more than it says does not come out of it. */
export async function unpackEntry(
  file: FileHandle,
  entry: ZipEntry,
  take: (piece: Buffer) => void | Promise<void>,
): Promise<void> {
  const packed = piecesOf(file, entry.at, entry.at + entry.packedSize)
  let unpacked = 0
  const taken = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      unpacked += piece.length
      if (unpacked > entry.size) throw new BadArchive('too-large', 'a bomb')
      await take(piece)
    }
  }
  if (!entry.isPacked) await taken(packed)
  else if (entry.packedSize === 0) throw new BadArchive('broken', 'an entry lies about its size')
  else
    await pipeline(packed, createInflateRaw({ chunkSize: pieceBytes }), taken).catch((error: unknown) => {
      if (!isUnpackingError(error)) throw error
      throw new BadArchive('broken', 'an entry cannot be unpacked', { cause: error })
    })
  if (unpacked !== entry.size) throw new BadArchive('broken', 'an entry lies about its size')
}

const isUnpackingError = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')

/** Unpacks everything into nowhere: each entry must come to what it says. */
export async function refuseLies(file: FileHandle, entries: readonly ZipEntry[]) {
  for (const entry of entries) await unpackEntry(file, entry, () => {})
}
