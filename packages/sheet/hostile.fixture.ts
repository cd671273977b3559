import { bombs } from './hostile-bombs.fixture.ts'
import { buildCompoundFile, buildZip } from '#packages/archive/zip.fixture.ts'
import {
  sheet1,
  strings,
  text,
  csv,
  laughs,
  outside,
  parameter,
  macroTypes,
  relationsOf,
  type HostileFile,
} from './hostile-parts.fixture.ts'
import {
  sheetWithHead,
  inline,
  relation,
  relationsXml,
  sheetOf,
  stringsXml,
  stylesXml,
  typesXml,
  textRow,
  workbookXml,
  worksheet,
  xlsx,
  xlsxParts,
  xmlHead,
} from './xlsx.fixture.ts'
import { values } from './hostile-values.fixture.ts'

export interface HostileSheet {
  name: string
  fileName: string
  bytes: Buffer
  /** refused: with a message, at the check or while reading; values: gives values without any side effect. */
  expect: 'refused' | 'values'
}

const entities: HostileFile[] = [laughs, outside, parameter].flatMap((doctype, at): HostileFile[] => {
  const kind = ['laughs', 'a file of the machine', 'an address'][at]!
  return [
    [
      `${kind} in the sheet`,
      () => xlsx({ name: sheet1, data: worksheet(sheetWithHead(inline('B2', '&a;')), doctype) }),
    ],
    [`${kind} in the shared strings`, () => xlsx({ name: strings, data: stringsXml('<si><t>&a;</t></si>', doctype) })],
    [
      `${kind} in the workbook`,
      () =>
        xlsx({ name: 'xl/workbook.xml', data: workbookXml('<sheet name="&a;" sheetId="1" r:id="rId1"/>', doctype) }),
    ],
    [
      `${kind} in the relations`,
      () =>
        xlsx({ name: 'xl/_rels/workbook.xml.rels', data: relationsXml(relation('rId1', 'worksheet', '&a;'), doctype) }),
    ],
    [
      `${kind} in the styles`,
      () =>
        xlsx({
          name: 'xl/styles.xml',
          data: stylesXml('<numFmts><numFmt numFmtId="1" formatCode="&a;"/></numFmts>', doctype),
        }),
    ],
    [
      `${kind} in a part that nobody reads`,
      () => xlsx({ name: 'docProps/core.xml', data: `${xmlHead}${doctype}<a>&a;</a>` }),
    ],
  ]
})
entities.push(
  ['an entity in the list of parts', () => xlsx({ name: '[Content_Types].xml', data: typesXml(undefined, outside) })],
  ['an entity that nobody has made', () => sheetOf(sheetWithHead(inline('B2', '&passwd;')))],
  [
    'a sheet in another encoding, with an entity',
    () =>
      xlsx({
        name: sheet1,
        data: Buffer.from(
          `\ufeff${worksheet(sheetWithHead(inline('B2', '&a;')), outside).replace('UTF-8', 'UTF-16')}`,
          'utf16le',
        ),
      }),
  ],
  [
    'a document type far down',
    () => xlsx({ name: sheet1, data: worksheet(textRow(1, '姓名', '身份证号')) + ' '.repeat(70_000) + outside }),
  ],
)

