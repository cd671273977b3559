import { constants, crc32, deflateRawSync } from 'node:zlib'

export interface Entry {
  name: string
  data?: Uint8Array | string
  /** Instead of data: a block repeated this often, without holding all of it in memory. */
  repeated?: { block: string; times: number; before?: string; after?: string }
  /** A false size in the directory. */
  size?: number
  isEncrypted?: boolean
}

/** Fully flushed deflate blocks can be concatenated. */
const pack = (text: Uint8Array | string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH })
const last = Buffer.from([3, 0])

function packed({ data = '', repeated }: Entry): { bytes: Buffer; size: number; sum: number } {
  if (!repeated) {
    const bytes = Buffer.from(data)
    return { bytes: deflateRawSync(bytes), size: bytes.length, sum: crc32(bytes) }
  }
  const { block, times, before = '', after = '' } = repeated
  const piece = pack(block)
  const pieces = [pack(before), ...Array.from({ length: times }, () => piece), pack(after), last]
  const size = Buffer.byteLength(before) + Buffer.byteLength(block) * times + Buffer.byteLength(after)
  return { bytes: Buffer.concat(pieces), size, sum: 0 }
}

/** Builds a zip by hand, so that it can contain false values. */
export function buildZip(entries: readonly Entry[], { before = '', after = '' } = {}): Buffer {
  const parts: Buffer[] = [Buffer.from(before)]
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { bytes, size, sum } = packed(entry)
    const title = Buffer.from(entry.name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(entry.isEncrypted ? 1 : 0, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(sum, 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(entry.size ?? size, 18)
    facts.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, title, bytes])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, end, title]))
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end, Buffer.from(after)])
}

/** A zip whose last entry is listed many times: all share the same bytes. */
export function buildOverlappingZip(entries: readonly Entry[], copies: number): Buffer {
  const bytes = buildZip(entries)
  const [first, end] = [bytes.lastIndexOf('PK\x01\x02'), bytes.lastIndexOf('PK\x05\x06')]
  const entry = bytes.subarray(first, end)
  const more = Array.from({ length: copies }, (_, at) => {
    const copy = Buffer.from(entry)
    copy.write(String(100 + at), copy.length - 7)
    return copy
  })
  const facts = Buffer.from(bytes.subarray(end))
  facts.writeUInt16LE(facts.readUInt16LE(8) + copies, 8)
  facts.writeUInt16LE(facts.readUInt16LE(10) + copies, 10)
  facts.writeUInt32LE(facts.readUInt32LE(12) + entry.length * copies, 12)
  return Buffer.concat([bytes.subarray(0, end), ...more, facts])
}

/** A compound file with these streams: one table sector and as many directory sectors as needed. */
export function buildCompoundFile(names: readonly string[], { next = 0xfffffffe }: { next?: number } = {}): Buffer {
  const head = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  head.writeUInt16LE(9, 0x1e)
  head.writeUInt32LE(1, 0x30)
  head.writeUInt32LE(0xfffffffe, 0x44)
  for (let at = 0; at < 109; at++) head.writeUInt32LE(at === 0 ? 0 : 0xffffffff, 0x4c + at * 4)
  const table = Buffer.alloc(512, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  const directory = Buffer.alloc(Math.ceil((names.length + 1) / 4) * 512)
  for (const [at, name] of ['Root Entry', ...names].entries()) {
    directory.write(name, at * 128, 'utf16le')
    directory.writeUInt16LE(name.length * 2 + 2, at * 128 + 64)
  }
  const sectors = directory.length / 512
  for (let at = 0; at < sectors; at++) table.writeUInt32LE(at === sectors - 1 ? next : at + 2, (at + 1) * 4)
  return Buffer.concat([head, table, directory, Buffer.alloc(512)])
}
