import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayOf, emptyScope, type Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import type { OrgGrant, OrgRelation } from '../contract.ts'
import { insertRole, assignRole, createSchools, publishApp, type Schools } from './grant.fixture.ts'
import { listExpiringGrants, extendGrants } from './service/grants/expiring-grants.ts'
import { saveObjectApps, saveObjectsOfApp, grantToOrg, saveOrgsOfApp } from './service/grants/save-grants.ts'
import { getAppTree, getOrgGrantTree, getRelationTree, getUserRelations } from './service/grants/grant-trees.ts'
import { getViewerApps } from './service/centre/viewer-applications.ts'

const database = useDatabase()
const { as } = database
let schools: Schools
let general: string
let ownRole: string

beforeAll(async () => {
  schools = await createSchools(database)
  for (const key of ['公文', '通知']) await publishApp(database, key, 'org')
  await publishApp(database, '采购', 'role')
  await publishApp(database, '题库', 'person')
  await publishApp(database, '门户', 'public')
  await publishApp(database, '校本', 'org', schools.near.id)
  general = await insertRole(database, '总务', null, 'general')
  ownRole = await insertRole(database, '采购员', schools.near.id)
  await assignRole(database, general, schools.nearStaff[0]!)
  await assignRole(database, general, schools.farStaff[0]!)
  await assignRole(database, ownRole, schools.nearStaff[1]!)
})
beforeEach(() => database.sql('delete from tenant.app_grant'))

interface Days {
  from: string | null
  to: string | null
}
const days: Days = { from: null, to: null }
const inDays = (count: number) => dayOf(new Date(Date.now() + count * 24 * 3600_000))
const saveOrgs = (actor: Actor, key: string, orgs: OrgGrant[], when: Days = days) =>
  as(actor, (ctx) => saveOrgsOfApp(ctx, { key, orgs, ...when }))
const saveFor = (actor: Actor, type: 1 | 2 | 3, objectId: string, appKeys: string[]) =>
  as(actor, (ctx) => saveObjectApps(ctx, { type, objectId, appKeys }))
const saveObjects = (actor: Actor, type: 2 | 3, key: string, objectIds: string[], when: Days = days) =>
  as(actor, (ctx) => saveObjectsOfApp(ctx, { type, key, objectIds, ...when }))
/** The applications that the actor may open now, as the application centre shows them. */
const opens = (actor: Actor) =>
  as(actor, async (ctx) => {
    const { seen } = await getViewerApps(ctx, actor)
    return seen.flatMap(({ app, state }) => (state === 'mine' && app.audience !== 'public' ? app.key : [])).toSorted()
  })
/** The names of the organisations where an application is open, and their own entries. */
const openIn = async (actor: Actor, key: string) => {
  const flat = (nodes: readonly OrgRelation[]): OrgRelation[] => nodes.flatMap((node) => [node, ...flat(node.children)])
  return flat(await as(actor, (ctx) => getOrgGrantTree(ctx, key))).map(
    ({ name, own, isRelation }) => `${name}${isRelation ? ' 开' : ''}${own === 'none' ? '' : ` ${own}`}`,
  )
}

