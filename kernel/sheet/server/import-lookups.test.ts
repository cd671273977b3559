import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newId } from '#packages/core'
import type { RowVerdict } from '#packages/sheet'
import { useDatabase } from '#packages/testing'
import { createTemplateRoles } from '#kernel/access/server/role-templates.ts'
import { NumberLookupLimiter } from '#kernel/identity/server/api.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { csv } from './import.fixture.ts'
import { headings, useImports } from './import-story.fixture.ts'
import { repairRows } from './service/repair-rows.ts'

const database = useDatabase()
const { as } = database
const { queue, tree, target, hire, look, map, checked, apply, rowsOf } = useImports(database, {
  createRoles: createTemplateRoles,
  createTestQueue,
  run: async (db, text, values) => [...((await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as never[])],
})

/** Codes with an F belong to a person out of scope; codes with an N to nobody. */
const examine = target.examine.bind(target)
target.examine = async (ctx, orgId, rows) =>
  (await examine(ctx, orgId, rows)).map((verdict, at): RowVerdict => {
    const code = rows[at]!.values['code'] ?? ''
    if (code.startsWith('F')) {
      const issue = { column: 'code', code: 'elsewhere', message: '该号码已登记', fixes: [] }
      return { ...verdict, issues: [issue], outOfScope: 'reported' }
    }
    return code.startsWith('N') ? { ...verdict, outOfScope: 'unreported' } : verdict
  })

let books = 0
const rows = (letter: string, count: number) =>
  Array.from({ length: count }, () => ['书', `${letter}${++books}`, '语文柜', '可外借'])
const file = (...lines: string[][]) => csv([headings, ...lines])
const clerk = () => hire('问书人', tree.school, 'school-admin')

/** The lookup limiter of one request. */
const createLimiter = () =>
  new NumberLookupLimiter({
    cells: database.cells,
    now: new Date(),
    requestId: newId(),
    route: '/api/excel/repair',
  })

describe('a file with number lookups', () => {
  it('reports rows of people out of scope within the daily limit, and is refused as a whole above it', async () => {
    const who = await clerk()
    const first = await checked(who, file(...rows('F', 150), ...rows('N', 30)))
    expect(first).toMatchObject({ status: 'ready' })
    expect(await rowsOf(who, first.id, { kind: 'code:elsewhere' })).toHaveLength(50)
    // Checking again is no new lookup.
    for (let times = 0; times < 3; times++) {
      await map(who, first)
      await queue.work('sheet.check')
      expect(await look(who, first.id)).toMatchObject({ status: 'ready' })
    }
    const second = await checked(who, file(...rows('F', 51)))
    expect(second).toMatchObject({ status: 'mapping', message: '查询过于频繁，请稍后再试' })
    // A file about nobody out of scope is still checked.
    expect(await checked(who, file(...rows('N', 20)))).toMatchObject({ status: 'ready' })
    // The lookups of the first person do not count for another.
    expect(await checked(await clerk(), file(...rows('F', 51)))).toMatchObject({ status: 'ready' })
  })

  it('does not count after the import: a school imports all its pupils on one day', async () => {
    const who = await clerk()
    await createLimiter().countRows(who, { reported: 0, unreported: 9_900 })
    for (let times = 0; times < 3; times++) {
      const { id } = await checked(who, file(...rows('N', 80)))
      await apply(who, id)
      await queue.work('sheet.apply')
      expect(await look(who, id)).toMatchObject({ status: 'applied' })
    }
    // Files that were only checked do count.
    expect(await checked(who, file(...rows('N', 80)))).toMatchObject({ status: 'ready' })
    expect(await checked(who, file(...rows('N', 80)))).toMatchObject({ status: 'mapping' })
  })

  it('counts a lookup when a cell is typed, once for each number', async () => {
    const who = await clerk()
    const { id } = await checked(who, file(...rows('F', 199)))
    const { row } = (await rowsOf(who, id))[0]!
    const type = async (value: string) => {
      const cells = [{ row, column: 'code', value }]
      return as(who, (ctx) => repairRows({ ...ctx, lookups: createLimiter() }, { id, cells, skip: [], unskip: [] }))
    }
    expect(await type(`F${++books}`)).toMatchObject({ count: 1 })
    await expect(type(`F${++books}`)).rejects.toThrow('查询过于频繁，请稍后再试')
  })
})