const leadingOut: HostileFile[] = [
  ['a link to another workbook', () => xlsx({ name: 'xl/externalLinks/externalLink1.xml', data: '<externalLink/>' })],
  [
    'a link by DDE',
    () =>
      xlsx({
        name: 'xl/externalLinks/externalLink1.xml',
        data: '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
      }),
  ],
  ['a connection to a database', () => xlsx({ name: 'xl/connections.xml', data: '<connections/>' })],
  ['a query on the web', () => xlsx({ name: 'xl/queryTables/queryTable1.xml', data: '<queryTable/>' })],
  ['a program inside', () => xlsx({ name: 'xl/embeddings/run.exe', data: 'MZ' })],
  ['a script inside', () => xlsx({ name: 'xl/embeddings/run.js', data: 'alert(1)' })],
  ['a control inside', () => xlsx({ name: 'xl/activeX/activeX1.xml', data: '<a/>' })],
  ['a sheet of macros', () => xlsx({ name: 'xl/macrosheets/sheet1.xml', data: '<a/>' })],
  ['macros', () => xlsx({ name: 'xl/vbaProject.bin', data: 'x' })],
  ['a workbook that says it has macros', () => xlsx({ name: '[Content_Types].xml', data: macroTypes })],
  ['macros by name', () => xlsx(), 'xlsm'],
  [
    'a sheet that lies on another machine',
    () =>
      xlsx(relationsOf(relation('rId1', 'worksheet', 'http://169.254.169.254/sheet1.xml', ' TargetMode="External"'))),
  ],
  [
    'a sheet that lies in the files of the machine',
    () => xlsx(relationsOf(relation('rId1', 'worksheet', '../../../../../../etc/passwd'))),
  ],
  ['a sheet by the address of a file', () => xlsx(relationsOf(relation('rId1', 'worksheet', 'file:///etc/passwd')))],
  ['a part that leads out', () => xlsx({ name: '../../../etc/cron.d/x', data: 'x' })],
  ['a part that leads to the root', () => xlsx({ name: '/etc/passwd', data: 'x' })],
  ['a part that leads out the other way', () => xlsx({ name: '..\\..\\windows\\x.xml', data: 'x' })],
  ['a part on a drive', () => xlsx({ name: 'C:\\x.xml', data: 'x' })],
  ['a part twice', () => buildZip([...xlsxParts(), { name: sheet1.toUpperCase(), data: worksheet('') }])],
]

