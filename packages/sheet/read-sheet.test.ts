import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#packages/core'
import { makeDocuments } from '#packages/testing'
import { checkSheetFile, readSheet, type RawCell, type ReadOptions } from './index.ts'
import { MergesFinder } from './reader/merged-cells.ts'
import { inline, sheetOf, stylesXml, textRow, workbookXml, worksheet, xlsx } from './xlsx.fixture.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'reading-'))))
afterAll(() => rm(folder, { recursive: true }))

const known = ['姓名', '身份证号', '手机号码', '出生日期', '部门']
let files = 0

async function read(bytes: Uint8Array, suffix = 'xlsx', options: Partial<ReadOptions> = {}) {
  const path = join(folder, `${files++}`)
  await writeFile(path, bytes)
  const kind = checkSheetFile(bytes, `名单.${suffix}`)
  const rows: { row: number; cells: RawCell[] }[] = []
  let head: { sheetName: string; headings: string[]; headRow: number; template: unknown } | undefined
  let end: { rowCount: number; peakBytes: number } | undefined
  for await (const piece of readSheet(path, { suffix: kind, rowsAtMost: 100_000, known, ...options })) {
    if (piece.kind === 'head') head = piece
    else if (piece.kind === 'rows') rows.push(...piece.rows)
    else end = piece
  }
  return { head: head!, rows, end: end! }
}
const cellsOf = async (bytes: Uint8Array, suffix?: string) => (await read(bytes, suffix)).rows.map(({ cells }) => cells)

describe('the headings', () => {
  it('are found below titles, in the row with most known words', async () => {
    const { head, rows } = await read(
      sheetOf(
        textRow(1, '实验小学2026年教职工花名册') +
          textRow(2, '填表人：李四', '填表日期：2026-09-01', '共2人') +
          textRow(4, '序号', ' *姓 名 ', '身份证号（18位）', '爱好') +
          textRow(6, '1', '张三', '330106199001011232', '下棋') +
          textRow(9, '2', '李四', '330106199001011240'),
      ),
    )
    expect(head).toMatchObject({ headRow: 4, headings: ['序号', '*姓 名', '身份证号（18位）', '爱好'], template: null })
    expect(rows).toEqual([
      { row: 6, cells: ['1', '张三', '330106199001011232', '下棋'] },
      { row: 9, cells: ['2', '李四', '330106199001011240', null] },
    ])
  })

  it('are the first row with two words, where none is known', async () => {
    const { head } = await read(sheetOf(textRow(1, '名单') + textRow(2, 'Name', 'No') + textRow(3, 'Li', '7')))
    expect(head).toMatchObject({ headRow: 2, headings: ['Name', 'No'] })
  })

  it('are on the sheet with known words, never on a hidden or explaining one', async () => {
    const sheets = [
      { name: '说明', rows: [['姓名', '身份证号', '部门']] },
      { name: '封面', rows: [['实验小学', '2026']] },
      { name: '旧表', rows: [['姓名', '身份证号']], hidden: true },
      {
        name: '教职工',
        rows: [
          ['姓名', '部门'],
          ['张三', '语文组'],
        ],
      },
    ]
    const { head, rows } = await read(await writeXlsx({ sheets }))
    expect(head.sheetName).toBe('教职工')
    expect(rows).toEqual([{ row: 2, cells: ['张三', '语文组'] }])
  })

  it('omit empty columns at the end and keep those that only lack a heading', async () => {
    const { head, rows } = await read(
      sheetOf(
        `<row r="1">${inline('A1', '姓名')}${inline('B1', '部门')}<c r="Z1" s="1"/></row>${textRow(2, '张三', '', '早班')}`,
      ),
    )
    expect(head.headings).toEqual(['姓名', '部门', ''])
    expect(rows).toEqual([{ row: 2, cells: ['张三', null, '早班'] }])
  })
})

