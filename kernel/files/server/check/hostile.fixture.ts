import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { buildOverlappingZip, buildZip, type Entry } from '#packages/archive/zip.fixture.ts'

export { buildCompoundFile, buildZip } from '#packages/archive/zip.fixture.ts'

export const script = '<script>alert(document.domain)</script>'

export const mainTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}
export const typesEntry = (type: string, more = '') => ({
  name: '[Content_Types].xml',
  data: `<?xml version="1.0"?>${more}<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
})

/** A document with these additional entries. */
export const officeFile = (
  suffix: keyof typeof mainTypes,
  entries: readonly Entry[] = [],
  options: Parameters<typeof buildZip>[1] = {},
) => buildZip([...documentEntries(suffix), ...entries], options)
const documentEntries = (suffix: keyof typeof mainTypes): Entry[] => [
  typesEntry(mainTypes[suffix]),
  { name: 'word/document.xml', data: '<w:t>通知</w:t>' },
]

/** Many entries that share the same bytes: a few kilobytes that unpack to gigabytes. */
export const overlappingEntries = () =>
  buildOverlappingZip([...documentEntries('docx'), { name: 'xl/aaa.xml', data: Buffer.alloc(1024 * 1024) }], 20)

export const pdfFile = (body = '', { before = '', after = '' } = {}) =>
  Buffer.from(`${before}%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n${body}\ntrailer<</Root 1 0 R>>\n%%EOF\n${after}`)

export const imageFile = (format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff', width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6' } })
    .toFormat(format)
    .toBuffer()

/** A PNG whose header has a wrong size. */
export async function oversizedPng(width: number, height: number): Promise<Buffer> {
  const bytes = await imageFile('png')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

export const mp4File = (brand = 'isom', rest = '') =>
  Buffer.concat([
    Buffer.from('\0\0\0\x18ftyp', 'latin1'),
    Buffer.from(`${brand}\0\0\0\0${brand}mp42`),
    Buffer.from(rest),
  ])

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
export const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
export const windowsProgram = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(600)])
export const linuxProgram = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(600)])
