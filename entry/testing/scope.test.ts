import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { listContributions, type Scope } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import {
  deriveScopedLists,
  isRowInScope,
  listTestScopes,
  useDatabase,
  type TestScopeIds,
  type ScopedLists,
  type ScopedRow,
  type World,
} from '#packages/testing'
import { loadModules, root } from '../modules.ts'
import { buildWorld } from './test-districts.ts'

const database = useDatabase({ withoutDistricts: true })
const found = globSync('{kernel,engines,applications}/*/server/scoped-lists.ts', { cwd: root }).toSorted()
const served = listContributions(await loadModules(), 'entities')
/** A view has rows of several tables, which its module inserts in `scoped-lists.ts`. */
const overViews = served.filter(({ crud }) => crud.base !== crud.table)
const entities = served
  .filter((one) => !overViews.includes(one))
  .map((one) => [one.key, deriveScopedLists(one, served)] as const)
const modules = await Promise.all(
  found.map(
    async (file) =>
      [dirname(dirname(file)), ((await import(resolve(root, file))) as { default: ScopedLists }).default] as const,
  ),
)
let world: World
let scopes: Record<string, Scope>

beforeAll(async () => {
  world = await buildWorld(database)
  const { school, otherSchool } = world.home
  const pathOf = async (id: string) =>
    (await database.sql<{ path: string }>('select path::text from tenant.organisation where id = $1', [id]))[0]!.path
  const scopeIds: TestScopeIds = {
    schoolId: school.id,
    schoolPath: await pathOf(school.id),
    otherSchoolId: otherSchool.id,
    departmentId: school.departmentId,
    departmentPath: await pathOf(school.departmentId),
    userId: world.owner.userId,
  }
  scopes = listTestScopes(scopeIds)
})

/** Runs one list under every scope and returns the differences from the slow filter. */
async function disagreements(
  list: { ids: (db: Db, scope: Scope, rows: ScopedRow[]) => Promise<string[]>; only?: (row: ScopedRow) => boolean },
  rows: ScopedRow[],
) {
  const wrong: string[] = []
  for (const [name, scope] of Object.entries(scopes)) {
    const expected = rows.filter((row) => isRowInScope(scope, row) && (list.only?.(row) ?? true)).map(({ id }) => id)
    const actual = await inDistrict(database.cells, world.home.districtId, (db) => list.ids(db, scope, rows))
    if (expected.toSorted().join() !== [...new Set(actual)].toSorted().join())
      wrong.push(`${name}: ${actual.length} rows instead of ${expected.length}`)
  }
  return wrong
}

describe.each(modules)('%s', (folder, { rows, lists }) => {
  it('declares every query that takes a scope', () => {
    const text = globSync(`${folder}/server/**/*queries.ts`, { cwd: root })
      .map((file) => readFileSync(resolve(root, file), 'utf8'))
      .join('\n')
    const scoped = [
      ...text.matchAll(/export (?:async )?(?:const|function) (\w+)[^=(]*=?\s*(?:async )?\(\s*db: Db,\s*scope: Scope/g),
    ].map(([, name]) => name!)
    for (const { key, crud } of overViews) if (crud.entity.module === basename(folder)) scoped.push(key)
    expect(scoped.toSorted()).toEqual(Object.keys(lists).toSorted())
  })

  it.each(Object.keys(lists))('%s lets nobody see more, or less, than the scope', async (name) => {
    const all = await rows(database.sql, world.home.districtId)
    expect(all.length).toBeGreaterThan(9)
    expect(await disagreements(lists[name]!, all)).toEqual([])
  })
})

describe.each(entities)('entity %s', (_, { rows, lists }) => {
  it.each(Object.keys(lists))('%s lets nobody see more, or less, than the scope', async (name) => {
    const all = await rows(database.sql, world.home.districtId)
    expect(all.length).toBeGreaterThan(6)
    expect(await disagreements(lists[name]!, all)).toEqual([])
  })
})

it('notices a list without its scope', async () => {
  const [, org] = modules.find(([folder]) => folder === 'kernel/org')!
  const all = await org.rows(database.sql, world.home.districtId)
  const careless = {
    ids: async (db: Db) => (await db.selectFrom('organisation').select('id').execute()).map(({ id }) => id),
  }
  expect(await disagreements(careless, all)).toHaveLength(Object.keys(scopes).length - 1) // all but "district"
  const timid = { ids: async () => [] }
  expect((await disagreements(timid, all)).length).toBeGreaterThan(5)
})

it('gives a class teacher some of the classes, and not all', async () => {
  const [, schooling] = modules.find(([folder]) => folder === 'kernel/schooling')!
  const all = await schooling.rows(database.sql, world.home.districtId)
  const rowsInScope = all.filter((row) => isRowInScope(scopes['classes']!, row))
  expect(rowsInScope.length).toBeGreaterThan(0)
  expect(rowsInScope.length).toBeLessThan(all.length)
})

it('covers every module whose queries take a scope', () => {
  const files = globSync('{kernel,engines,applications}/*/server/**/*queries.ts', { cwd: root })
  const scoped = files
    .filter((file) => /\bscope: Scope\b/.test(readFileSync(resolve(root, file), 'utf8')))
    .map((file) => file.split('/').slice(0, 2).join('/'))
  for (const { crud } of overViews)
    scoped.push(...globSync(`{kernel,engines,applications}/${crud.entity.module}`, { cwd: root }))
  expect([...new Set(scoped)].toSorted()).toEqual(modules.map(([folder]) => folder).toSorted())
})