const wrongKinds: HostileFile[] = [
  [
    'a page as an old workbook',
    () => text('<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>=cmd</td></tr></table>'),
    'xls',
  ],
  ['a page as a workbook', () => text('<html><script>alert(1)</script>')],
  ['a page as a text', () => text('  <!DOCTYPE html><html>'), 'csv'],
  ['a page in parts as an old workbook', () => text('MIME-Version: 1.0\nContent-Type: multipart/related\n\n'), 'xls'],
  [
    'an XML of 2003 as an old workbook',
    () => text(`${xmlHead}<?mso-application progid="Excel.Sheet"?><Workbook/>`),
    'xls',
  ],
  ['a rich text as an old workbook', () => text('{\\rtf1{\\object\\objocx}}'), 'xls'],
  ['a PDF', () => text('%PDF-1.4\n1 0 obj<<>>endobj')],
  ['a PDF as a text', () => text('%PDF-1.4\n姓名,身份证号\n'), 'csv'],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a picture as a text', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'csv'],
  ['a script', () => text('require("child_process").exec("calc")')],
  ['a script by name', () => text('alert(1)'), 'js'],
  ['a program', () => Buffer.concat([text('MZ\x90\0'), Buffer.alloc(600)]), 'xls'],
  ['nothing', () => Buffer.alloc(0)],
  ['nothing as a text', () => Buffer.alloc(0), 'csv'],
  ['a workbook with a password', () => buildCompoundFile(['EncryptionInfo', 'EncryptedPackage'])],
  ['an archive with a password', () => xlsx({ name: 'xl/more.xml', data: 'x', isEncrypted: true })],
  ['a workbook that breaks off', () => xlsx().subarray(0, 700)],
  ['a workbook with a page before it', () => buildZip(xlsxParts(), { before: '<html>' })],
  ['a workbook with a page behind it', () => buildZip(xlsxParts(), { after: '<html>' })],
  ['a binary workbook', () => xlsx({ name: 'xl/workbook.bin', data: 'x' })],
  ['a binary workbook by name', () => xlsx(), 'xlsb'],
  [
    'an open document',
    () =>
      buildZip([
        { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', data: '<a/>' },
      ]),
  ],
  [
    'a letter',
    () =>
      buildZip([
        {
          name: '[Content_Types].xml',
          data: typesXml('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'),
        },
        { name: 'word/document.xml', data: '<a/>' },
      ]),
  ],
  [
    'a Java program',
    () =>
      buildZip([
        { name: 'META-INF/MANIFEST.MF', data: 'x' },
        { name: 'A.class', data: 'x' },
      ]),
  ],
  ['an old letter', () => buildCompoundFile(['WordDocument']), 'xls'],
  ['an old workbook with macros', () => buildCompoundFile(['Workbook', '_VBA_PROJECT_CUR']), 'xls'],
  ['an old workbook that goes round in circles', () => buildCompoundFile(['a', 'b', 'c', 'd'], { next: 1 }), 'xls'],
  ['an old workbook that breaks off', () => buildCompoundFile(['Workbook']).subarray(0, 520), 'xls'],
  ['an old workbook with nothing in it', () => buildCompoundFile(['Workbook']), 'xls'],
  ['a file of 21 MB', () => Buffer.alloc(21 * 1024 * 1024, 'a,b\n'), 'csv'],
]

const brokenInside: HostileFile[] = [
  ['no sheets', () => xlsx({ name: 'xl/workbook.xml', data: workbookXml('') })],
  ['no workbook', () => buildZip(xlsxParts().filter(({ name }) => name !== 'xl/workbook.xml'))],
  [
    'hidden sheets only',
    () =>
      xlsx({
        name: 'xl/workbook.xml',
        data: workbookXml('<sheet name="名单" sheetId="1" state="veryHidden" r:id="rId1"/>'),
      }),
  ],
  ['an empty sheet', () => sheetOf('')],
  ['a sheet that breaks off', () => xlsx({ name: sheet1, data: worksheet(sheetWithHead('')).slice(0, -40) })],
  ['rows before the first', () => sheetOf(`<row r="-5">${inline('A1', '姓名')}</row>`)],
  ['row nought', () => sheetOf(`<row r="0">${inline('A0', '姓名')}</row>`)],
  [
    'a row behind the last',
    () => sheetOf(`${textRow(1, '姓名', '身份证号')}<row r="1048577"><c r="A1048577"><v>1</v></c></row>`),
  ],
  ['a row that is no number', () => sheetOf('<row r="1e3"><c><v>1</v></c></row><row r="x"/>')],
  ['a row twice', () => sheetOf(textRow(1, '姓名', '身份证号') + textRow(2, 'a', 'b') + textRow(2, 'c', 'd'))],
  ['rows out of order', () => sheetOf(textRow(1, '姓名', '身份证号') + textRow(5, 'a', 'b') + textRow(3, 'c', 'd'))],
  ['a cell twice', () => sheetOf(sheetWithHead(inline('B2', 'x') + inline('B2', 'y')))],
  ['a cell of another row', () => sheetOf(sheetWithHead(inline('B77', 'x')))],
  ['a cell behind the last column', () => sheetOf(sheetWithHead(inline('XFE2', 'x')))],
  ['a shared string that is not there', () => sheetOf(sheetWithHead('<c r="B2" t="s"><v>99999999</v></c>'))],
  ['a shared string before the first', () => sheetOf(sheetWithHead('<c r="B2" t="s"><v>-1</v></c>'))],
  ['half a shared string', () => sheetOf(sheetWithHead('<c r="B2" t="s"><v>0.5</v></c>'))],
  [
    'letters that are none',
    () =>
      xlsx({
        name: sheet1,
        data: Buffer.concat([
          text(worksheet('').slice(0, -24)),
          Buffer.from([0xc3, 0x28, 0xff]),
          text('</sheetData></worksheet>'),
        ]),
      }),
  ],
  ['tags that do not match', () => sheetOf('</a></b></c>')],
  ['signs that are none', () => sheetOf(sheetWithHead(inline('B2', '&#x110000;')))],
  ['a text with signs that no text has', () => csv('张三\u0000,1\n'), 'csv'],
  ['a text of one endless line', () => csv('a'.repeat(19_000_000)), 'csv'],
  ['a text of one endless row', () => csv('a,'.repeat(9_000_000)), 'csv'],
  ['a text with an endless cell', () => csv(`"${'张三,1\n'.repeat(100_000)}`), 'csv'],
  ['a text with a quote that never ends', () => csv('"张三,1\n李四,2\n'), 'csv'],
  ['a text in no encoding', () => Buffer.concat([csv(''), Buffer.from([0xff, 0xff, 0x80, 0x0a])]), 'csv'],
  [
    'a wide text that is cut',
    () => Buffer.concat([Buffer.from('\ufeff姓名,身份证号\n', 'utf16le'), Buffer.from([0x41])]),
    'csv',
  ],
]

const made = (expect: HostileSheet['expect'], list: readonly HostileFile[]): HostileSheet[] =>
  list.map(([name, make, suffix = 'xlsx']) => ({ name, fileName: `名单.${suffix}`, bytes: make(), expect }))

/** Hostile or broken spreadsheets. */
export const hostileSheets = (): HostileSheet[] => [
  ...made('refused', [...bombs, ...entities, ...leadingOut, ...wrongKinds, ...brokenInside]),
  ...made('values', values),
]
