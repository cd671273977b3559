import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { BadArchive } from './bad-archive.ts'
import { readPieces } from './file-pieces.ts'
import { runInMemory, runOnDisk } from './read-steps.ts'
import { readZipDirectory, type ZipEntry, type ZipLimits } from './zip-directory.ts'

const pieceBytes = 64 * 1024

/** See `readZipDirectory`: throws a `BadArchive`. */
export const listZipEntries = async (file: FileHandle, limits?: ZipLimits): Promise<ZipEntry[]> =>
  runOnDisk(file, readZipDirectory((await file.stat()).size, limits))

/** Lists the entries of a zip in memory. */
export const listZipEntriesIn = (bytes: Uint8Array, limits?: ZipLimits): ZipEntry[] =>
  runInMemory(bytes, readZipDirectory(bytes.length, limits))

/** Reads a small entry as text. */
export async function readEntry(file: FileHandle, entry: ZipEntry, longest: number): Promise<string> {
  refuseLongEntry(entry, longest)
  const pieces: Buffer[] = []
  for await (const piece of readPieces(file, entry.at, entry.at + entry.packedSize)) pieces.push(piece)
  return unpack(Buffer.concat(pieces), entry, longest)
}

export function readEntryIn(bytes: Uint8Array, entry: ZipEntry, longest: number): string {
  refuseLongEntry(entry, longest)
  return unpack(Buffer.from(bytes.subarray(entry.at, entry.at + entry.packedSize)), entry, longest)
}

function refuseLongEntry(entry: ZipEntry, longest: number) {
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

/** Unpacks an entry in pieces, and stops above its stated size. */
export async function unpackEntry(
  file: FileHandle,
  entry: ZipEntry,
  take: (piece: Buffer) => void | Promise<void>,
): Promise<void> {
  const packed = readPieces(file, entry.at, entry.at + entry.packedSize)
  let unpacked = 0
  const countAndPass = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      unpacked += piece.length
      if (unpacked > entry.size) throw new BadArchive('too-large', 'a bomb')
      await take(piece)
    }
  }
  if (!entry.isPacked) await countAndPass(packed)
  else if (entry.packedSize === 0) throw new BadArchive('broken', 'an entry lies about its size')
  else
    await pipeline(packed, createInflateRaw({ chunkSize: pieceBytes }), countAndPass).catch((error: unknown) => {
      if (!isUnpackingError(error)) throw error
      throw new BadArchive('broken', 'an entry cannot be unpacked', { cause: error })
    })
  if (unpacked !== entry.size) throw new BadArchive('broken', 'an entry lies about its size')
}

const isUnpackingError = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')

/** Unpacks everything without storing it: each entry must have its stated size. */
export async function verifyEntrySizes(file: FileHandle, entries: readonly ZipEntry[]) {
  for (const entry of entries) await unpackEntry(file, entry, () => {})
}