describe('grants to organisations', () => {
  it('are own, inherited, or refused although given above', async () => {
    const { chief, bureau, cluster, near, next, far } = schools
    expect(await saveOrgs(chief, '公文', [{ orgId: bureau.id, own: 'with-below' }])).toEqual({ given: 1, taken: 0 })
    await saveOrgs(chief, '公文', [{ orgId: cluster.id, own: 'refused' }])
    await saveOrgs(chief, '公文', [{ orgId: next.id, own: 'given' }])
    expect(await openIn(chief, '公文')).toEqual([
      '云禾区教育局 开 with-below',
      '第一学区 refused',
      '实验小学',
      '重阳小学 开 given',
      '文澜中学 开',
    ])
    expect(await opens(schools.nearStaff[0]!)).toEqual([])
    expect(await opens(schools.nextStaff[0]!)).toEqual(['公文'])
    expect(await opens(schools.farStaff[0]!)).toEqual(['公文'])
    await saveOrgs(chief, '公文', [
      { orgId: cluster.id, own: 'none' },
      { orgId: next.id, own: 'none' },
      { orgId: far.id, own: 'refused' },
    ])
    expect(await opens(schools.nearStaff[0]!)).toEqual(['公文'])
    expect(await opens(schools.farStaff[0]!)).toEqual([])
    expect(near.id).toBeTruthy()
  })

  it('are listed for the organisations of the caller, from the topmost down', async () => {
    const { chief, clusterHead, head, bureau, far, office } = schools
    await saveOrgs(chief, '公文', [{ orgId: bureau.id, own: 'with-below' }])
    expect(await openIn(clusterHead, '公文')).toEqual(['第一学区 开', '实验小学 开', '重阳小学 开'])
    const [top] = await as(head, (ctx) => getOrgGrantTree(ctx, '公文'))
    expect(top).toMatchObject({ name: '实验小学', parentId: null, type: 1, children: [] })
    await expect(saveOrgs(clusterHead, '公文', [{ orgId: far.id, own: 'refused' }])).rejects.toThrow('组织不存在')
    await expect(saveOrgs(chief, '公文', [{ orgId: office.id, own: 'given' }])).rejects.toThrow('组织不存在')
    await expect(saveOrgs(chief, '没有的', [])).rejects.toThrow('应用不存在')
    await expect(saveOrgs(chief, '门户', [{ orgId: far.id, own: 'given' }])).rejects.toThrow('“门户”不按组织授权')
  })

  it('can have a first and a last day', async () => {
    const { chief, near, far } = schools
    const when = { from: '2020-01-01', to: inDays(400) }
    await saveOrgs(chief, '公文', [{ orgId: near.id, own: 'given' }], when)
    await saveOrgs(chief, '公文', [{ orgId: far.id, own: 'given' }], { from: '2099-01-01', to: null })
    expect(await opens(schools.nearStaff[0]!)).toEqual(['公文'])
    expect(await opens(schools.farStaff[0]!)).toEqual([])
    // The last day is included.
    await saveOrgs(chief, '公文', [{ orgId: near.id, own: 'given' }], { from: null, to: inDays(0) })
    expect(await opens(schools.nearStaff[0]!)).toEqual(['公文'])
    await database.sql('update tenant.app_grant set over_on = $1 where object_id = $2', [inDays(0), near.id])
    expect(await opens(schools.nearStaff[0]!)).toEqual([])
    await expect(saveOrgs(chief, '公文', [], { from: inDays(40), to: inDays(39) })).rejects.toThrow(
      '结束日期不能早于开始日期',
    )
    await expect(saveOrgs(chief, '公文', [], { from: null, to: '2020-02-01' })).rejects.toThrow('不能早于今天')
  })
})

