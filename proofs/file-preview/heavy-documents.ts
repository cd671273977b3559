import { readFile } from 'node:fs/promises'
import { docx, formulaXml, paragraphXml, xlsx, type HostileDocument, type PackageParts } from './packed-document.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** Documents that are too large, or damaged in a critical place. */
export const createHeavyDocuments = (good: { docx: string; doc: string }): HostileDocument[] => [
  {
    name: 'zip-bomb',
    suffix: 'docx',
    isShort: true,
    make: () => docx({ body: paragraphXml('x'), more: { 'word/media/a.bin': Buffer.alloc(320_000_000) } }),
  },
  {
    name: 'zip-bomb-that-lies',
    suffix: 'docx',
    make: async () => belittled(await docx({ body: paragraphXml(' '.repeat(150_000_000)) })),
  },
  {
    name: 'entity-bomb',
    suffix: 'docx',
    isShort: true,
    make: () => docx({ doctype: laughs, body: paragraphXml('&l9;') }),
  },
  {
    name: 'entity-bomb-in-sheet',
    suffix: 'xlsx',
    make: () => xlsx({ doctype: laughs, rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>&l9;</t></is></c></row>' }),
  },
  {
    name: 'five-thousand-pages',
    suffix: 'docx',
    isShort: true,
    make: () => docx({ body: `${paragraphXml('page')}<w:p><w:r><w:br w:type="page"/></w:r></w:p>`.repeat(5000) }),
  },
  {
    name: 'hundred-thousand-paragraphs',
    suffix: 'docx',
    make: () => docx({ body: paragraphXml('字'.repeat(200)).repeat(100_000) }),
  },
  { name: 'million-rows', suffix: 'xlsx', make: () => xlsx({ rows: rows(1_000_000) }) },
  {
    name: 'far-corner',
    suffix: 'xlsx',
    make: () => xlsx({ rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' }),
  },
  { name: 'formulas-in-circles', suffix: 'xlsx', make: () => xlsx({ rows: circles(20_000) }) },
  { name: 'tables-in-tables', suffix: 'docx', make: () => docx({ body: nestedTables(300) }) },
  {
    name: 'deep-elements',
    suffix: 'docx',
    make: () => docx({ body: `${'<w:sdt><w:sdtContent>'.repeat(50_000)}${'</w:sdtContent></w:sdt>'.repeat(50_000)}` }),
  },
  { name: 'huge-picture', suffix: 'docx', make: () => hugePicture() },
  { name: 'broken-face', suffix: 'docx', make: () => brokenFace() },
  { name: 'ways-out', suffix: 'docx', make: () => docx({ body: paragraphXml('x'), more: waysOut }).then(climbing) },
  { name: 'locked', suffix: 'doc', isShort: true, make: async () => locked(await readFile(good.doc)) },
  { name: 'flipped-bytes', suffix: 'doc', make: async () => flipped(await readFile(good.doc)) },
]

const laughs = `<!DOCTYPE l [<!ENTITY l0 "笑">${Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')}]>`

const rows = (count: number) => {
  const parts: string[] = []
  for (let at = 1; at <= count; at++) parts.push(`<row r="${at}"><c r="A${at}"><v>${at}</v></c></row>`)
  return parts.join('')
}
const circles = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    formulaXml(`SUM(A1:A${count})+A${((at + 7) % count) + 1}`)
      .replaceAll('"1"', `"${at + 1}"`)
      .replace('"A1"', `"A${at + 1}"`),
  ).join('')

const nestedTables = (depth: number): string =>
  `${'<w:tbl><w:tr><w:tc>'.repeat(depth)}${paragraphXml('in')}${`</w:tc></w:tr></w:tbl><w:p/>`.repeat(depth)}`

/** A PNG whose header claims 60,000 × 60,000 pixels. */
function hugePicture() {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea600806000000', 'hex')
  return docx({
    body: `<w:p><w:r><w:pict><v:shape style="width:90pt;height:90pt"><v:imagedata r:id="rId9"/></v:shape></w:pict></w:r></w:p>`,
    relationshipsXml: [{ id: 'rId9', type: 'image', target: 'media/i.png', isOutside: false }],
    more: { 'word/media/i.png': Buffer.concat([head, Buffer.alloc(4000, 7)]) },
  })
}

function brokenFace() {
  return docx({
    body: '<w:p><w:r><w:rPr><w:rFonts w:ascii="坏" w:eastAsia="坏"/></w:rPr><w:t>broken face 坏</w:t></w:r></w:p>',
    relationshipsXml: [{ id: 'rId9', type: 'fontTable', target: 'fontTable.xml', isOutside: false }],
    more: {
      'word/fontTable.xml': `<w:fonts xmlns:w="${word}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:font w:name="坏"><w:embedRegular r:id="rId1" w:fontKey="{00000000-0000-0000-0000-000000000000}"/></w:font></w:fonts>`,
      'word/_rels/fontTable.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/font" Target="fonts/f.odttf"/></Relationships>`,
      'word/fonts/f.odttf': Buffer.concat([Buffer.from('00010000000c0080', 'hex'), Buffer.alloc(20_000, 0xa5)]),
    },
  })
}

const waysOut: PackageParts = { 'word/aaaa/aaaa/aaaa/passwd': 'out', 'word/bbbb/bbbb': 'out' }
/** Entry names that lead out of the folder; packing tools refuse to write them, so the bytes are replaced. */
function climbing(zip: Buffer): Buffer {
  const text = zip
    .toString('latin1')
    .replaceAll('word/aaaa/aaaa/aaaa/passwd', '../../../../../etc/passwd1')
    .replaceAll('word/bbbb/bbbb', '/scratch/bb/xx')
  return Buffer.from(text, 'latin1')
}

/** A zip whose directory claims that each entry is small. */
function belittled(zip: Buffer): Buffer {
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4))
    zip.writeUInt32LE(1000, at + 24)
  return zip
}

/** Flips one byte in a hundred, always the same ones. */
const flipped = (bytes: Buffer) =>
  bytes.map((byte, at) => (at > 512 && (at * 7919) % 100 === 0 ? byte ^ 0xff : byte)) as Buffer

/** Marks the document as encrypted, so that a password is asked for. */
function locked(bytes: Buffer): Buffer {
  const head = bytes.indexOf(Buffer.from('eca5', 'hex'), 512)
  bytes.writeUInt16LE(bytes.readUInt16LE(head + 10) | 0x0100, head + 10)
  return bytes
}
