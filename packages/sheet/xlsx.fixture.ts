import { buildZip, type Entry } from '#packages/archive/zip.fixture.ts'

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

/** A row of text cells. */
export const textRow = (row: number, ...cells: string[]) =>
  `<row r="${row}">${cells.map((text, at) => inline(`${String.fromCharCode(65 + at)}${row}`, text)).join('')}</row>`
export const inline = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`

export const worksheet = (rows: string, doctype = '') =>
  `${xmlHead}${doctype}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`
/** The headings and one row whose second cell is given. */
export const sheetWithHead = (cell: string) =>
  `${textRow(1, '姓名', '身份证号')}<row r="2">${inline('A2', '张三')}${cell}</row>`

export const workbookXml = (sheets: string, doctype = '') =>
  `${xmlHead}${doctype}<workbook ${main} xmlns:r="${related}"><sheets>${sheets}</sheets></workbook>`
export const relationsXml = (list: string, doctype = '') =>
  `${xmlHead}${doctype}<Relationships ${relations}>${list}</Relationships>`
export const relation = (id: string, kind: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="${related}/${kind}" Target="${target}"${more}/>`
export const stringsXml = (list: string, doctype = '') => `${xmlHead}${doctype}<sst ${main}>${list}</sst>`
export const stylesXml = (body: string, doctype = '') => `${xmlHead}${doctype}<styleSheet ${main}>${body}</styleSheet>`
export const typesXml = (
  kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  doctype = '',
) =>
  `${xmlHead}${doctype}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}"/></Types>`

/** A workbook of one sheet, with additional or replaced parts. */
export const xlsx = (...parts: Entry[]) => buildZip(xlsxParts(...parts))

export function xlsxParts(...parts: Entry[]): Entry[] {
  const defaultParts: Entry[] = [
    { name: '[Content_Types].xml', data: typesXml() },
    { name: '_rels/.rels', data: relationsXml(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    { name: 'xl/workbook.xml', data: workbookXml('<sheet name="名单" sheetId="1" r:id="rId1"/>') },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relationsXml(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId2', 'styles', 'styles.xml') +
          relation('rId3', 'sharedStrings', 'sharedStrings.xml'),
      ),
    },
    {
      name: 'xl/styles.xml',
      data: stylesXml('<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'),
    },
    { name: 'xl/sharedStrings.xml', data: stringsXml('<si><t>语文组</t></si>') },
    { name: 'xl/worksheets/sheet1.xml', data: worksheet(sheetWithHead(inline('B2', '330106199001011232'))) },
  ]
  const names = new Set(parts.map(({ name }) => name))
  return [...defaultParts.filter(({ name }) => !names.has(name)), ...parts]
}

/** A workbook whose sheet has these rows. */
export const sheetOf = (rows: string) => xlsx({ name: 'xl/worksheets/sheet1.xml', data: worksheet(rows) })