describe('a decider of a school or cluster', () => {
  it('grants only what is open there', async () => {
    const { chief, clusterHead, head, cluster, near, next } = schools
    const notOpen = '该应用未对本单位开通'
    await expect(saveOrgs(head, '公文', [{ orgId: near.id, own: 'given' }])).rejects.toThrow(notOpen)
    await expect(saveFor(head, 1, near.id, ['公文'])).rejects.toThrow(notOpen)
    await expect(saveFor(head, 3, schools.nearStaff[0]!.userId, ['题库'])).rejects.toThrow(notOpen)
    await expect(saveObjects(head, 3, '题库', [schools.nearStaff[0]!.userId])).rejects.toThrow(notOpen)
    await expect(saveFor(head, 2, ownRole, ['采购'])).rejects.toThrow(notOpen)
    await saveOrgs(chief, '公文', [{ orgId: cluster.id, own: 'given' }])
    await saveOrgs(clusterHead, '公文', [{ orgId: next.id, own: 'given' }])
    expect(await opens(schools.nextStaff[0]!)).toEqual(['公文'])
    await saveOrgs(chief, '题库', [{ orgId: near.id, own: 'given' }])
    await saveObjects(head, 3, '题库', [schools.nearStaff[0]!.userId])
    expect(await opens(schools.nearStaff[0]!)).toEqual(['题库'])
    expect(await opens(schools.nearStaff[1]!)).toEqual([])
  })

  it('refuses an application and allows it again, unless the refusal came from above', async () => {
    const { chief, head, bureau, near } = schools
    await saveOrgs(chief, '公文', [{ orgId: bureau.id, own: 'with-below' }])
    expect(await saveFor(head, 1, near.id, [])).toEqual({ given: 0, taken: 1 })
    expect(await opens(schools.nearStaff[0]!)).toEqual([])
    expect(await saveFor(head, 1, near.id, ['公文'])).toEqual({ given: 1, taken: 0 })
    expect(await opens(schools.nearStaff[0]!)).toEqual(['公文'])
    await saveOrgs(chief, '公文', [{ orgId: near.id, own: 'refused' }])
    await expect(saveFor(head, 1, near.id, ['公文'])).rejects.toThrow('该应用未对本单位开通')
    await expect(saveOrgs(head, '公文', [{ orgId: near.id, own: 'none' }])).rejects.toThrow('该应用未对本单位开通')
    expect(await opens(schools.nearStaff[0]!)).toEqual([])
  })

  it('cannot extend a grant that was made above', async () => {
    const { chief, head, near } = schools
    await saveOrgs(chief, '公文', [{ orgId: near.id, own: 'given' }], { from: null, to: inDays(400) })
    const decidedAbove = '该授权由上级设置，不能更改'
    await expect(saveOrgs(head, '公文', [{ orgId: near.id, own: 'with-below' }])).rejects.toThrow(decidedAbove)
    await expect(saveOrgs(head, '公文', [{ orgId: near.id, own: 'given' }])).rejects.toThrow(decidedAbove)
    const { clusterHead, cluster, next } = schools
    await saveOrgs(chief, '通知', [
      { orgId: cluster.id, own: 'with-below' },
      { orgId: next.id, own: 'refused' },
    ])
    for (const own of ['none', 'given'] as const)
      await expect(saveOrgs(clusterHead, '通知', [{ orgId: next.id, own }])).rejects.toThrow(decidedAbove)
    const [grant] = await database.sql<{ id: string }>('select id from tenant.app_grant')
    await expect(as(head, (ctx) => extendGrants(ctx, { ids: [grant!.id], to: null }))).rejects.toThrow(decidedAbove)
  })

  it('decides about applications that the school registered', async () => {
    expect(await saveFor(schools.head, 1, schools.near.id, ['校本'])).toEqual({ given: 1, taken: 0 })
    expect(await opens(schools.nearStaff[0]!)).toEqual(['校本'])
    const tree = await as(schools.clusterHead, getAppTree)
    expect(tree.flatMap(({ children }) => children.map(({ id }) => id))).toContain('校本')
  })

  it('is refused without the permission', async () => {
    const teacher = { ...schools.nearStaff[0]!, permissions: new Map() }
    await expect(as(teacher, getAppTree)).rejects.toThrow('没有权限')
    const nowhere = {
      ...teacher,
      permissions: new Map(['app.review', 'app.grant'].map((right) => [right, emptyScope])),
    }
    expect(await as(nowhere, (ctx) => getOrgGrantTree(ctx, '公文'))).toEqual([])
    await expect(saveFor(nowhere, 1, schools.near.id, ['公文'])).rejects.toThrow('组织不存在')
  })
})

