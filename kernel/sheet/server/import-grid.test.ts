import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { streamSheets } from '#packages/sheet'
import { useDatabase } from '#packages/testing'
import { createTemplateRoles } from '#kernel/access/server/role-templates.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { csv } from './import.fixture.ts'
import { useImports } from './import-story.fixture.ts'
import { beginImport, getImportTargetFacts, getImportTemplate } from './service/begin-import.ts'
import { replaceInRows } from './service/repair-rows.ts'

const database = useDatabase()
const { queue, tree, li, target, look, rowsOf, map, apply, undo, books, checked } = useImports(database, {
  createRoles: createTemplateRoles,
  createTestQueue,
  run: async (db, text, values) => [...((await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as never[])],
})

beforeAll(() => {
  // A shelf is a sheet, with the loans across and the codes down; a cell may name two books.
  target.grid = {
    known: ['可外借', '馆内阅览'],
    headings: ['书柜', '编号', '借阅', '书名'],
    unfold: ({ sheetName, heading, labels, text }) =>
      text.split('/').map((name, at) => [sheetName, `${labels.at(-1)}${at + 1}`, heading, name]),
    buildTemplate: async () => [{ name: '语文柜', rows: [['编号', '可外借', '馆内阅览']] }],
  }
})

async function workbook(sheets: Record<string, string[][]>) {
  const parts = Object.entries(sheets).map(([sheetName, [headings = [], ...rows]]) => ({
    sheetName,
    columns: headings.map((title) => ({ title })),
    rows,
  }))
  const pieces: Uint8Array[] = []
  for await (const piece of streamSheets({ sheets: parts })) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('a file with a sheet for each record', () => {
  it('is unfolded into rows, which are checked, replaced, imported and undone like those of a list', async () => {
    const head = ['编号', '可外借', '馆内阅览']
    const file = await workbook({
      语文柜: [head, ['A', '春/夏', ''], ['B', '', '秋']],
      语闻书柜: [head, ['C', '冬', '雪']],
      备忘: [['不是表格']],
    })
    const batch = await checked(li, file, '图书.xlsx')
    expect(batch).toMatchObject({
      status: 'ready',
      rowCount: 5,
      sheetName: '2张工作表',
      message: '未识别的工作表不导入：备忘',
    })
    expect(batch.columns.map(({ key, how }) => `${key} ${how}`)).toEqual([
      'shelf sure',
      'code sure',
      'kind sure',
      'name sure',
    ])
    expect(batch.summary).toMatchObject({ new: 3, wrong: 2 })
    const { id } = batch
    await database.as(li, (ctx) => replaceInRows(ctx, { id, column: 'shelf', from: '语闻书柜', to: '数学柜' }))
    expect((await rowsOf(li, id)).map(({ row, cells }) => `${row} ${cells['code']} ${cells['shelf']}`)).toEqual([
      '1 A1 语文柜',
      '2 A2 语文柜',
      '3 B1 语文柜',
      '4 C1 数学柜',
      '5 C1 数学柜',
    ])
    await database.as(li, (ctx) => replaceInRows(ctx, { id, column: 'code', from: 'C1', to: 'C1' }))
    await apply(li, id, 'good')
    await queue.work('sheet.apply')
    expect(
      (await books()).map(({ code, name, kind }) => `${code as string} ${name as string} ${kind as string}`),
    ).toEqual(['A1 春 lent', 'A2 夏 lent', 'B1 秋 kept', 'C1 冬 lent'])
    await undo(li, id)
    await queue.work('sheet.undo')
    expect(await books()).toEqual([])
  })

  it('has a template of its own', async () => {
    const query = { target: 'book', orgId: tree.school.id }
    expect(await database.as(li, (ctx) => getImportTargetFacts(ctx, query))).toMatchObject({ hasGrid: true })
    const { bytes } = (await getImportTemplate(database.requestCtx(li), { ...query, form: 'grid' })) as never as {
      bytes: Uint8Array
    }
    expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK')
    const { grid } = target
    delete target.grid
    const none = getImportTemplate(database.requestCtx(li), { ...query, form: 'grid' })
    await expect(none).rejects.toThrow('模板')
    target.grid = grid!
  })
})

it('values that the page gives count where the file has none, and are checked like any other', async () => {
  const file = {
    name: '图书.csv',
    type: '',
    bytes: csv([
      ['书名', '编号', '借阅'],
      ['春', 'A1', ''],
      ['夏', 'A2', '馆内阅览'],
    ]),
  }
  const begin = (preset: string) =>
    beginImport(database.requestCtx(li), { target: 'book', orgId: tree.school.id, preset, file })
  const check = async (preset: string) => {
    const { id } = await begin(preset)
    await queue.work('sheet.read')
    await map(li, await look(li, id))
    await queue.work('sheet.check')
    return (await rowsOf(li, id)).map(({ cells, issues }) => [
      cells['kind'],
      cells['shelf'],
      ...issues.map(({ kind }) => kind),
    ])
  }
  expect(await check('kind=lent&shelf=语文柜&nothing=1')).toEqual([
    ['可外借', '语文柜'],
    ['馆内阅览', '语文柜'],
  ])
  expect(await check('kind=stolen')).toEqual([
    ['stolen', undefined, 'kind:choice'],
    ['馆内阅览', undefined],
  ])
})