describe('cells', () => {
  it('that are merged over several rows apply to each of them', async () => {
    const rows =
      `${textRow(1, '姓名', '联系方式')}<row r="2">${inline('B2', '手机号码')}${inline('C2', '部门')}</row>` +
      `${textRow(3, '张三', '13900000001', '语文组')}${textRow(4, '李四', '13900000002')}` +
      `<row r="5"></row>${textRow(6, '王五', '13900000003')}${textRow(7, '赵六', '13900000004')}`
    const refs = ['A1:A2', 'B1:C1', 'C3:C6', 'D9:D1048576', 'ZZZ1:ZZZ9'].map((ref) => `<mergeCell ref="${ref}"/>`)
    const data = worksheet(rows).replace('</sheetData>', `</sheetData><mergeCells>${refs.join('')}</mergeCells>`)
    const { head, rows: readRows } = await read(xlsx({ name: 'xl/worksheets/sheet1.xml', data }))
    expect(head).toMatchObject({ headRow: 2, headings: ['姓名', '手机号码', '部门'] })
    expect(readRows).toEqual([
      { row: 3, cells: ['张三', '13900000001', '语文组'] },
      { row: 4, cells: ['李四', '13900000002', '语文组'] },
      { row: 6, cells: ['王五', '13900000003', '语文组'] },
      { row: 7, cells: ['赵六', '13900000004', null] },
    ])
  })

  it('that are merged are found however the sheet is cut into pieces', () => {
    const text = Buffer.from('<sheetData/><mergeCells count="1"><mergeCell ref="AB2:AC9"/></mergeCells><pageMargins/>')
    for (let size = 1; size <= text.length; size++) {
      const finder = new MergesFinder()
      for (let at = 0; at < text.length; at += size) finder.push(text.subarray(at, at + size))
      expect(finder.merges).toEqual([{ column: 27, from: 2, to: 9 }])
    }
  })

  it('keep numbers as numbers, dates as dates, and texts as texts', async () => {
    const formats = stylesXml(
      '<numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="171" formatCode="[Red]#,##0.00&quot;d&quot;"/></numFmts>' +
        `<cellXfs>${[0, 14, 31, 170, 171, 20, 49].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
    )
    const numbers = [
      [330106199001011000, 0],
      [40422, 1],
      [40422.99, 2],
      [40422, 3],
      [40422, 4],
      [0.354166666666667, 5],
      [12, 6],
      [59, 1],
    ]
    const cells = numbers.map(
      ([value, style], at) => `<c r="${String.fromCharCode(65 + at)}2" s="${style}"><v>${value}</v></c>`,
    )
    const bytes = xlsx(
      { name: 'xl/styles.xml', data: formats },
      {
        name: 'xl/worksheets/sheet1.xml',
        data: worksheet(`${textRow(1, '姓名', '部门')}<row r="2">${cells.join('')}</row>`),
      },
    )
    expect(await cellsOf(bytes)).toEqual([
      [330106199001011000, '2010-09-01', '2010-09-01', '2010-09-01', 40422, '08:30', 12, '1900-02-28'],
    ])
  })

  it('count days from 1904 where the workbook says so', async () => {
    const bytes = xlsx(
      {
        name: 'xl/workbook.xml',
        data: workbookXml('<sheet name="名单" sheetId="1" r:id="rId1"/>').replace(
          '<sheets>',
          '<workbookPr date1904="1"/><sheets>',
        ),
      },
      {
        name: 'xl/worksheets/sheet1.xml',
        data: worksheet(`${textRow(1, '姓名', '部门')}<row r="2"><c r="A2" s="1"><v>38960</v></c></row>`),
      },
    )
    expect(await cellsOf(bytes)).toEqual([['2010-09-01', null]])
  })

  it('are read in all formats that programs write', async () => {
    const row = [
      '<c r="A2" t="s"><v>0</v></c>',
      '<x:c r=\'B2\' t = "inlineStr"><is><r><t>张</t></r><r><rPr><b/></rPr><t xml:space="preserve"> 三</t></r><rPh sb="0" eb="1"><t>zhang</t></rPh></is></x:c>',
      '<c t="b"><v>1</v></c><c r="E2" t="str"><f>A2</f><v>a&amp;b&lt;c_x000D_&#x5F20;</v></c>',
      '<c r="F2" t="inlineStr"><is><t><![CDATA[1 < 2 & 3]]></t></is></c><c r="G2" t="e"><v>#N/A</v></c><c r="H2" t="d"><v>2010-09-01T00:00:00</v></c>',
      '<c r="I2" t="inlineStr"><is><t>   </t></is></c>',
    ]
    const [cells] = await cellsOf(sheetOf(`${textRow(1, '姓名', '部门')}<row r="2">${row.join('')}</row>`))
    expect(cells).toEqual(['语文组', '张 三', true, null, 'a&b<c\r张', '1 < 2 & 3', '#N/A', '2010-09-01'])
  })

  it('of a file written by another program are read unchanged', async () => {
    const rows: (string | number | boolean | Date | null)[][] = [['姓名', '身份证号', '出生日期', '在编', '课时']]
    for (let at = 0; at < 3000; at++)
      rows.push([`张${at}\n<&>"'`, `33010619900101${at}`, new Date(Date.UTC(1990, 0, 1 + at)), at % 2 === 0, at / 8])
    const { rows: came, end } = await read(await writeXlsx({ sheets: [{ name: '名单', rows }] }))
    expect(came.map(({ cells }) => cells)).toEqual(
      rows
        .slice(1)
        .map((cells) => cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell))),
    )
    expect(end.rowCount).toBe(3000)
    expect(end.peakBytes).toBeGreaterThan(20 * 1024 * 1024)
  })
})

