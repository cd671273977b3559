import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'

export const script = '<script>alert(document.domain)</script>'

interface Entry {
  name: string
  data: Uint8Array | string
  /** What the directory says instead of the truth. */
  size?: number
  isEncrypted?: boolean
}

/** A zip written by hand, so that it can lie. */
export function zip(entries: readonly Entry[], { before = '', after = '' } = {}): Buffer {
  const parts: Buffer[] = [Buffer.from(before)]
  const directory: Buffer[] = []
  let at = 0
  for (const { name, data, size, isEncrypted } of entries) {
    const bytes = Buffer.from(data)
    const packed = deflateRawSync(bytes)
    const title = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(isEncrypted ? 1 : 0, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(size ?? bytes.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, title, packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, end, title]))
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const last = Buffer.alloc(22)
  last.write('PK\x05\x06', 'latin1')
  last.writeUInt16LE(entries.length, 8)
  last.writeUInt16LE(entries.length, 10)
  last.writeUInt32LE(list.length, 12)
  last.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, last, Buffer.from(after)])
}

export const mainTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}
export const typesEntry = (type: string, more = '') => ({
  name: '[Content_Types].xml',
  data: `<?xml version="1.0"?>${more}<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
})

/** A document with these entries besides what every document has. */
export const office = (
  suffix: keyof typeof mainTypes,
  entries: readonly Entry[] = [],
  options: Parameters<typeof zip>[1] = {},
) => zip([typesEntry(mainTypes[suffix]), { name: 'word/document.xml', data: '<w:t>通知</w:t>' }, ...entries], options)

/** Many entries that share the same bytes: a few kilobytes that unpack to gigabytes. */
export function overlapping(): Buffer {
  const bytes = office('docx', [{ name: 'a.xml', data: Buffer.alloc(1024 * 1024) }])
  const first = bytes.lastIndexOf('PK\x01\x02')
  const end = bytes.lastIndexOf('PK\x05\x06')
  const entry = bytes.subarray(first, end)
  const copies = Array.from({ length: 20 }, (_, at) => {
    const copy = Buffer.from(entry)
    copy.write(`${String.fromCharCode(98 + at)}.xml`, copy.length - 5)
    return copy
  })
  const last = Buffer.from(bytes.subarray(end))
  last.writeUInt16LE(last.readUInt16LE(8) + copies.length, 8)
  last.writeUInt16LE(last.readUInt16LE(10) + copies.length, 10)
  last.writeUInt32LE(last.readUInt32LE(12) + entry.length * copies.length, 12)
  return Buffer.concat([bytes.subarray(0, end), ...copies, last])
}

/** A compound file with these streams in its directory: one sector of table, as many of directory as it takes. */
export function compound(names: readonly string[], { next = 0xfffffffe }: { next?: number } = {}): Buffer {
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

export const pdf = (body = '', { before = '', after = '' } = {}) =>
  Buffer.from(`${before}%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n${body}\ntrailer<</Root 1 0 R>>\n%%EOF\n${after}`)

export const picture = (format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff', width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6' } })
    .toFormat(format)
    .toBuffer()

/** A PNG that says it is as large as this, and is not. */
export async function boastfulPng(width: number, height: number): Promise<Buffer> {
  const bytes = await picture('png')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

export const mp4 = (brand = 'isom', rest = '') =>
  Buffer.concat([
    Buffer.from('\0\0\0\x18ftyp', 'latin1'),
    Buffer.from(`${brand}\0\0\0\0${brand}mp42`),
    Buffer.from(rest),
  ])

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
export const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
export const windowsProgram = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(600)])
export const linuxProgram = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(600)])
