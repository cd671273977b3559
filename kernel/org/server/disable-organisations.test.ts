import { beforeEach, describe, expect, it } from 'vitest'
import { newId, Ret, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { maxTargets, type DisableTargets, type OrganisationFilter } from '../contract.ts'
import { insertTree } from './queries.ts'
import { disableOrganisations, previewDisable } from './service/disable-organisations.ts'
import { withOrgPermissions, createTree, rowsBelow, treeOf, type Tree } from './tree.fixture.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let director: Actor
let administrator: Actor

beforeEach(async () => {
  await database.sql('delete from tenant.operation_log')
  await database.sql('truncate tenant.organisation_history')
  await database.sql('delete from tenant.organisation')
  tree = await as(createActor(), createTree)
  director = createActor({ orgId: tree.bureau.id }, withOrgPermissions(wholeDistrict))
  administrator = createActor({ orgId: tree.school.id }, withOrgPermissions(treeOf(tree.school)))
})

const close = (who: Actor, targets: DisableTargets) =>
  as(who, (ctx) => disableOrganisations(ctx, { targets, isDisabled: true }))
const open = (who: Actor, targets: DisableTargets) =>
  as(who, (ctx) => disableOrganisations(ctx, { targets, isDisabled: false }))
const closed = async () =>
  (await database.sql<{ name: string }>('select name from tenant.organisation where is_disabled order by name')).map(
    ({ name }) => name,
  )
const all = (filter: Partial<OrganisationFilter> = {}, except: string[] = []): DisableTargets => ({
  all: true,
  filter: { parentId: null, within: 'below', keyword: '', ...filter },
  except,
})

describe('disabling chosen organisations', () => {
  it('previews the effect and changes nothing', async () => {
    await database.sql('update tenant.organisation set user_count = 30 where id = $1', [tree.school.id])
    await database.sql('update tenant.organisation set user_count = 12 where id = $1', [tree.academic.id])
    const targets = { ids: [tree.school.id, tree.academic.id, tree.kindergarten.id] }
    const preview = await as(director, (ctx) => previewDisable(ctx, { targets, isDisabled: true }))
    // The department is below the school: its people and its group belong to the school and count once.
    expect(preview).toEqual({ count: 3, already: 0, below: 1, people: 30, names: ['实验小学', '教务处', '重阳幼儿园'] })
    expect(await closed()).toEqual([])
  })

  it('returns the changed organisations, so that it can be undone', async () => {
    await close(director, { ids: [tree.kindergarten.id] })
    const done = await close(director, { ids: [tree.school.id, tree.kindergarten.id] })
    expect(done).toMatchObject({ count: 1, already: 1, names: ['实验小学'], changed: [tree.school.id] })
    expect(await closed()).toEqual(['实验小学', '重阳幼儿园'])
    expect(await open(director, { ids: done.changed })).toMatchObject({ count: 1, changed: [tree.school.id] })
    expect(await closed()).toEqual(['重阳幼儿园'])
  })

  it('leaves the organisations below as they are', async () => {
    await close(director, { ids: [tree.cluster.id] })
    expect(await closed()).toEqual(['第一学区'])
  })

  it('increments the version, so that an open form is refused', async () => {
    const version = async () =>
      (
        await database.sql<{ version: number }>('select version from tenant.organisation where id = $1', [
          tree.school.id,
        ])
      )[0]!.version
    const before = await version()
    await close(director, { ids: [tree.school.id] })
    expect(await version()).toBe(before + 1)
  })

  it('changes none of them when one is out of scope', async () => {
    for (const foreign of [tree.kindergarten.id, tree.bureau.id, newId()])
      await expect(close(administrator, { ids: [tree.academic.id, foreign] })).rejects.toMatchObject({
        ret: Ret.notFound,
      })
    const stranger = createActor({ districtId: database.away }, { 'org.disable': wholeDistrict })
    await expect(close(stranger, { ids: [tree.school.id] })).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(close(createActor(), { ids: [tree.school.id] })).rejects.toMatchObject({ ret: Ret.forbidden })
    expect(await closed()).toEqual([])
  })

  it('never disables the caller’s present or home organisation, nor the bureau', async () => {
    await expect(close(administrator, { ids: [tree.school.id] })).rejects.toThrow('不能停用本单位')
    await expect(close(director, { ids: [tree.bureau.id] })).rejects.toThrow('不能停用本单位')
    const visitor = { ...director, orgId: tree.school.id, homeOrgId: tree.kindergarten.id }
    await expect(close(visitor, { ids: [tree.school.id] })).rejects.toThrow('不能停用本单位')
    await expect(close(visitor, { ids: [tree.kindergarten.id] })).rejects.toThrow('不能停用本单位')
    await expect(close(visitor, { ids: [tree.bureau.id] })).rejects.toThrow('不能停用教育局')
  })

  it('lets a school’s administrator disable the school’s departments', async () => {
    expect(await close(administrator, { ids: [tree.group.id] })).toMatchObject({ count: 1 })
    const colleague = { ...administrator, orgId: tree.academic.id }
    await expect(close(colleague, { ids: [tree.school.id] })).rejects.toThrow('所选机构由上级单位管理')
  })
})

describe('disabling all search results', () => {
  it('disables the results except the exceptions, and records which', async () => {
    const schools = all({ keyword: '小学' }, [])
    expect(await close(director, schools)).toMatchObject({ count: 1, changed: [tree.school.id] })
    expect(await close(director, all({ type: 'department' }, [tree.office.id]))).toMatchObject({ count: 2 })
    expect(await closed()).toEqual(['实验小学', '教务处', '语文组'])
    const log = await database.sql<{ title: string; object_ids: string[] }>(
      'select title, object_ids from tenant.operation_log order by id',
    )
    expect(log.map(({ title }) => title)).toEqual(['批量停用组织', '批量停用组织'])
    expect(log[1]!.object_ids.toSorted()).toEqual([tree.academic.id, tree.group.id].toSorted())
  })

  it('skips those that already are in the wanted state', async () => {
    await close(director, { ids: [tree.school.id] })
    const done = await open(director, all({ status: 'disabled' }))
    expect(done).toMatchObject({ count: 1, already: 0, changed: [tree.school.id] })
  })

  it('skips the bureau and the caller’s own organisation without an error', async () => {
    const done = await close(administrator, all())
    expect(done.changed.toSorted()).toEqual([tree.academic.id, tree.group.id].toSorted())
    await close(director, all())
    expect(await closed()).toEqual(['办公室', '实验小学', '教务处', '第一学区', '语文组', '重阳幼儿园'])
  })

  it('stays in the caller’s scope', async () => {
    await expect(close(administrator, all({ parentId: tree.cluster.id }))).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await close(administrator, all({ keyword: '重阳' }))).toMatchObject({ count: 0, changed: [] })
    const stranger = createActor({ districtId: database.away }, { 'org.disable': wholeDistrict })
    expect(await close(stranger, all())).toMatchObject({ count: 0 })
    expect(await closed()).toEqual([])
  })

  it('refuses thousands in one request', async () => {
    await as(director, ({ db, now }) => insertTree(db, rowsBelow(tree.school, maxTargets), now))
    await expect(close(director, all({ parentId: tree.school.id }))).rejects.toThrow(
      `一次最多处理${maxTargets}个机构，请缩小范围`,
    )
    const some = await close(director, all({ parentId: tree.school.id }, [tree.academic.id, tree.group.id]))
    expect(some.count).toBe(maxTargets)
  })
})
