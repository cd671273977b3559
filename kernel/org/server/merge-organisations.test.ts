import { beforeEach, describe, expect, it } from 'vitest'
import { emptyScope, Ret, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { OrgType } from '../contract.ts'
import { FakeContents } from './org-contents.fixture.ts'
import { addOrganisation } from './service/edit-organisation.ts'
import { getOrganisationHistory } from './service/organisation-history.ts'
import { createOrganisation } from './service/create-organisations.ts'
import { mergeOrganisations, previewMerge } from './service/merge-organisations.ts'
import { splitOrganisation } from './service/split-organisation.ts'
import { withOrgPermissions, treeOf } from './tree.fixture.ts'

const database = useDatabase()
const { as, sql } = database
let director: Actor
let people: FakeContents
let devices: FakeContents
let bureau: { id: string; path: string }
/** Two primary schools: 东街 is merged into 实验. */
let experimental: { id: string; path: string }
let east: { id: string; path: string }
let ids: Record<string, string>

beforeEach(async () => {
  await sql('truncate tenant.organisation_history')
  await sql('delete from tenant.organisation')
  people = new FakeContents({ key: 'people', title: '人员', measure: '名' })
  devices = new FakeContents({ key: 'devices', title: '设备', measure: '台' })
  people.declareIn(database, { arePeople: true })
  devices.declareIn(database)
  await as(createActor(), async (ctx) => {
    const make = (name: string, parent: { id: string; path: string } | null, type: OrgType = 'department') =>
      createOrganisation(ctx, { name, parent, type })
    bureau = await make('云禾区教育局', null, 'bureau')
    const cluster = await make('第一学区', bureau, 'cluster')
    experimental = await make('实验小学', bureau, 'school')
    east = await make('东街小学', cluster, 'school')
    const academicThere = await make('教务处', experimental)
    const chineseThere = await make('语文组', academicThere)
    const academic = await make('教务处', east)
    const chinese = await make('语文组', academic)
    const maths = await make('数学组', academic)
    const library = await make('图书馆', east)
    const loans = await make('借阅组', library)
    ids = Object.fromEntries(
      Object.entries({
        cluster,
        academicThere,
        chineseThere,
        academic,
        chinese,
        maths,
        library,
        loans,
      }).map(([name, { id }]) => [name, id]),
    )
  })
  director = createActor({ orgId: bureau.id }, withOrgPermissions(wholeDistrict))
  people.put('校长', east.id)
  people.put('语文老师', ids['chinese']!)
  people.put('数学老师', ids['maths']!)
  people.put('教两科的老师', ids['chinese']!, ids['maths']!)
  people.put('图书管理员', ids['loans']!)
  people.put('两校都在的老师', ids['chinese']!, ids['chineseThere']!)
  devices.put('考勤机', east.id)
})

const both = () => ({ fromId: east.id, toId: experimental.id })
const row = async (id: string) =>
  (await sql('select *, path::text as path from tenant.organisation where id = $1', [id]))[0]!
const kindsOf = async (id: string) =>
  (await sql<{ kind: string }>('select kind from tenant.organisation_history where org_id = $1 order by id', [id])).map(
    ({ kind }) => kind,
  )

describe('the preview of a merge', () => {
  it('shows what moves and which departments are merged, and changes nothing', async () => {
    const { contents, ...preview } = await as(director, (ctx) => previewMerge(ctx, both()))
    // Other modules' contents are registered only if an earlier test file loaded them.
    expect(contents.filter(({ count }) => count > 0)).toEqual([
      { key: 'people', title: '人员', measure: '名', count: 6 },
      { key: 'devices', title: '设备', measure: '台', count: 1 },
    ])
    expect(preview).toEqual({
      from: { id: east.id, name: '东街小学' },
      to: { id: experimental.id, name: '实验小学' },
      departments: [
        { name: '教务处', becomes: 'joins', people: 0 },
        { name: '教务处 / 语文组', becomes: 'joins', people: 3 },
        { name: '教务处 / 数学组', becomes: 'moves', people: 2 },
        { name: '图书馆', becomes: 'moves', people: 1 },
      ],
      obstacles: [],
    })
    expect(await row(east.id)).toMatchObject({ deleted_at: null, version: 1 })
  })

  it('lists the obstacles, and the merge is refused for them', async () => {
    const college = await as(director, (ctx) =>
      addOrganisation(ctx, { name: '教师进修学校', type: 'institution', parentId: bureau.id }),
    )
    const obstacles = async (fromId: string, toId: string, who = director) =>
      (await as(who, (ctx) => previewMerge(ctx, { fromId, toId }))).obstacles
    expect(await obstacles(east.id, east.id)).toEqual(['不能并入自己'])
    expect(await obstacles(east.id, college.id)).toEqual(['学校和直属单位不能互相合并'])
    expect(await obstacles(ids['cluster']!, experimental.id)).toEqual(['只有学校、幼儿园和直属单位可以合并：第一学区'])
    const visitor = { ...director, orgId: east.id }
    expect(await obstacles(east.id, experimental.id, visitor)).toEqual(['不能合并您当前所在的机构'])
    await sql('update tenant.organisation set is_disabled = true where id = $1', [experimental.id])
    expect(await obstacles(east.id, experimental.id)).toEqual(['实验小学已停用'])
    await expect(as(director, (ctx) => mergeOrganisations(ctx, both()))).rejects.toThrow('实验小学已停用')
    expect(await row(east.id)).toMatchObject({ deleted_at: null })
  })

  it('needs both organisations in scope, in one district', async () => {
    const head = createActor({ orgId: east.id }, withOrgPermissions(treeOf(east)))
    const stranger = createActor({ districtId: database.away }, withOrgPermissions(wholeDistrict))
    for (const who of [head, stranger]) {
      await expect(as(who, (ctx) => previewMerge(ctx, both()))).rejects.toMatchObject({ ret: Ret.notFound })
      await expect(as(who, (ctx) => mergeOrganisations(ctx, both()))).rejects.toMatchObject({ ret: Ret.notFound })
    }
    await expect(as(createActor(), (ctx) => mergeOrganisations(ctx, both()))).rejects.toMatchObject({
      ret: Ret.forbidden,
    })
    // A scope of two schools covers what is in them, not the schools themselves.
    const paths = [east.path, experimental.path]
    const headOfBoth = createActor({ orgId: bureau.id }, withOrgPermissions({ ...emptyScope, orgPaths: paths }))
    await expect(as(headOfBoth, (ctx) => mergeOrganisations(ctx, both()))).rejects.toThrow('所选机构由上级单位管理')
  })
})

describe('a merge', () => {
  it('moves departments, people, devices and counts completely', async () => {
    await as(director, (ctx) => mergeOrganisations(ctx, both()))

    expect(await row(east.id)).toMatchObject({
      merged_to: experimental.id,
      is_disabled: true,
      user_count: 0,
      child_count: 0,
      descendant_count: 0,
      deleted_at: expect.any(Date),
    })
    const alive = await sql<{ name: string; parent_id: string }>(
      'select name, parent_id from tenant.organisation where deleted_at is null and path <@ $1::ltree order by name',
      [experimental.path],
    )
    expect(alive.map(({ name }) => name).toSorted()).toEqual(
      ['借阅组', '图书馆', '实验小学', '教务处', '数学组', '语文组'].toSorted(),
    )
    expect(
      await sql('select from tenant.organisation where deleted_at is null and path <@ $1::ltree', [east.path]),
    ).toEqual([])
    expect(await row(ids['maths']!)).toMatchObject({ parent_id: ids['academicThere'], user_count: 2 })
    expect(await row(ids['library']!)).toMatchObject({ parent_id: experimental.id, user_count: 1, own_user_count: 0 })
    expect(await row(ids['chineseThere']!)).toMatchObject({ user_count: 3, own_user_count: 3 })
    expect(await row(experimental.id)).toMatchObject({
      child_count: 2,
      descendant_count: 5,
      user_count: 6,
      own_user_count: 1,
    })
    expect(await row(ids['cluster']!)).toMatchObject({ child_count: 0, descendant_count: 0, user_count: 0 })
    expect(await row(bureau.id)).toMatchObject({ child_count: 2, descendant_count: 7, user_count: 6 })
    expect([...devices.nodesByThing.get('考勤机')!]).toEqual([experimental.id])

    const [relocation] = people.relocations
    expect(relocation).toMatchObject({ isWhole: true, from: { id: east.id }, to: { id: experimental.id } })
    expect(relocation!.departments).toEqual(
      new Map([
        [ids['academic'], ids['academicThere']],
        [ids['chinese'], ids['chineseThere']],
        [ids['maths'], ids['maths']],
        [ids['library'], ids['library']],
        [ids['loans'], ids['loans']],
      ]),
    )
    expect(await kindsOf(east.id)).toEqual(['created', 'merged'])
    const [absorbed] = await as(director, (ctx) => getOrganisationHistory(ctx, experimental.id))
    expect(absorbed).toMatchObject({ kind: 'absorbed', before: '东街小学', after: '实验小学' })
    await expect(as(director, (ctx) => mergeOrganisations(ctx, both()))).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('is rolled back when a module leaves contents behind', async () => {
    devices.forgets = true
    await expect(as(director, (ctx) => mergeOrganisations(ctx, both()))).rejects.toThrow('devices')
    expect(await row(east.id)).toMatchObject({ deleted_at: null, merged_to: null, child_count: 2 })
    expect(await row(ids['maths']!)).toMatchObject({ parent_id: ids['academic'] })
  })

  it('of two organisations into each other at the same time succeeds once', async () => {
    const ended = await Promise.allSettled([
      as(director, (ctx) => mergeOrganisations(ctx, both())),
      as(director, (ctx) => mergeOrganisations(ctx, { fromId: experimental.id, toId: east.id })),
    ])
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await sql("select from tenant.organisation where type = 'school' and deleted_at is null")).toHaveLength(1)
  })
})

describe('a split', () => {
  const leave = (departmentIds: string[], name = '东街附属小学', type: OrgType = 'school') =>
    as(director, (ctx) => splitOrganisation(ctx, { id: east.id, name, type, departmentIds }))

  it('creates a sibling organisation from departments with their contents', async () => {
    await sql("update tenant.organisation set stages = '{2}', phone = '88886666' where id = $1", [east.id])
    const made = await leave([ids['library']!])
    expect(made).toMatchObject({
      name: '东街附属小学',
      pinyin: 'dongjiefushuxiaoxue',
      parentId: ids['cluster'],
      stages: [2],
      phone: '',
      childCount: 1,
      userCount: 1,
      ownUserCount: 0,
    })
    expect(await row(ids['loans']!)).toMatchObject({
      path: [bureau.path, ids['cluster'], made.id, ids['library'], ids['loans']].join('.').replaceAll('-', ''),
    })
    expect(await row(east.id)).toMatchObject({ child_count: 1, descendant_count: 3, user_count: 5, deleted_at: null })
    expect(await row(ids['cluster']!)).toMatchObject({ child_count: 2, descendant_count: 7, user_count: 6 })
    expect(people.relocations[0]).toMatchObject({ isWhole: false, from: { id: east.id }, to: { id: made.id } })
    expect(new Set(people.relocations[0]!.departments.keys())).toEqual(new Set([ids['library'], ids['loans']]))
    expect([...people.nodesByThing.get('校长')!]).toEqual([east.id])
    expect(await kindsOf(east.id)).toEqual(['created', 'split'])
    expect(await kindsOf(made.id)).toEqual(['split-off'])
  })

  it('accepts only direct departments, a free name and an allowed type', async () => {
    const wrong = (field: string, msg: string) => ({ ret: Ret.invalid, data: { errors: [{ field, msg }] } })
    await expect(leave([ids['loans']!])).rejects.toMatchObject(wrong('departmentIds', '所选部门不是该机构的直属部门'))
    await expect(leave([ids['academicThere']!])).rejects.toThrow('所选部门不是该机构的直属部门')
    await expect(leave([ids['library']!], '东街小学')).rejects.toMatchObject(wrong('name', '同级已存在同名组织'))
    await expect(leave([ids['library']!], '新部门', 'department')).rejects.toMatchObject(
      wrong('type', '学区下不能新建内设部门'),
    )
    await expect(leave([ids['library']!], '新单位', 'institution')).rejects.toThrow('学区下不能新建直属事业单位')
  })
})