describe('the applications of an organisation, role or person', () => {
  it('are chosen from a tree of what can be granted to such objects', async () => {
    const { chief, near } = schools
    await saveFor(chief, 1, near.id, ['公文', '采购'])
    const ticks = async (type: number, id: string) =>
      (await as(chief, (ctx) => getRelationTree(ctx, type, id))).flatMap(({ children }) =>
        children.map(({ key, isRelation }) => `${key}${isRelation ? '✓' : ''}`),
      )
    expect((await ticks(1, near.id)).toSorted()).toEqual(['公文✓', '校本', '通知', '采购✓', '题库'].toSorted())
    await saveFor(chief, 2, general, ['采购'])
    expect(await ticks(2, general)).toEqual(['采购✓'])
    expect(await ticks(3, schools.nearStaff[0]!.userId)).toEqual(['题库'])
    await expect(saveFor(chief, 2, general, ['公文'])).rejects.toThrow('“公文”不按角色授权')
    await expect(saveFor(chief, 3, schools.nearStaff[0]!.userId, ['采购'])).rejects.toThrow('“采购”不按人员授权')
    expect(await saveFor(chief, 1, near.id, ['通知'])).toEqual({ given: 1, taken: 2 })
    expect(await opens(schools.nearStaff[0]!)).toEqual(['通知'])
  })

  it('given to a role are visible to its holders where the application is open', async () => {
    const { chief, near, far } = schools
    await saveOrgs(chief, '采购', [
      { orgId: near.id, own: 'given' },
      { orgId: far.id, own: 'given' },
    ])
    await saveFor(chief, 2, general, ['采购'])
    const who = async () => {
      const all = [...schools.nearStaff, ...schools.nextStaff, ...schools.farStaff]
      const seen = await Promise.all(all.map(async (actor) => (await opens(actor)).includes('采购')))
      return all.flatMap((actor, at) => (seen[at] ? actor.userId : []))
    }
    expect(await who()).toEqual([schools.nearStaff[0]!.userId, schools.farStaff[0]!.userId])
    await saveOrgs(chief, '采购', [{ orgId: far.id, own: 'refused' }])
    expect(await who()).toEqual([schools.nearStaff[0]!.userId])
  })

  it('are replaced only within the caller’s scope', async () => {
    const { chief, head, near } = schools
    const [ours, theirs] = [schools.nearStaff[0]!.userId, schools.farStaff[0]!.userId]
    await saveObjects(chief, 3, '题库', [ours, theirs], { from: null, to: inDays(400) })
    await saveOrgs(chief, '题库', [{ orgId: near.id, own: 'given' }])
    const { users } = await as(head, (ctx) => getUserRelations(ctx, '题库'))
    expect(users).toMatchObject([{ userId: ours, orgName: '实验小学', from: null, to: inDays(400) }])
    expect(await saveObjects(head, 3, '题库', [schools.nearStaff[1]!.userId])).toEqual({ given: 1, taken: 1 })
    expect((await as(chief, (ctx) => getUserRelations(ctx, '题库'))).users.map(({ userId }) => userId)).toEqual(
      expect.arrayContaining([theirs, schools.nearStaff[1]!.userId]),
    )
    await expect(saveObjects(head, 3, '题库', [theirs])).rejects.toThrow('人员不存在')
    await saveOrgs(chief, '采购', [{ orgId: near.id, own: 'given' }])
    await saveObjects(chief, 2, '采购', [general])
    await expect(saveObjects(head, 2, '采购', [general])).rejects.toThrow('全区角色的授权由区管理员设置')
    expect(await saveObjects(head, 2, '采购', [ownRole])).toEqual({ given: 1, taken: 0 })
    const { roles } = await as(chief, (ctx) => getUserRelations(ctx, '采购'))
    expect(roles).toMatchObject([
      { name: '总务', memberCount: 2 },
      { name: '采购员', orgName: '实验小学', memberCount: 1 },
    ])
  })
})

describe('expiring grants', () => {
  const page = { pageNumber: 1, pageSize: 20 }

  it('are listed for their deciders and can be extended', async () => {
    const { chief, head, near, far } = schools
    await saveOrgs(chief, '公文', [
      { orgId: near.id, own: 'given' },
      { orgId: far.id, own: 'given' },
    ])
    await saveObjects(chief, 3, '题库', [schools.nearStaff[0]!.userId])
    await saveObjects(chief, 2, '采购', [general])
    const end = (kind: string, overOn: string, id: string | null = null) =>
      database.sql(
        'update tenant.app_grant set over_on = $2 where object_kind = $1 and ($3::uuid is null or object_id = $3)',
        [kind, overOn, id],
      )
    for (const kind of ['role', 'person']) await end(kind, inDays(20))
    await end('org', inDays(-20), near.id)
    await end('org', inDays(90), far.id)
    const list = async (actor: Actor) =>
      (await as(actor, (ctx) => listExpiringGrants(ctx, page))).items.map(
        ({ name, type, isOver }) => `${name}${type}${isOver}`,
      )
    expect((await list(chief)).toSorted()).toEqual(['公文1true', '采购2false', '题库3false'])
    expect(await list(head)).toEqual(['题库3false', '公文1true'])
    const { items } = await as(chief, (ctx) => listExpiringGrants(ctx, page))
    const ids = items.map(({ id }) => id)
    expect(await as(chief, (ctx) => extendGrants(ctx, { ids, to: '2099-12-31' }))).toEqual({ changed: 3 })
    expect(await list(chief)).toEqual([])
    expect(await opens(schools.nearStaff[0]!)).toContain('公文')
    await expect(as(schools.clusterHead, (ctx) => extendGrants(ctx, { ids, to: null }))).rejects.toThrow('授权不存在')
    await expect(as(chief, (ctx) => extendGrants(ctx, { ids, to: '2020-01-01' }))).rejects.toThrow('不能早于今天')
  })
})

it('an approved request opens the application for the requester', async () => {
  const { chief, near } = schools
  await as(chief, (ctx) => grantToOrg(ctx, '公文', near.id))
  expect(await opens(schools.nearStaff[0]!)).toEqual(['公文'])
  await saveOrgs(chief, '公文', [{ orgId: near.id, own: 'refused' }])
  await as(chief, (ctx) => grantToOrg(ctx, '公文', near.id))
  expect(await opens(schools.nearStaff[0]!)).toEqual(['公文'])
})
