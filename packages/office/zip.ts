import type { FileHandle } from 'node:fs/promises'
import { NotConvertible } from './not-convertible.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const maxEntries = 20_000
const maxUnpacked = 300 * 1024 * 1024
/** Text of documents packs to a tenth, seldom to a fiftieth; a bomb to a thousandth. */
const maxRatio = 100
const ratioCountsFrom = 50 * 1024 * 1024

/** The names in a zip, once its own list says that it does not unpack to more than we hold. Nothing is unpacked here. */
export async function namesInZip(file: FileHandle): Promise<string[]> {
  const { size } = await file.stat()
  const { at, length } = await findList(file, size)
  const list = await read(file, at, length)
  const names: string[] = []
  let unpacked = 0
  for (let entry = 0; entry + 46 <= list.length && list.readUInt32LE(entry) === entryMark;) {
    const nameLength = list.readUInt16LE(entry + 28)
    unpacked += list.readUInt32LE(entry + 24)
    names.push(list.toString('utf8', entry + 46, entry + 46 + nameLength))
    entry += 46 + nameLength + list.readUInt16LE(entry + 30) + list.readUInt16LE(entry + 32)
    if (names.length > maxEntries) throw new NotConvertible('too-large', `more than ${maxEntries} entries`)
  }
  const isBomb = unpacked > ratioCountsFrom && unpacked > maxRatio * size
  if (unpacked > maxUnpacked || isBomb) throw new NotConvertible('too-large', `${size} bytes unpack to ${unpacked}`)
  return names
}

/** At the end of the file, before a comment of up to 64 kB. A document that was cut short has none. */
async function findList(file: FileHandle, size: number) {
  const tail = await read(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  for (let end = tail.length - 22; end >= 0; end--) {
    if (tail.readUInt32LE(end) !== endMark) continue
    const length = tail.readUInt32LE(end + 12)
    const at = tail.readUInt32LE(end + 16)
    if (at + length <= size) return { at, length }
  }
  throw new NotConvertible('unreadable', 'the zip has no list of its entries')
}

async function read(file: FileHandle, at: number, length: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
