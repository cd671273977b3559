import { buildOverlappingZip, buildZip } from '#packages/archive/zip.fixture.ts'
import { sheet1, strings, bigSheet, relationsOf, kilobyte, type HostileFile } from './hostile-parts.fixture.ts'
import {
  sheetWithHead,
  inline,
  relation,
  sheetOf,
  stringsXml,
  stylesXml,
  textRow,
  workbookXml,
  worksheet,
  xlsx,
  xlsxParts,
} from './xlsx.fixture.ts'

/** Small files that expand to large ones. */
export const bombs: HostileFile[] = [
  ['one cell of 700 MB', () => xlsx(bigSheet(kilobyte.repeat(1024), 700, cellAround))],
  [
    'one cell of 700 MB that says it is small',
    () => xlsx({ ...bigSheet(kilobyte.repeat(1024), 700, cellAround), size: 900 }),
  ],
  ['one cell of five million characters', () => sheetOf(sheetWithHead(inline('B2', 'a'.repeat(5_000_000))))],
  [
    'one shared string of five million characters',
    () => xlsx({ name: strings, data: stringsXml(`<si><t>${'a'.repeat(5_000_000)}</t></si>`) }),
  ],
  [
    'six million shared strings',
    () =>
      xlsx({
        name: strings,
        repeated: {
          block: '<si><t>ab</t></si>'.repeat(10_000),
          times: 600,
          before: stringsXml('').replace('</sst>', ''),
          after: '</sst>',
        },
      }),
  ],
  [
    'shared strings of 110 MB',
    () =>
      xlsx({
        name: strings,
        repeated: {
          block: `<si><t>${'c'.repeat(32_000)}</t></si>`,
          times: 3500,
          before: stringsXml('').replace('</sst>', ''),
          after: '</sst>',
        },
      }),
  ],
  [
    'shared strings of 190 MB',
    () =>
      xlsx({
        name: strings,
        repeated: {
          block: `<si><t>${'b'.repeat(32_000)}</t></si>`,
          times: 5900,
          before: stringsXml('').replace('</sst>', ''),
          after: '</sst>',
        },
      }),
  ],
  [
    'a million formats',
    () =>
      xlsx({ name: 'xl/styles.xml', data: stylesXml(`<cellXfs>${'<xf numFmtId="14"/>'.repeat(1_000_000)}</cellXfs>`) }),
  ],
  ['two million rows', () => xlsx(bigSheet('<row><c><v>1</v></c><c><v>2</v></c></row>'.repeat(1000), 2000))],
  ['five thousand sheets', () => fiveThousandSheets()],
  [
    'an archive of archives',
    () => buildZip([1, 2, 3].map((at) => ({ name: `${at}.xlsx`, data: buildZip([{ name: 'a', data: kilobyte }]) }))),
  ],
  ['a workbook inside of the workbook', () => buildZip([{ name: 'xl/inner.xlsx', data: xlsx() }])],
  [
    'entries that share their bytes',
    () => buildOverlappingZip(xlsxParts({ name: 'xl/aaa.xml', data: Buffer.alloc(1024 * 1024, 32) }), 150),
  ],
  [
    'thirty thousand entries',
    () => buildZip(Array.from({ length: 30_000 }, (_, at) => ({ name: `xl/${at}.xml`, data: '' }))),
  ],
  ['a part that says it is larger', () => xlsx({ name: 'xl/more.xml', data: '<a/>', size: 5000 })],
  ['a part that says it has four gigabytes', () => xlsx({ name: 'xl/more.xml', data: '<a/>', size: 0xfffffffe })],
  ['a part of another zip that has no end', () => xlsx({ name: 'xl/more.xml', data: '<a/>', size: 0xffffffff })],
  ['parts of a depth of a hundred thousand', () => sheetOf(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`)],
  ['a tag of ten megabytes', () => sheetOf(`<row r="1" x="${'a'.repeat(10_000_000)}"></row>`)],
  [
    'a comment of 150 MB',
    () =>
      xlsx({
        name: sheet1,
        repeated: { block: kilobyte.repeat(1024), times: 150, before: '<worksheet><!--', after: '--></worksheet>' },
      }),
  ],
  [
    'words of 150 MB that never end',
    () =>
      xlsx({
        name: sheet1,
        repeated: {
          block: kilobyte.repeat(1024),
          times: 150,
          before: '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[',
        },
      }),
  ],
  ['16,384 columns', () => sheetOf(`<row r="1">${'<c t="inlineStr"><is><t>列</t></is></c>'.repeat(16_384)}</row>`)],
  [
    'one cell in the last corner',
    () => sheetOf(`${textRow(1, '姓名', '身份证号')}<row r="1048576">${inline('XFD1048576', 'x')}</row>`),
  ],
  ['a row of twenty million characters', () => sheetOf(`<row r="1">${inlineLong.repeat(450)}</row>`)],
]
const cellAround = { before: '<row r="2"><c r="A2" t="inlineStr"><is><t>', after: '</t></is></c></row>' }
const inlineLong = `<c t="inlineStr"><is><t>${'b'.repeat(32_000)}</t></is></c>`

function fiveThousandSheets(): Buffer {
  const numbers = Array.from({ length: 5000 }, (_, at) => at + 1)
  const list = numbers.map((at) => `<sheet name="s${at}" sheetId="${at}" r:id="rId${at}"/>`).join('')
  const targets = numbers.map((at) => relation(`rId${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('')
  const body = worksheet(textRow(1, '姓名', '身份证号'))
  return xlsx(
    { name: 'xl/workbook.xml', data: workbookXml(list) },
    relationsOf(targets),
    ...numbers.map((at) => ({ name: `xl/worksheets/sheet${at}.xml`, data: body })),
  )
}
