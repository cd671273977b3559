import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet, streamSheets, type ExportCell, type SheetPiece } from './index.ts'
import { relation, relationsXml, textRow, workbookXml, worksheet, xlsx } from './xlsx.fixture.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'grids-'))))
afterAll(() => rm(folder, { recursive: true }))

const known = ['班级', '星期', '节次', '学科']
const gridHeadings = ['周一', '周二', '星期一', '星期二']

async function read(bytes: Uint8Array, rowsAtMost = 1_000) {
  const path = join(folder, 'grid.xlsx')
  await writeFile(path, bytes)
  const pieces: SheetPiece[] = []
  for await (const piece of readSheet(path, { suffix: 'xlsx', rowsAtMost, known, gridHeadings })) pieces.push(piece)
  const head = pieces.find((piece) => piece.kind === 'head')!
  return { head, rows: pieces.flatMap((piece) => (piece.kind === 'rows' ? piece.rows : [])) }
}

async function workbook(sheets: Record<string, ExportCell[][]>) {
  const parts = Object.entries(sheets).map(([sheetName, [headings, ...rows]]) => ({
    sheetName,
    columns: headings!.map((title) => ({ title: String(title ?? '') })),
    rows,
  }))
  const pieces: Uint8Array[] = []
  for await (const piece of streamSheets({ sheets: parts })) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('a workbook of grids', () => {
  it('is unfolded into its filled cells, sheet by sheet', async () => {
    const { head, rows } = await read(
      await workbook({
        一班: [
          ['一班课程表', '', '', ''],
          ['', '节次', '星期一', '星期二(9月1日)'],
          ['上午', '第1节', '语文', ''],
          ['', '第2节', '', '数学\n王芳'],
        ],
        二班: [
          ['星期', '第1节', '第2节'],
          ['周一', '英语', ''],
          ['周二', '', '音乐'],
        ],
        备注: [['请核对'], ['谢谢']],
        说明: [['怎样填写']],
      }),
    )
    expect(head).toMatchObject({ sheetName: '2张工作表', grid: { leftOut: ['备注'] } })
    expect(rows).toEqual([
      { row: 1, cells: ['一班', 'C3', '星期一', '上午\n第1节', '语文'] },
      { row: 2, cells: ['一班', 'D4', '星期二', '第2节', '数学\n王芳'] },
      { row: 3, cells: ['二班', 'B2', '周一', '第1节', '英语'] },
      { row: 4, cells: ['二班', 'C3', '周二', '第2节', '音乐'] },
    ])
  })

  it('has the lessons of merged cells in each of their periods', async () => {
    const rows =
      textRow(1, '节次', '星期一', '星期二') + textRow(2, '第1节', '语文', '数学') + textRow(3, '第2节', '', '英语')
    const sheet = worksheet(rows).replace(
      '</sheetData>',
      '</sheetData><mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>',
    )
    const bytes = xlsx({ name: 'xl/worksheets/sheet1.xml', data: sheet })
    expect((await read(bytes)).rows.map(({ cells }) => `${cells[1]} ${cells[4]}`)).toEqual([
      'B2 语文',
      'C2 数学',
      'B3 语文',
      'C3 英语',
    ])
  })

  it('is no grid when a sheet has the headings of a list, or when hidden', async () => {
    const list = await read(
      await workbook({
        课表: [
          ['班级', '星期', '节次', '学科'],
          ['一班', '周一', '1', '语文'],
          ['一班', '周二', '1', '语文'],
        ],
      }),
    )
    expect(list.head).toMatchObject({ headings: ['班级', '星期', '节次', '学科'] })
    expect(list.head).not.toHaveProperty('grid')
    expect(list.rows).toHaveLength(2)
    const sheets = ['hidden', 'visible'].map(
      (state, at) => `<sheet name="${state}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
    )
    const data = worksheet(textRow(1, '节次', '周一', '周二') + textRow(2, '1', '语文', '数学'))
    const { head } = await read(
      xlsx(
        { name: 'xl/workbook.xml', data: workbookXml(sheets.join('')) },
        {
          name: 'xl/_rels/workbook.xml.rels',
          data: relationsXml(
            [1, 2].map((at) => relation(`rId${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join(''),
          ),
        },
        { name: 'xl/worksheets/sheet1.xml', data },
        { name: 'xl/worksheets/sheet2.xml', data },
      ),
    )
    expect(head).toMatchObject({ sheetName: 'visible' })
  })

  it('is refused above the limit of cells', async () => {
    const rows = [['节次', '周一', '周二'], ...Array.from({ length: 6 }, (_, at) => [`第${at + 1}节`, '语文', '数学'])]
    await expect(read(await workbook({ 一班: rows }), 10)).rejects.toThrow('数据超过10格，请拆分后上传')
  })
})
