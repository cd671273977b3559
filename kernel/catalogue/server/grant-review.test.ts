import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { dayOf, type Actor, type Ctx, wholeDistrict } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { appRequestApi, catalogueApi, type OrgRelation } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { allWith, declareApprovals } from './application.fixture.ts'
import { insertRole, assignRole, createSchools, publishApp, type Schools } from './grant.fixture.ts'
import { listAuditors, saveAuditors } from './service/grants/auditors.ts'
import { listExpiringGrants, extendGrants } from './service/grants/expiring-grants.ts'
import { previewGrants } from './service/grants/preview-grants.ts'
import { saveObjectApps, saveObjectsOfApp, saveOrgsOfApp } from './service/grants/save-grants.ts'
import { saveTeachingAffairs } from './service/grants/teaching-affairs.ts'
import { getAppTree, getOrgGrantTree, getRelationTree, getUserRelations } from './service/grants/grant-trees.ts'
import { appRequests, decideAppRequest, requestApplication } from './service/centre/app-requests.ts'
import { getViewerApps } from './service/centre/viewer-applications.ts'

const database = useDatabase()
const { as } = database
let schools: Schools
let auditor: Actor
let clerks: string

const district = wholeDistrict
/** The permissions that the manifest gives to the auditor template. */
const auditorPermissions = Object.entries(manifest.permissions).flatMap(([code, { defaultFor }]) =>
  'auditor' in defaultFor ? code : [],
)
const page = { pageNumber: 1, pageSize: 20 }
const always = { from: null, to: null }
const inDays = (count: number) => dayOf(new Date(Date.now() + count * 24 * 3600_000))
const nextWeek = { from: inDays(7), to: null }

beforeAll(async () => {
  schools = await createSchools(database)
  declareApprovals(database, schools.chief)
  auditor = await as(schools.chief, (ctx) =>
    aTeacher(ctx, { at: schools.bureau, name: '审计', can: allWith(auditorPermissions, district) }),
  )
  await publishApp(database, '公文', 'org')
  await publishApp(database, '采购', 'role')
  await publishApp(database, '题库', 'person')
  clerks = await insertRole(database, '总务', null, 'general')
  await assignRole(database, clerks, schools.nearStaff[0]!)
})
beforeEach(() => database.sql('delete from tenant.app_grant'))

const saveOrgs = (
  key: string,
  orgId: string,
  own: 'given' | 'with-below' | 'none',
  when: typeof always | typeof nextWeek,
) => as(schools.chief, (ctx) => saveOrgsOfApp(ctx, { key, orgs: [{ orgId, own }], ...when }))
const saveObjects = (type: 2 | 3, key: string, objectIds: string[], when: typeof always | typeof nextWeek) =>
  as(schools.chief, (ctx) => saveObjectsOfApp(ctx, { type, key, objectIds, ...when }))
const opens = (actor: Actor) =>
  as(actor, async (ctx) =>
    (await getViewerApps(ctx, actor)).seen.flatMap(({ app, state }) => (state === 'mine' ? app.key : [])),
  )
