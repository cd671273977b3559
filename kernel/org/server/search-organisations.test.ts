import { beforeEach, describe, expect, it } from 'vitest'
import { emptyScope, Ret, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { orgApi } from '../contract.ts'
import { insertTree } from './queries.ts'
import { addOrganisation } from './service/edit-organisation.ts'
import { searchOrganisations, getOwnOrganisation, getSummary } from './service/organisations.ts'
import { withOrgPermissions, createTree, rowsBelow, treeOf, type Tree } from './tree.fixture.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let tree: Tree
let director: Actor
let administrator: Actor

beforeEach(async () => {
  tree = await as(createActor(), createTree)
  director = createActor({ orgId: tree.bureau.id }, withOrgPermissions(wholeDistrict))
  administrator = createActor({ orgId: tree.school.id }, withOrgPermissions(treeOf(tree.school)))
  const facts = { type: 'school', parentId: tree.bureau.id } as const
  await as(director, (ctx) => addOrganisation(ctx, { ...facts, name: '云禾第101中学', stages: [3, 4] }))
  await as(director, (ctx) => addOrganisation(ctx, { ...facts, name: '100%小学', stages: [2] }))
  await database.sql("update tenant.organisation set user_count = 40, stages = '{2}' where id = $1", [tree.school.id])
  await database.sql('update tenant.organisation set is_disabled = true where id = $1', [tree.kindergarten.id])
})

type SearchInput = { [Key in keyof Parameters<typeof searchOrganisations>[1]]?: unknown }
const search = async (who: Actor, input: SearchInput = {}) =>
  as(who, (ctx) => searchOrganisations(ctx, orgApi.search.query!.parse({ ...defaults, ...toQuery(input) })))
const defaults = { within: 'below', pageSize: '20' }
const toQuery = (input: SearchInput) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
const namesOf = async (...input: Parameters<typeof search>) => (await search(...input)).items.map(({ name }) => name)

describe('a search', () => {
  it('finds by a part of the name, of its pinyin, or of its initials', async () => {
    expect(await namesOf(director, { keyword: '验小' })).toEqual(['实验小学'])
    expect(await namesOf(director, { keyword: 'shiyan' })).toEqual(['实验小学'])
    expect(await namesOf(director, { keyword: 'yanxiao' })).toEqual(['实验小学'])
    expect(await namesOf(director, { keyword: 'SYX' })).toEqual(['实验小学'])
    expect(await namesOf(director, { keyword: 'shi yan' })).toEqual(['实验小学'])
    expect(await namesOf(director, { keyword: '101' })).toEqual(['云禾第101中学'])
    expect(await namesOf(director, { keyword: '没有这所' })).toEqual([])
  })

  it('treats wildcard characters literally', async () => {
    expect(await namesOf(director, { keyword: '%' })).toEqual(['100%小学'])
    expect(await namesOf(director, { keyword: '_' })).toEqual([])
    expect(await namesOf(director, { keyword: "'; drop table" })).toEqual([])
  })

  it('covers the children of a node, or all descendants', async () => {
    expect(await namesOf(director, { parentId: tree.cluster.id, within: 'children' })).toEqual([
      '实验小学',
      '重阳幼儿园',
    ])
    expect(await namesOf(director, { parentId: tree.cluster.id })).toEqual([
      '实验小学',
      '教务处',
      '语文组',
      '重阳幼儿园',
    ])
    expect(await namesOf(director, { parentId: tree.bureau.id, keyword: '局' })).toEqual([])
    expect(await namesOf(director, { within: 'children' })).toEqual(['云禾区教育局'])
    expect(await namesOf(director, { keyword: '局' })).toEqual(['云禾区教育局'])
  })

  it('filters by type, stage and status together', async () => {
    expect(await namesOf(director, { type: 'school', sort: 'name' })).toEqual(['100%小学', '实验小学', '云禾第101中学'])
    expect(await namesOf(director, { stage: 2 })).toEqual(['实验小学', '100%小学'])
    expect(await namesOf(director, { stage: 2, type: 'school', keyword: '实验', status: 'open' })).toEqual(['实验小学'])
    expect(await namesOf(director, { status: 'disabled' })).toEqual(['重阳幼儿园'])
  })

  it('sorts by the requested column, in both directions', async () => {
    expect((await namesOf(director, { sort: 'people', desc: true }))[0]).toBe('实验小学')
    expect((await namesOf(director, { sort: 'children', desc: true })).slice(0, 2)).toEqual([
      '云禾区教育局',
      '第一学区',
    ])
    const upwards = await namesOf(director)
    expect(await namesOf(director, { desc: true })).toEqual(upwards.toReversed())
  })

  it('returns consistent pages and the total', async () => {
    const whole = await namesOf(director, { sort: 'name' })
    const pages = []
    for (const pageNumber of [1, 2, 3]) pages.push(await search(director, { sort: 'name', pageNumber, pageSize: 4 }))
    expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(whole)
    expect(pages[0]).toMatchObject({ itemCount: 9, pageCount: 3 })
    expect(await search(director, { pageNumber: 9 })).toMatchObject({ itemCount: 9, pageCount: 1, items: [] })
  })

  it('stays in the caller’s scope', async () => {
    expect(await namesOf(administrator)).toEqual(['实验小学', '教务处', '语文组'])
    expect(await namesOf(administrator, { keyword: '幼儿园' })).toEqual([])
    for (const parentId of [tree.cluster.id, tree.bureau.id, tree.kindergarten.id])
      await expect(search(administrator, { parentId })).rejects.toMatchObject({ ret: Ret.notFound })
    const stranger = createActor({ districtId: database.away }, withOrgPermissions(wholeDistrict))
    expect(await namesOf(stranger, { keyword: '实验' })).toEqual([])
    await expect(search(createActor())).rejects.toMatchObject({ ret: Ret.forbidden })
  })
})

describe('a search in a large district', () => {
  beforeEach(async () => {
    await as(director, ({ db, now }) => insertTree(db, rowsBelow(tree.office, 10_050), now))
    await database.sql('vacuum analyze tenant.organisation')
  })

  it('counts up to ten thousand and says that there are more', async () => {
    expect(await search(director, { keyword: '组' })).toMatchObject({ itemCount: 10_000, more: true })
    expect(await search(director, { keyword: 'zu', sort: 'name', desc: true })).toMatchObject({ more: true })
  })

  it('inside a school reads only the school, by the path index', async () => {
    const plan = await planOf(`select id from organisation where deleted_at is null and path <@ '${tree.school.path}'`)
    expect(plan).toContain('organisation_below')
  })

  it('by name scans the names only, in list order', async () => {
    const plan = await planOf(
      "select id from organisation where deleted_at is null and name like '%实验%' order by sort, id limit 20",
    )
    expect(plan).toContain('Index Only Scan using organisation_words')
  })

  /** As the application's role, because row-level security can make an index unusable that works for the owner. */
  const planOf = (statement: string) =>
    as(director, async ({ db }) => {
      const { CompiledQuery } = await import('kysely')
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${statement}`))
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
})

describe('the summary', () => {
  it('equals the result of a slow count in scope', async () => {
    const whole = await as(director, getSummary)
    expect(whole).toMatchObject({ schools: 3, kindergartens: 1, others: 1, people: 0, disabled: 1, countedAt: null })
    await database.sql('update tenant.organisation set user_count = 40, own_user_count = 3 where id = $1', [
      tree.school.id,
    ])
    expect(await as(administrator, getSummary)).toMatchObject({ schools: 1, others: 0, departments: 2, people: 40 })
    const alone = createActor({}, withOrgPermissions({ ...emptyScope, orgIds: [tree.school.id] }))
    expect(await as(alone, getSummary)).toMatchObject({ schools: 1, departments: 0, people: 3 })
    const nobody = createActor({}, withOrgPermissions(emptyScope))
    expect(await as(nobody, getSummary)).toMatchObject({ schools: 0, departments: 0, people: 0, disabled: 0 })
  })
})

describe('the caller’s own organisation', () => {
  it('is visible to every member, with the bureau above it', async () => {
    await database.sql("update tenant.organisation set phone = '0571-88880000' where id = $1", [tree.bureau.id])
    const teacher = createActor({ orgId: tree.school.id })
    expect(await as(teacher, getOwnOrganisation)).toMatchObject({
      id: tree.school.id,
      name: '实验小学',
      type: 'school',
      bureauName: '云禾区教育局',
      bureauPhone: '0571-88880000',
    })
  })
})
