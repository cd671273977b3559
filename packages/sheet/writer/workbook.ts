import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { escapeXml } from './escape-xml.ts'
import { streamSheetXml, type WrittenSheet } from './sheet-xml.ts'
import { stylesXml } from './cell-styles.ts'

export interface WrittenWorkbook {
  sheets: readonly WrittenSheet[]
  title?: string | undefined
  creator?: string | undefined
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const kinds = 'application/vnd.openxmlformats-officedocument'

/** Streams a workbook: rows are requested only as needed. */
export async function* workbookStream(workbook: WrittenWorkbook): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error('the writing broke off'))
  zip.on('error', fail)
  const mtime = new Date()
  for (const [name, text] of buildSmallParts(workbook, mtime)) zip.addBuffer(Buffer.from(head + text), name, { mtime })
  const streams = workbook.sheets.map((sheet, at) => {
    const stream = Readable.from(encodeTexts(streamSheetXml(sheet, at === 0)), { objectMode: false })
    stream.on('error', fail) // the row source has failed
    zip.addReadStream(stream, `xl/worksheets/sheet${at + 1}.xml`, { mtime })
    return stream
  })
  zip.end()
  try {
    for await (const piece of output) yield piece as Uint8Array
  } finally {
    // The consumer stopped early: destroys the row source.
    for (const stream of streams) stream.destroy()
    output.destroy()
  }
}

async function* encodeTexts(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text)
}

function buildSmallParts(
  { sheets, title = '', creator = '' }: WrittenWorkbook,
  now: Date,
): [name: string, text: string][] {
  const each = (write: (sheet: WrittenSheet, number: number) => string) =>
    sheets.map((sheet, at) => write(sheet, at + 1)).join('')
  const override = (part: string, kind: string) => `<Override PartName="${part}" ContentType="${kind}"/>`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${kind}" Target="${target}"/>`
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        override('/xl/workbook.xml', `${kinds}.spreadsheetml.sheet.main+xml`) +
        each((_, number) => override(`/xl/worksheets/sheet${number}.xml`, `${kinds}.spreadsheetml.worksheet+xml`)) +
        override('/xl/styles.xml', `${kinds}.spreadsheetml.styles+xml`) +
        override('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml') +
        `${override('/docProps/app.xml', `${kinds}.extended-properties+xml`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships">` +
        relation('rId1', `${documents}/relationships/officeDocument`, 'xl/workbook.xml') +
        relation('rId2', `${packages}/relationships/metadata/core-properties`, 'docProps/core.xml') +
        `${relation('rId3', `${documents}/relationships/extended-properties`, 'docProps/app.xml')}</Relationships>`,
    ],
    [
      'docProps/core.xml',
      `<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"` +
        ' xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
        `<dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(creator)}</dc:creator>` +
        `<dcterms:created xsi:type="dcterms:W3CDTF">${now.toISOString()}</dcterms:created></cp:coreProperties>`,
    ],
    [
      'docProps/app.xml',
      `<Properties xmlns="${documents}/extended-properties"><Application>启明</Application></Properties>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${documents}/relationships"><bookViews><workbookView activeTab="0"/></bookViews><sheets>` +
        each(
          ({ name, isHidden }, number) =>
            `<sheet name="${escapeXml(name)}" sheetId="${number}"${isHidden ? ' state="hidden"' : ''} r:id="rId${number}"/>`,
        ) +
        '</sheets></workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">` +
        each((_, number) =>
          relation(`rId${number}`, `${documents}/relationships/worksheet`, `worksheets/sheet${number}.xml`),
        ) +
        `${relation(`rId${sheets.length + 1}`, `${documents}/relationships/styles`, 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', stylesXml],
  ]
}

/** Removes characters that Excel forbids in sheet names, and limits the length. */
export function toSheetName(title: string): string {
  const plain = title
    .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .replaceAll(/^['\s]+|['\s]+$/g, '')
    .slice(0, 31)
    .trimEnd()
  return plain === '' ? '数据' : plain
}