const flat = (nodes: readonly OrgRelation[]): OrgRelation[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const orgsOf = async (actor: Actor, key: string) =>
  flat(await as(actor, (ctx) => getOrgGrantTree(ctx, key))).map(({ name, isRelation, comesOn }) => ({
    name,
    isRelation,
    comesOn,
  }))
/** The state of one application in the grant tree of one object. */
const treeSays = async (actor: Actor, type: number, objectId: string, key: string) => {
  const categories = await as(actor, (ctx) => getRelationTree(ctx, type, objectId))
  const { isRelation, comesOn } = categories.flatMap(({ children }) => children).find((app) => app.key === key)!
  return { isRelation, comesOn }
}

describe('an auditor', () => {
  it('sees all grants in the trees and lists', async () => {
    const { near, nearStaff, head } = schools
    await saveOrgs('公文', near.id, 'given', { from: null, to: null })
    await saveObjects(2, '采购', [clerks], always)
    await saveObjects(3, '题库', [nearStaff[0]!.userId], always)
    await database.sql(`update tenant.app_grant set over_on = $1 where object_kind = 'org'`, [inDays(9)])
    await as(schools.chief, (ctx) =>
      saveAuditors(ctx, { auditorType: 4, orgId: near.id, userIds: [nearStaff[0]!.userId] }),
    )
    await as(nearStaff[1]!, (ctx) => requestApplication(ctx, { key: '采购', reason: '采购教具' }))

    const apps = (await as(auditor, getAppTree)).flatMap(({ children }) => children.map(({ id }) => id))
    expect(apps).toEqual(expect.arrayContaining(['公文', '采购', '题库']))
    expect((await orgsOf(auditor, '公文')).filter(({ isRelation }) => isRelation)).toMatchObject([{ name: '实验小学' }])
    expect(await treeSays(auditor, 1, near.id, '公文')).toEqual({ isRelation: true, comesOn: null })
    expect(await treeSays(auditor, 2, clerks, '采购')).toEqual({ isRelation: true, comesOn: null })
    expect(await treeSays(auditor, 3, nearStaff[0]!.userId, '题库')).toEqual({ isRelation: true, comesOn: null })
    expect((await as(auditor, (ctx) => getUserRelations(ctx, '题库'))).users).toMatchObject([
      { userId: nearStaff[0]!.userId, comesOn: null },
    ])
    expect((await as(auditor, (ctx) => getUserRelations(ctx, '采购'))).roles).toMatchObject([{ roleId: clerks }])
    expect((await as(auditor, (ctx) => listExpiringGrants(ctx, page))).items).toMatchObject([{ name: '公文' }])
    expect(
      (await as(auditor, (ctx) => appRequests.list(ctx, { ...page, keyword: '', orgId: null }))).items,
    ).toMatchObject([{ name: '采购', org: { name: '实验小学' } }])
    expect(await as(auditor, (ctx) => listAuditors(ctx, 4, near.id))).toHaveLength(1)
    // A school administrator still sees her own school only.
    expect(await orgsOf(head, '公文')).toMatchObject([{ name: '实验小学', isRelation: true }])
  })

  it('may not grant, revoke, preview or decide', async () => {
    const { near, nearStaff } = schools
    await saveOrgs('公文', near.id, 'given', always)
    const [grant] = await database.sql<{ id: string }>('select id from tenant.app_grant')
    const orgs = [{ orgId: near.id, own: 'refused' as const }]
    const writes: ((ctx: Ctx) => Promise<unknown>)[] = [
      (ctx) => saveObjectApps(ctx, { type: 1, objectId: near.id, appKeys: [] }),
      (ctx) => saveObjectApps(ctx, { type: 2, objectId: clerks, appKeys: ['采购'] }),
      (ctx) => saveObjectApps(ctx, { type: 3, objectId: nearStaff[0]!.userId, appKeys: ['题库'] }),
      (ctx) => saveOrgsOfApp(ctx, { key: '公文', orgs, ...always }),
      (ctx) => saveObjectsOfApp(ctx, { type: 2, key: '采购', objectIds: [clerks], ...always }),
      (ctx) => saveObjectsOfApp(ctx, { type: 3, key: '题库', objectIds: [], ...always }),
      (ctx) => previewGrants(ctx, { key: '公文', orgs, roleIds: null, userIds: null }),
      (ctx) => extendGrants(ctx, { ids: [grant!.id], to: null }),
      (ctx) => saveAuditors(ctx, { auditorType: 4, orgId: near.id, userIds: [] }),
      (ctx) => saveTeachingAffairs(ctx, { classInJiaowu: true, userIds: [] }),
      (ctx) => decideAppRequest(ctx, { id: grant!.id, isAgreed: true, reply: '' }),
    ]
    for (const write of writes) await expect(as(auditor, write)).rejects.toThrow('没有权限')
    expect(await opens(nearStaff[0]!)).toEqual(['公文'])
  })

  it('is refused by the routes: writing needs another permission than reading', () => {
    const { saveAppRelation, saveAppRelation2, saveAppRelation3, relationPreview, prolong: prolonging } = catalogueApi
    const { saveAppPer } = catalogueApi
    const writing = [
      saveAppRelation,
      saveAppRelation2,
      saveAppRelation3,
      relationPreview,
      prolonging,
      saveAppPer,
      appRequestApi.decide,
    ]
    expect(new Set(writing.map(({ access }) => access))).toEqual(new Set(['app.grant']))
    expect(auditorPermissions).toContain('app.review')
    expect(auditorPermissions).not.toContain('app.grant')
    // When the duties of the three administrators are separated, all of them may still review.
    const { 'app.review': review, 'app.grant': granting } = manifest.permissions
    expect(review).not.toHaveProperty('duty')
    expect(Object.keys(review.defaultFor)).toEqual(expect.arrayContaining(Object.keys(granting.defaultFor)))
  })
})

describe('a grant that begins next week', () => {
  const { from } = nextWeek

  it('is announced for an organisation and those below it, and opens nothing yet', async () => {
    const { cluster, near, nearStaff, chief } = schools
    await saveOrgs('公文', cluster.id, 'with-below', nextWeek)
    expect(await orgsOf(chief, '公文')).toEqual([
      { name: '云禾区教育局', isRelation: false, comesOn: null },
      { name: '第一学区', isRelation: false, comesOn: from },
      { name: '实验小学', isRelation: false, comesOn: from },
      { name: '重阳小学', isRelation: false, comesOn: from },
      { name: '文澜中学', isRelation: false, comesOn: null },
    ])
    expect(await treeSays(chief, 1, near.id, '公文')).toEqual({ isRelation: false, comesOn: from })
    expect(await opens(nearStaff[0]!)).toEqual([])
    // An application that is open today has no later opening day.
    await saveOrgs('公文', near.id, 'given', always)
    expect(await treeSays(chief, 1, near.id, '公文')).toEqual({ isRelation: true, comesOn: null })
  })

  it('is announced for a role and a person, who do not have it yet', async () => {
    const { near, nearStaff, chief } = schools
    const [person] = nearStaff
    await saveOrgs('采购', near.id, 'given', always)
    await saveObjects(2, '采购', [clerks], nextWeek)
    await saveObjects(3, '题库', [person!.userId], nextWeek)
    expect(await treeSays(chief, 2, clerks, '采购')).toEqual({ isRelation: false, comesOn: from })
    expect(await treeSays(chief, 3, person!.userId, '题库')).toEqual({ isRelation: false, comesOn: from })
    expect((await as(chief, (ctx) => getUserRelations(ctx, '采购'))).roles).toMatchObject([{ comesOn: from }])
    expect((await as(chief, (ctx) => getUserRelations(ctx, '题库'))).users).toMatchObject([{ from, comesOn: from }])
    expect(await opens(person!)).toEqual([])
    const preview = { key: '题库', orgs: [], roleIds: null, userIds: [person!.userId] }
    expect(await as(chief, (ctx) => previewGrants(ctx, preview))).toMatchObject({ before: 0, after: 0 })
  })

  it('stays when it is not ticked, and begins at once when it is ticked', async () => {
    const { nearStaff, chief } = schools
    const [person] = nearStaff
    await saveObjects(3, '题库', [person!.userId], nextWeek)
    const save = (appKeys: string[]) =>
      as(chief, (ctx) => saveObjectApps(ctx, { type: 3, objectId: person!.userId, appKeys }))
    expect(await save([])).toEqual({ given: 0, taken: 0 })
    expect(await treeSays(chief, 3, person!.userId, '题库')).toEqual({ isRelation: false, comesOn: from })
    expect(await save(['题库'])).toEqual({ given: 1, taken: 0 })
    expect(await opens(person!)).toEqual(['题库'])
  })
})

it('saves only the part of a list that the caller decides about when she may review more', async () => {
  const { head, chief, near, nearStaff, farStaff } = schools
  await saveOrgs('题库', near.id, 'given', always)
  await saveObjects(3, '题库', [farStaff[0]!.userId], always)
  const wide = { ...head, permissions: new Map([...head.permissions, ['app.review', district]]) }
  const { users } = await as(wide, (ctx) => getUserRelations(ctx, '题库'))
  expect(users).toHaveLength(1)
  const objectIds = [...users.map(({ userId }) => userId), nearStaff[0]!.userId]
  const preview = { key: '题库', orgs: [], roleIds: null, userIds: objectIds }
  expect(await as(wide, (ctx) => previewGrants(ctx, preview))).toMatchObject({ before: 0, after: 1, gains: 1 })
  expect(await as(wide, (ctx) => saveObjectsOfApp(ctx, { type: 3, key: '题库', objectIds, ...always }))).toEqual({
    given: 1,
    taken: 0,
  })
  expect((await as(chief, (ctx) => getUserRelations(ctx, '题库'))).users).toHaveLength(2)
})
