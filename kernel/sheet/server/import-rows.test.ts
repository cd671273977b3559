import { buffer } from 'node:stream/consumers'
import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newId, Ret } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { createTemplateRoles } from '#kernel/access/server/role-templates.ts'
import { openFileStore } from '#kernel/files/server/installation.ts'
import { fileKey } from '#kernel/files/server/object-keys.ts'
import { getDistrictCipher, readContent } from '#kernel/files/server/service/sealed-contents.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { repairForm } from '../contract.ts'
import { csv, xlsx } from './import.fixture.ts'
import { brokenRows, goodRows, headings, useImports } from './import-story.fixture.ts'
import { getImportStore } from './import-files.ts'
import { discardBatch } from './service/discard-import.ts'
import { replaceInRows } from './service/repair-rows.ts'
import { previewUndo } from './service/undo-import.ts'
import { startWrongRowsTask } from './service/export-wrong-rows.ts'

const database = useDatabase()
const { as, sql, home } = database
const { queue, tree, li, wang, on, begin, look, rowsOf, map, repair, fix, apply, undo, checked, hire } = useImports(
  database,
  {
    createRoles: createTemplateRoles,
    createTestQueue,
    run: async (db, text, values) => [
      ...((await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as never[]),
    ],
  },
)

describe('the rows of an import', () => {
  it('are not visible to others in the same school, in another, or in another membership', async () => {
    const { id } = await checked(li, csv([headings, ...brokenRows]))
    const neighbour = await hire('赵强', tree.other, 'school-admin')
    const visiting = { ...li, orgId: tree.other.id }
    for (const who of [wang, neighbour, visiting, { ...li, districtId: database.away }]) {
      const knocks = [
        look(who, id),
        rowsOf(who, id),
        map(who, { id, columns: [] } as never),
        repair(who, id, []),
        fix(who, id, 'code:duplicate', 'skip'),
        apply(who, id),
        undo(who, id),
        as(who, (ctx) => replaceInRows(ctx, { id, column: 'name', from: '春', to: '夏' })),
        as(who, (ctx) => previewUndo(ctx, id)),
        as(who, (ctx) => startWrongRowsTask(ctx, id)),
        as(who, (ctx) => discardBatch(ctx, id)),
      ]
      for (const outcome of await Promise.allSettled(knocks))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { ret: Ret.notFound } })
    }
    await expect(begin(neighbour, csv([headings]))).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(begin({ ...li, permissions: new Map() }, csv([headings]))).rejects.toMatchObject({
      ret: Ret.forbidden,
    })
  })

  it('are encrypted in the tables and in the object store', async () => {
    const canaries = ['Zz9canary', 'Yy8canary']
    const { id } = await begin(
      li,
      csv([headings, [canaries[0]!, 'A1', '', ''], ['', 'A2', canaries[1]!, '']]),
      '名单.csv',
    )
    const stored = await getImportStore(database)
    const listObjects = async () => (await stored.list(`imports/${home}/`)).objects
    expect(await listObjects()).toHaveLength(1)
    const object = await buffer((await stored.get((await listObjects())[0]!.key))!.body)
    await queue.work('sheet.read')
    expect(await listObjects()).toEqual([])
    await map(li, await look(li, id))
    await queue.work('sheet.check')
    await repair(li, id, [{ row: 3, column: 'name', value: canaries[0]! }])
    const dump = JSON.stringify([
      await sql('select * from tenant.import_batch'),
      await sql("select *, encode(raw, 'escape') as a, encode(checked, 'escape') as b from tenant.import_row"),
      await sql('select data from pgboss.job'),
      await sql('select * from tenant.task'),
    ])
    for (const canary of canaries) {
      expect(dump).not.toContain(canary)
      expect(object.includes(canary)).toBe(false)
      expect(object.includes(Buffer.from(canary).toString('hex'))).toBe(false)
    }
    expect((await look(li, id)).summary!.groups[0]!.hint).toContain(canaries[1])
  })

  it('are repaired one by one, and each repair can be undone', async () => {
    const { id } = await checked(li, csv([headings, ...brokenRows]))
    const done = await repair(li, id, [{ row: 5, column: 'name', value: '冬藏' }])
    expect(done.rows).toMatchObject([{ row: 5, state: 'new', cells: { name: '冬藏' }, repaired: ['name'], issues: [] }])
    expect(done.before).toEqual([{ row: 5, column: 'name', value: '' }])
    const back = await repair(li, id, done.before)
    expect(back.rows).toMatchObject([{ row: 5, state: 'wrong', repaired: [], issues: [{ message: '不能为空' }] }])
    expect(back.summary).toMatchObject({ wrong: 6, repaired: 0 })
    const skipped = await repair(li, id, [], { skip: [5] })
    expect(skipped).toMatchObject({ skipped: [5], summary: { wrong: 5, skipped: 1 } })
    expect((await repair(li, id, [], { unskip: skipped.skipped })).summary).toMatchObject({ wrong: 6, skipped: 0 })
    await expect(repair(li, id, [{ row: 999, column: 'name', value: '' }])).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(repair(li, id, [{ row: 5, column: 'none', value: '' }])).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('have row numbers within the range of the table', () => {
    const form = { id: newId(), skip: [2 ** 31], unskip: [], cells: [] }
    expect(repairForm.safeParse(form).success).toBe(false)
    expect(repairForm.safeParse({ ...form, skip: [2] }).success).toBe(true)
  })

  it('are examined again only after a change', async () => {
    const { id } = await checked(li, csv([headings, ...brokenRows]))
    on.examined = 0
    await repair(li, id, [{ row: 5, column: 'name', value: '冬藏' }])
    expect(on.examined).toBe(1)
  })

  it('with a common key are checked again when one of them changes', async () => {
    const { id } = await checked(li, csv([headings, ['春', 'A1', '', ''], ['夏', 'A1', '', ''], ['秋', 'A1', '', '']]))
    const issues = async () =>
      (await rowsOf(li, id)).map(({ row, issues }) => [row, issues.map(({ message }) => message).join()])
    expect(await issues()).toEqual([
      [2, ''],
      [3, '与第2行重复'],
      [4, '与第2行重复'],
    ])
    const done = await repair(li, id, [{ row: 2, column: 'code', value: 'A9' }])
    expect(done.rows.map(({ row, state }) => [row, state])).toEqual([
      [2, 'new'],
      [3, 'new'],
      [4, 'wrong'],
    ])
    expect(await issues()).toEqual([
      [2, ''],
      [3, ''],
      [4, '与第3行重复'],
    ])
    await repair(li, id, [], { skip: [3] })
    expect(await issues()).toEqual([
      [2, ''],
      [3, ''],
      [4, ''],
    ])
    await repair(li, id, [{ row: 4, column: 'code', value: 'A9' }], { unskip: [3] })
    expect(await issues()).toEqual([
      [2, ''],
      [3, ''],
      [4, '与第2行重复'],
    ])
  })

  it('with masked numbers keep the stored values, and need the full value for a new record', async () => {
    const lines = [[...headings, '联系手机'], ...goodRows.map((line, at) => [...line, at === 2 ? '' : '138****8000'])]
    const first = await checked(li, csv(lines))
    expect(first.summary).toMatchObject({ new: 1, wrong: 2 })
    expect(first.summary!.groups).toMatchObject([
      {
        kind: 'phone:masked',
        title: '联系手机已脱敏',
        count: 2,
        fixes: [{ label: '忽略此单元格', count: 2, isGuess: false }],
      },
    ])
    const [cured] = first.summary!.groups[0]!.fixes
    expect((await fix(li, first.id, 'phone:masked', cured!.key)).summary).toMatchObject({ new: 3, wrong: 0 })
    await apply(li, first.id)
    await queue.work('sheet.apply')
    // The same file again; a row that occurs twice has no effect twice.
    const again = await checked(li, csv([...lines, lines[1]!]))
    expect(again.summary).toMatchObject({ new: 0, changed: 0, same: 4, wrong: 0 })
    expect((await rowsOf(li, again.id, { state: 'same' }))[0]!.cells['phone']).toBe('138****8000')
  })

  it('of a group are fixed together or one by one', async () => {
    const { id, summary } = await checked(li, csv([headings, ...brokenRows, ['小满', 'B5', '数学贵', '']]))
    const group = summary!.groups.find(({ kind }) => kind === 'shelf:unknown')!
    expect(group.fixes.map(({ label, count }) => [label, count])).toEqual([
      ['改为“语文柜”', 2],
      ['改为“数学柜”', 1],
    ])
    // Different guesses are not applied together, even when requested directly.
    expect(group.fixes.map(({ isGuess }) => isGuess)).toEqual([true, true])
    expect((await fix(li, id, group.kind, 'set:shelf')).count).toBe(0)
    const one = await fix(li, id, group.kind, group.fixes[1]!.key)
    expect(one).toMatchObject({ count: 1, rows: [{ row: 11, cells: { shelf: '数学柜' } }] })
    const [some] = await rowsOf(li, id, { kind: group.kind })
    const single = await fix(li, id, group.kind, some!.issues[0]!.fixes[0]!.key, [some!.row])
    expect(single).toMatchObject({ count: 1, rows: [{ row: 6, state: 'new' }] })
    expect(await rowsOf(li, id, { kind: group.kind, with: [6] })).toMatchObject([{ row: 6 }, { row: 7 }])
    expect((await fix(li, id, group.kind, group.fixes[0]!.key)).count).toBe(1)
    expect((await fix(li, id, group.kind, 'nonsense')).count).toBe(0)
  })

  it('need a new confirmation when they are about another record than before', async () => {
    const { id } = await checked(li, csv([headings, ['春', 'X1', '语文柜', '']]))
    const agreed = await fix(li, id, 'code:elsewhere', 'accept')
    expect(agreed.rows).toMatchObject([{ row: 2, state: 'new' }])
    const moved = await repair(li, id, [{ row: 2, column: 'shelf', value: '数学柜' }])
    expect(moved.rows).toMatchObject([{ row: 2, state: 'new' }])
    const another = await repair(li, id, [{ row: 2, column: 'code', value: 'X2' }])
    expect(another.rows).toMatchObject([{ row: 2, state: 'wrong', issues: [{ kind: 'code:elsewhere' }] }])
  })

  it('can have one value replaced by another everywhere', async () => {
    const { id } = await checked(
      li,
      csv([headings, ['春', 'A1', '语文架', ''], ['夏', 'A2', '语文架', ''], ['秋', 'A3', '数学柜', '']]),
    )
    const done = await as(li, (ctx) => replaceInRows(ctx, { id, column: 'shelf', from: '语文架', to: '语文柜' }))
    expect(done).toMatchObject({ count: 2, summary: { wrong: 0 } })
    expect(done.before).toEqual([2, 3].map((row) => ({ row, column: 'shelf', value: '语文架' })))
    const right = await as(li, (ctx) => replaceInRows(ctx, { id, column: 'shelf', from: '数学柜', to: '英语柜' }))
    expect(right).toMatchObject({ count: 1, rows: [{ row: 4, state: 'new', cells: { shelf: '英语柜' } }] })
  })

  it('that are wrong can be downloaded, repaired and imported', async () => {
    const bytes = await xlsx(headings, [
      ['春', 'A1', '语文柜', ''],
      ['', 'A2', '', ''],
      ['秋', 'A3', '没有的柜', ''],
      ['冬', 2.3e17, '', ''],
    ])
    const batch = await checked(li, bytes, '登记.xlsx')
    expect(batch.summary).toMatchObject({ new: 1, wrong: 3 })
    await repair(li, batch.id, [{ row: 3, column: 'shelf', value: '还是没有' }])
    await as(li, (ctx) => startWrongRowsTask(ctx, batch.id))
    await queue.work('sheet.wrong-rows')
    const [file] = await sql<{ id: string; name: string; size: string }>(
      'select id, name, size from tenant.file order by created_at desc limit 1',
    )
    expect(file!.name).toBe('登记-错误行.xlsx')
    const fields = await getDistrictCipher(database.cells, home)
    const content = { key: fileKey(home, file!.id), size: Number(file!.size), fields }
    const made = await buffer((await readContent(await openFileStore(database), content))!)
    const again = await checked(li, made, file!.name)
    expect(again.columns.map(({ heading, key }) => [heading, key])).toEqual([
      ['书名', 'name'],
      ['编号', 'code'],
      ['书柜', 'shelf'],
      ['借阅', 'kind'],
      ['错误原因', null],
    ])
    expect(again.columns[4]!.samples[0]).toContain('书名：不能为空')
    expect(again.columns[2]!.samples).toEqual(['还是没有', '没有的柜'])
    expect(again.summary).toMatchObject({ new: 0, wrong: 3 })
    await as(li, (ctx) => replaceInRows(ctx, { id: again.id, column: 'shelf', from: '没有的柜', to: '英语柜' }))
    const done = await repair(li, again.id, [
      { row: 2, column: 'name', value: '夏' },
      { row: 2, column: 'shelf', value: '' },
      { row: 4, column: 'code', value: 'A4' },
    ])
    expect(done.summary).toMatchObject({ new: 3, wrong: 0 })
  })
})
