import { BadArchive } from './bad-archive.ts'
import type { ReadSteps } from './read-steps.ts'

export interface ZipEntry {
  name: string
  isPacked: boolean
  packedSize: number
  size: number
  /** The start of its data, behind the local header. */
  at: number
}

export interface ZipLimits {
  /** The limit of the unpacked size of all entries. */
  unpackedAtMost?: number
  /** The limit of the compression ratio, from 50 MB on. Text compresses to a tenth, a bomb to a thousandth. */
  ratioAtMost?: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const maxCommentBytes = 0xffff
const maxEntries = 20_000
const maxDirectoryBytes = 8 * 1024 * 1024
const ratioCountsFrom = 50 * 1024 * 1024

const broken = (message: string) => new BadArchive('broken', message)

function* read(at: number, length: number): ReadSteps<Buffer> {
  const bytes = yield { at, length }
  if (bytes.length !== length) throw broken('the archive breaks off')
  return bytes
}

/**
 * Lists the entries of a zip and refuses anything else: extra bytes, entries that share bytes, encrypted entries, and
 * paths out of the folder. Nothing is unpacked.
 */
export function* readZipDirectory(
  size: number,
  { unpackedAtMost = 300 * 1024 * 1024, ratioAtMost = Infinity }: ZipLimits = {},
): ReadSteps<ZipEntry[]> {
  const directory = yield* findDirectory(size)
  const entries: ZipEntry[] = []
  for (let at = 0; at < directory.bytes.length;) {
    if (entries.length >= maxEntries) throw new BadArchive('too-large', 'too many entries')
    const { entry, length } = parseEntryAt(directory.bytes, at)
    entries.push(entry)
    at += length
  }
  if (entries.length !== directory.count) throw broken('the directory of the archive is wrong')
  if (new Set(entries.map(({ name }) => name.toLowerCase())).size !== entries.length) throw broken('entries twice')
  const unpacked = entries.reduce((sum, entry) => sum + entry.size, 0)
  const isBomb = unpacked > ratioCountsFrom && unpacked > ratioAtMost * size
  if (unpacked > unpackedAtMost || isBomb)
    throw new BadArchive('too-large', `a bomb: ${size} bytes unpack to ${unpacked}`)
  return yield* locateEntries(entries, directory.at)
}

/** At the end of the file, before a comment of up to 64 kB. A truncated file has none. */
function* findDirectory(size: number): ReadSteps<{ count: number; at: number; bytes: Buffer }> {
  const length = Math.min(size, endBytes + maxCommentBytes)
  const tail = yield* read(size - length, length)
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    const end = tail.subarray(at)
    if (end.readUInt16LE(20) !== end.length - endBytes) continue
    const [count, bytes, begin] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
    // The directory must be where it says; otherwise there is foreign data before the archive.
    const isInPlace = begin + bytes === size - length + at && end.readUInt16LE(4) === 0 && end.readUInt16LE(6) === 0
    if (!isInPlace || bytes > maxDirectoryBytes) throw broken('the directory of the archive is wrong')
    return { count, at: begin, bytes: yield* read(begin, bytes) }
  }
  throw broken('no archive')
}

/** `at` is still that of the local header. */
function parseEntryAt(directory: Buffer, at: number): { entry: ZipEntry; length: number } {
  const head = directory.subarray(at, at + 46)
  if (head.length < 46 || head.readUInt32LE(0) !== entrySignature) throw broken('the directory of the archive is wrong')
  const [nameLength, extraLength, commentLength] = [head.readUInt16LE(28), head.readUInt16LE(30), head.readUInt16LE(32)]
  const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
  const method = head.readUInt16LE(10)
  const isEncrypted = (head.readUInt16LE(8) & 1) !== 0
  if (isEncrypted) throw new BadArchive('encrypted', 'encrypted')
  if (method !== 0 && method !== 8) throw broken('packed in another way')
  if (/(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[a-z]:|\0/i.test(name)) throw broken('an entry that leads out')
  const [packedSize, size, begin] = [head.readUInt32LE(20), head.readUInt32LE(24), head.readUInt32LE(42)]
  if ([packedSize, size, begin].includes(0xffffffff))
    throw new BadArchive('too-large', 'larger than an office document is')
  return {
    entry: { name, isPacked: method === 8, packedSize, size, at: begin },
    length: 46 + nameLength + extraLength + commentLength,
  }
}

/**
 * Entries must follow each other from the start of the file to the directory: a bomb lets many entries share the same
 * bytes.
 */
function* locateEntries(entries: readonly ZipEntry[], end: number): ReadSteps<ZipEntry[]> {
  const ordered = entries.toSorted((one, other) => one.at - other.at)
  if (ordered[0]?.at !== 0) throw broken('something stands before the archive')
  const begins = new Map<ZipEntry, number>()
  for (const [index, entry] of ordered.entries()) {
    const head = yield* read(entry.at, 30)
    if (head.readUInt32LE(0) !== localSignature) throw broken('an entry without a head')
    const begin = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    if (begin + entry.packedSize > (ordered[index + 1]?.at ?? end)) throw broken('entries overlap')
    begins.set(entry, begin)
  }
  return entries.map((entry) => ({ ...entry, at: begins.get(entry)! }))
}
