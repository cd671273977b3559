import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Refusal, Ret, type Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { createTemplateRoles } from '#kernel/access/server/role-templates.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { manifest as staffManifest } from '#kernel/staff/manifest.ts'
import { listTasks } from '#kernel/task/server/tasks.ts'
import { csv } from './import.fixture.ts'
import { brokenRows, goodRows, headings, useImports } from './import-story.fixture.ts'
import { getImportTargetFacts } from './service/begin-import.ts'
import { previewUndo } from './service/undo-import.ts'

const database = useDatabase()
const { as, sql } = database
const { queue, tree, li, wang, target, on, begin, look, rowsOf, map, repair, fix, apply, undo, books, checked, hire } =
  useImports(database, {
    createRoles: createTemplateRoles,
    createTestQueue,
    run: async (db, text, values) => [
      ...((await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as never[]),
    ],
  })

describe('an import', () => {
  it('stops when the application of its table is closed', async () => {
    onTestFinished(() => void delete (database.app.contributions as { routeGuards?: unknown }).routeGuards)
    const { id } = await begin(li, csv([headings, ...goodRows]))
    database.contribute('routeGuards', {
      appliesTo: (_, { module }) => module === staffManifest.key,
      refuse: async () => {
        throw new Refusal('该应用未对本单位开通', Ret.forbidden)
      },
    })
    await queue.work('sheet.read')
    expect(await sql('select message from tenant.task')).toEqual([{ message: '该应用未对本单位开通' }])
    const refused = { ret: Ret.forbidden, message: '该应用未对本单位开通' }
    await expect(look(li, id)).rejects.toMatchObject(refused)
    await expect(begin(li, csv([headings, ...goodRows]))).rejects.toMatchObject(refused)
  })

  it('goes from the file to the table: read, map, repair, apply, report', async () => {
    const { id } = await begin(li, csv([headings, ...brokenRows]))
    expect(await look(li, id)).toMatchObject({ status: 'reading', progress: { done: 0 }, fileName: '图书.csv' })
    await queue.work('sheet.read')
    const mapping = await look(li, id)
    expect(mapping).toMatchObject({ status: 'mapping', rowCount: 9, title: '图书', orgName: '实验小学' })
    expect(mapping.columns.map(({ letter, key, how }) => [letter, key, how])).toEqual([
      ['A', 'name', 'sure'],
      ['B', 'code', 'sure'],
      ['C', 'shelf', 'sure'],
      ['D', 'kind', 'sure'],
    ])
    expect(mapping.values).toEqual([
      {
        column: 'kind',
        pairs: [
          { from: '2', to: '馆内阅览', count: 1 },
          { from: '是', to: '可外借', count: 1 },
        ],
      },
    ])
    expect(await books()).toEqual([])

    await map(li, mapping)
    await queue.work('sheet.check')
    const ready = await look(li, id)
    expect(ready).toMatchObject({ status: 'ready', summary: { new: 3, wrong: 6, changed: 0, same: 0 } })
    const groups = ready.summary!.groups.map(({ kind, count, title, hint }) => [kind, count, title, hint])
    expect(groups).toEqual([
      ['shelf:unknown', 2, '书柜不存在', '“语文贵”“语闻柜”'],
      ['code:duplicate', 1, '编号在文件中重复', '跳过重复的行'],
      ['code:elsewhere', 1, '编号属于其他学校', '仍然登记'],
      ['kind:choice', 1, '借阅不在可选范围内', '“看看”'],
      ['name:required', 1, '书名未填写', '不能为空'],
    ])
    await expect(apply(li, id)).rejects.toThrow('还有6行未修正')

    await fix(li, id, 'shelf:unknown', ready.summary!.groups[0]!.fixes[0]!.key)
    await fix(li, id, 'code:elsewhere', 'accept')
    await fix(li, id, 'code:duplicate', 'skip')
    const last = await repair(li, id, [
      { row: 5, column: 'name', value: '冬藏' },
      { row: 10, column: 'kind', value: '馆内阅览' },
    ])
    expect(last.summary).toMatchObject({ new: 8, wrong: 0, skipped: 1, repaired: 5, groups: [] })

    await apply(li, id)
    await queue.work('sheet.apply')
    const applied = await look(li, id)
    expect(applied).toMatchObject({
      status: 'applied',
      message: '',
      report: { new: 8, changed: 0, left: 1, repaired: 5 },
    })
    expect(applied.report!.units).toEqual([
      { name: '语文柜', before: 0, new: 6, changed: 0, now: 6 },
      { name: '数学柜', before: 0, new: 1, changed: 0, now: 1 },
      { name: '实验小学', before: 0, new: 1, changed: 0, now: 1 },
    ])
    expect((await books()).map(({ code, name, shelf, kind }) => [code, name, shelf, kind])).toEqual([
      ['A1', '春', '语文柜', 'lent'],
      ['A2', '夏', '数学柜', 'kept'],
      ['A3', '秋', '', 'lent'],
      ['B1', '冬藏', '语文柜', ''],
      ['B2', '冬', '语文柜', ''],
      ['B3', '冬至', '语文柜', ''],
      ['B4', '惊蛰', '语文柜', 'kept'],
      ['X1', '雨水', '语文柜', ''],
    ])
  })

  it('is undone exactly; rows changed since stay and are reported', async () => {
    const first = await checked(li, csv([headings, ...goodRows]))
    await apply(li, first.id)
    await queue.work('sheet.apply')
    const before = await books()
    const second = await checked(
      li,
      csv([headings, ['春天', 'A1', '', ''], ['夏', 'A2', '英语柜', ''], ['冬', 'A4', '', '']]),
    )
    expect(second.summary).toMatchObject({ new: 1, changed: 2, same: 0 })
    const [changed] = await rowsOf(li, second.id, { state: 'changed' })
    expect(changed).toMatchObject({
      row: 2,
      changes: [{ column: 'name', before: '春' }],
      cells: { name: '春天', code: 'A1' },
    })
    await apply(li, second.id)
    await queue.work('sheet.apply')
    expect(await as(li, (ctx) => previewUndo(ctx, second.id))).toEqual({ removed: 1, restored: 2, keptRows: [] })
    await sql("update tenant.book set name = '盛夏', version = version + 1 where code = 'A2'")
    const keptRows = [{ row: 3, reason: '已被他人修改' }]
    expect(await as(li, (ctx) => previewUndo(ctx, second.id))).toEqual({ removed: 1, restored: 1, keptRows })
    await undo(li, second.id)
    await queue.work('sheet.undo')
    expect(await look(li, second.id)).toMatchObject({ status: 'undone', report: { undoUntil: null, keptRows } })
    await expect(undo(li, second.id)).rejects.toThrow('不能撤销')
    const touched = (await books()).find(({ code }) => code === 'A2')
    expect(touched).toMatchObject({ name: '盛夏', shelf: '英语柜' })
    expect((await books()).filter(({ code }) => code !== 'A2')).toEqual(before.filter(({ code }) => code !== 'A2'))
  })

  it('that was undone can be checked and applied again, with its repairs', async () => {
    const batch = await checked(li, csv([headings, ...goodRows, ['', 'B1', '', '']]))
    await repair(li, batch.id, [{ row: 5, column: 'name', value: '冬' }])
    await apply(li, batch.id)
    await queue.work('sheet.apply')
    const once = (await books()).map(({ code, name }) => [code, name])
    await undo(li, batch.id)
    await queue.work('sheet.undo')
    expect(await books()).toEqual([])
    await map(li, await look(li, batch.id))
    await queue.work('sheet.check')
    await apply(li, batch.id)
    await queue.work('sheet.apply')
    expect((await books()).map(({ code, name }) => [code, name])).toEqual(once)
    await undo(li, batch.id)
    await queue.work('sheet.undo')
    expect(await books()).toEqual([])
  })

  it('cannot be undone after a day', async () => {
    const batch = await checked(li, csv([headings, ...goodRows]))
    await apply(li, batch.id)
    await queue.work('sheet.apply')
    await sql("update tenant.import_batch set undo_ends_at = now() - interval '1 second'")
    await expect(undo(li, batch.id)).rejects.toThrow('已超过24小时')
    expect((await look(li, batch.id)).report!.undoUntil).toBeNull()
  })

  it('of the same file twice changes nothing and shows a notice', async () => {
    const batch = await checked(li, csv([headings, ...goodRows]))
    expect(batch.message).toBe('')
    await apply(li, batch.id)
    await queue.work('sheet.apply')
    const before = await books()
    const again = await checked(li, csv([headings, ...goodRows]))
    expect(again.message).toMatch(/^这个文件已于\d+月\d+日导入过/)
    expect(again.summary).toMatchObject({ new: 0, changed: 0, same: 3 })
    await apply(li, again.id)
    await queue.work('sheet.apply')
    expect(await look(li, again.id)).toMatchObject({ status: 'applied', report: { new: 0, changed: 0, same: 3 } })
    expect(await books()).toEqual(before)
  })

  it('can be left at any point and continued by its owner', async () => {
    const { id } = await begin(li, csv([headings, ...goodRows]))
    const recent = async (who: Actor) =>
      (await as(who, (ctx) => getImportTargetFacts(ctx, { target: 'book', orgId: tree.school.id }))).recent
    expect(await recent(li)).toMatchObject([{ id, status: 'reading', fileName: '图书.csv', orgName: '实验小学' }])
    await queue.work('sheet.read')
    expect(await recent(li)).toMatchObject([{ status: 'mapping', rowCount: 3 }])
    expect(await recent(wang)).toEqual([])
    const tasks = await as(li, listTasks)
    expect(tasks.map(({ status, result }) => [status, result])).toEqual([['paused', 'page']])
  })
})

describe('the columns of a file', () => {
  it('must include the required ones, each once', async () => {
    const { id } = await begin(
      li,
      csv([
        ['书名', '别的', '名称'],
        ['春', '1', '夏'],
      ]),
    )
    await queue.work('sheet.read')
    const batch = await look(li, id)
    expect(batch.columns.map(({ key }) => key)).toContain(null)
    await expect(map(li, batch)).rejects.toThrow('缺少必填列：编号')
    const as2 = (keys: (string | null)[]) =>
      map(li, { ...batch, columns: keys.map((key, at) => ({ at, key })) as never })
    await expect(as2(['name', 'code', 'name'])).rejects.toThrow('有多列对应了“书名”')
    await expect(as2(['name', 'code', 'nonsense'])).rejects.toMatchObject({ ret: Ret.invalid })
    await expect(as2(['name', 'code', null, null])).rejects.toMatchObject({ ret: Ret.invalid })
    await as2(['name', 'code', null])
    expect((await look(li, id)).columns.map(({ how }) => how)).toEqual(['sure', 'chosen', 'none'])
  })

  it('are absent for whoever may not see them: in the template, the guess and the mapping', async () => {
    const hidden = target.columns.map((column) =>
      column.key === 'shelf' ? { ...column, visibleWith: 'shelf.see' } : column,
    )
    database.contribute('imports', { ...target, columns: hidden })
    onTestFinished(() => database.contribute('imports', target))
    const facts = await as(li, (ctx) => getImportTargetFacts(ctx, { target: 'book', orgId: tree.school.id }))
    expect(facts.columns.map(({ key }) => key)).toEqual(['name', 'code', 'kind', 'phone'])
    const { id } = await begin(li, csv([headings, ...goodRows]))
    await queue.work('sheet.read')
    const batch = await look(li, id)
    expect(batch.columns.map(({ key }) => key)).not.toContain('shelf')
    const columns = batch.columns.map((column) => (column.key === null ? { ...column, key: 'shelf' } : column))
    await expect(map(li, { ...batch, columns })).rejects.toMatchObject({ ret: Ret.invalid })
    // A mapping from before the permission was taken away is ignored by the check.
    database.contribute('imports', target)
    await map(li, { ...batch, columns })
    database.contribute('imports', { ...target, columns: hidden })
    await queue.work('sheet.check')
    const items = await rowsOf(li, id)
    expect(items).toHaveLength(goodRows.length)
    expect(items.map(({ cells }) => Object.keys(cells))).not.toContainEqual(expect.arrayContaining(['shelf']))
  })

  it('are remembered for the next file with the same headings, in this organisation only', async () => {
    const file = csv([
      ['书名', '别的'],
      ['春', 'A1'],
    ])
    const { id } = await begin(li, file)
    await queue.work('sheet.read')
    const batch = await look(li, id)
    await map(
      li,
      {
        ...batch,
        columns: [
          { at: 0, key: 'name' },
          { at: 1, key: 'code' },
        ] as never,
      },
      true,
    )
    const next = await begin(
      wang,
      csv([
        ['书名', '别的'],
        ['夏', 'A2'],
      ]),
    )
    await queue.work('sheet.read')
    expect((await look(wang, next.id)).columns).toMatchObject([
      { key: 'name', how: 'remembered' },
      { key: 'code', how: 'remembered' },
    ])
    const elsewhere = await hire('周敏', tree.other, 'school-admin')
    const other = await begin(elsewhere, file, '图书.csv', tree.other.id)
    await queue.work('sheet.read')
    expect((await look(elsewhere, other.id)).columns[1]).toMatchObject({ key: null })
  })

  it('can be mapped again after the check; repairs stay', async () => {
    const batch = await checked(li, csv([headings, ['', 'A1', '', '']]))
    await repair(li, batch.id, [{ row: 2, column: 'name', value: '春' }])
    await map(li, batch)
    await queue.work('sheet.check')
    expect((await look(li, batch.id)).summary).toMatchObject({ new: 1, wrong: 0, repaired: 1 })
  })
})

describe('an invalid file', () => {
  it.each([
    ['nothing below its headings', csv([headings]), '文件为空'],
    ['nothing at all', Buffer.from('\n'), '文件为空'],
  ])('is refused: %s', async (_, bytes, words) => {
    const outcome = await begin(li, bytes).then(
      async ({ id }) => {
        await queue.work('sheet.read')
        return look(li, id)
      },
      (error: Error) => ({ status: 'failed', message: error.message }),
    )
    expect(outcome).toMatchObject({ status: 'failed', message: words })
  })
  it('is refused at once when it is another file type', async () => {
    await expect(begin(li, Buffer.from('%PDF-1.7'), '图书.xlsx')).rejects.toThrow()
    expect(await sql('select * from tenant.import_batch')).toEqual([])
  })
})

describe('rows that depend on each other', () => {
  beforeEach(() => database.contribute('imports', { ...target, isWhole: true }))
  afterEach(() => database.contribute('imports', target))

  it('are examined together whenever one of them changes', async () => {
    const { id } = await checked(li, csv([headings, ...brokenRows]))
    on.examined = 0
    const done = await repair(li, id, [{ row: 5, column: 'name', value: '冬藏' }])
    expect(on.examined).toBe(8) // all but the one with wrong cells
    expect(done.rows.map(({ row }) => row)).toEqual([5])
    expect(done.summary.groups.map(({ kind, count }) => [kind, count])).toContainEqual(['code:duplicate', 1])
    await repair(li, id, [{ row: 2, column: 'code', value: 'A7' }])
    expect(
      (await rowsOf(li, id)).filter(({ issues }) => issues.some(({ message }) => message.includes('重复'))),
    ).toEqual([])
    await apply(li, id, 'good')
    await queue.work('sheet.apply')
    expect(await books()).toHaveLength(5)
    await undo(li, id)
    await queue.work('sheet.undo')
    expect(await books()).toEqual([])
  })
})