describe('a text file', () => {
  const table = '姓名,部门,手机号码\n张三,"语文组,\n""一""组",="013800000000"\n\n李四,,13800000001\n'
  const expected = [
    { row: 2, cells: ['张三', '语文组,\n"一"组', '013800000000'] },
    { row: 4, cells: ['李四', null, '13800000001'] },
  ]
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(table)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${table}`)],
    ['UTF-16', Buffer.from(`\ufeff${table}`, 'utf16le')],
    [
      'UTF-8 with the ends of lines of Windows',
      Buffer.from(table.replaceAll('\n', '\r\n').replace(',\r\n""', ',\n""')),
    ],
    ['UTF-8 with semicolons', Buffer.from(table.replaceAll(',', ';').replace('语文组;', '语文组,'))],
    ['UTF-8 with tabs', Buffer.from(table.replaceAll(',', '\t').replace('语文组\t', '语文组,'))],
    [
      'UTF-8 that names its separator',
      Buffer.from(`sep=;\n${table.replaceAll(',', ';').replace('语文组;', '语文组,')}`),
    ],
  ])('in %s', async (name, bytes) => {
    const { head, rows } = await read(bytes, 'csv')
    expect(head.headings).toEqual(['姓名', '部门', '手机号码'])
    const later = name.includes('names') ? 1 : 0
    expect(rows).toEqual(expected.map(({ row, cells }) => ({ row: row + later, cells })))
  })

  it('is read in the encoding of Excel in China', async () => {
    // 姓名,部门 / 张三,语文组
    const bytes = Buffer.from('d0d5c3fb2cb2bfc3c50ad5c5c8fd2cd3efcec4d7e90a', 'hex')
    expect((await read(bytes, 'csv')).rows).toEqual([{ row: 2, cells: ['张三', '语文组'] }])
  })

  it('longer than a piece is read however it is cut', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `张${at},"组""${at}"""`)
    const { rows } = await read(Buffer.from(`姓名,部门\r\n${lines.join('\r\n')}`), 'csv')
    expect(rows.at(-1)).toEqual({ row: 20_001, cells: ['张19999', '组"19999"'] })
    expect(rows.every(({ row, cells }) => cells[0] === `张${row - 2}` && cells[1] === `组"${row - 2}"`)).toBe(true)
  })
})

describe('an old workbook', () => {
  it('is converted and read, also with a wrong suffix', async () => {
    const text = '姓名,身份证号,出生日期\n张三,330106199001011232,2010-09-01\n李四,33010619900101124X,1999-12-31\n'
    const [path] = (await makeDocuments(folder, [{ name: 'old.csv', text }], 'xls')) as [string]
    const bytes = readFileSync(path)
    expect(checkSheetFile(bytes, 'a.xlsx')).toBe('xls')
    const { head, rows } = await read(bytes, 'xls')
    expect(head.headings).toEqual(['姓名', '身份证号', '出生日期'])
    // Values that Calc stored as numbers and dates are such in the old workbook too.
    expect(rows).toEqual([
      { row: 2, cells: ['张三', 330106199001011000, '2010-09-01'] },
      { row: 3, cells: ['李四', '33010619900101124X', '1999-12-31'] },
    ])
  })

  it('writes only into the folder of the file, in case the worker dies', async () => {
    const [path] = (await makeDocuments(folder, [{ name: 'swept.csv', text: '姓名,部门\n张三,办公室\n' }], 'xls')) as [
      string,
    ]
    const beside = () => readdirSync(dirname(path)).filter((name) => name.startsWith('sheet-')).length
    const reading = readSheet(path, { suffix: 'xls', rowsAtMost: 10, known })
    await reading.next()
    expect(beside()).toBe(1)
    await reading.return(undefined)
    expect(beside()).toBe(0)
  })

  it('that cannot be opened is refused', async () => {
    const [path] = (await makeDocuments(folder, [{ name: 'noise.csv', text: '姓名,部门\n' }], 'xls')) as [string]
    const bytes = readFileSync(path)
    bytes.fill(0x5a, 512, bytes.length - 1024)
    await writeFile(path, bytes)
    const reading = readSheet(path, { suffix: 'xls', rowsAtMost: 10, known })
    await expect(reading.next()).rejects.toThrow('请用 Excel 另存为 .xlsx')
  })
})

describe('the reader process', () => {
  /** The running readers of this test. */
  const readers = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`)
      } catch {
        return false
      }
    }).length
  const many = async () => {
    const path = join(folder, 'many.csv')
    await writeFile(path, `姓名,部门\n${'张三,语文组\n'.repeat(200_000)}`)
    return path
  }
  const gone = async () => {
    for (let tries = 0; tries < 200 && readers() > 0; tries++) await promisify(execFile)('sleep', ['0.02'])
    return readers() === 0
  }

  it('waits for the consumer and ends when the consumer stops', async () => {
    const pieces = readSheet(await many(), { suffix: 'csv', rowsAtMost: 1_000_000, known })
    await pieces.next()
    expect(readers()).toBe(1)
    await pieces.return(undefined)
    expect(await gone()).toBe(true)
  })

  it('ends when it is aborted', async () => {
    const breaking = new AbortController()
    const pieces = readSheet(await many(), { suffix: 'csv', rowsAtMost: 1_000_000, known, signal: breaking.signal })
    await pieces.next()
    breaking.abort()
    await expect(
      (async () => {
        for await (const piece of pieces) void piece
      })(),
    ).rejects.toMatchObject({ name: 'AbortError' })
    expect(await gone()).toBe(true)
  })

  it('is killed when it exceeds its memory limit', async () => {
    await expect(read(sheetOf(textRow(1, '姓名', '部门')), 'xlsx', { memoryMegabytes: 30 })).rejects.toThrow(
      '文件内容过多',
    )
  })

  it('stops at the row limit of the target', async () => {
    const bytes = Buffer.from(`姓名,部门\n${'张三,语文组\n'.repeat(11)}`)
    await expect(read(bytes, 'csv', { rowsAtMost: 10 })).rejects.toThrow(new Refusal('数据超过10行，请拆分后上传'))
    expect((await read(bytes, 'csv', { rowsAtMost: 11 })).end.rowCount).toBe(11)
  })
})
