import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoleTemplate } from '#packages/contract'
import { dayOf, type Actor } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import { flaggedAuditors } from '#kernel/catalogue/contract.ts'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let people: Record<'chief' | 'head' | 'teacher' | 'general' | 'otherGeneral', Actor>
let tokens: Record<keyof typeof people, string>

/** Applications of others, by whom they are for. */
const audiences = { documents: 'org', buying: 'role', questions: 'person' }

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  const { home } = world
  const hire = (orgId: string, role: RoleTemplate) => world.people.hire(home.districtId, orgId, [role])
  people = {
    chief: await hire(home.bureauId, 'district-admin'),
    head: world.owner,
    teacher: await hire(home.school.id, 'teacher'),
    general: await hire(home.school.id, 'general'),
    otherGeneral: await hire(home.otherSchool.id, 'general'),
  }
  const entries = await Promise.all(
    Object.entries(people).map(async ([name, actor]) => [name, await world.people.session(actor)] as const),
  )
  tokens = Object.fromEntries(entries) as typeof tokens
  for (const [key, audience] of Object.entries(audiences))
    await database.sql(
      `insert into tenant.application (district_id, key, kind, name, url, category, audience, status, registered_at)
       values ($1, $2, 2, $2, 'https://example.cn/', 'office', $3, 2, now())`,
      [home.districtId, key, audience],
    )
})
afterAll(() => app.close())

const send = async <Data = Record<string, unknown>>(who: keyof typeof tokens, path: string, payload?: object) => {
  const headers = { authorization: `Bearer ${tokens[who]}` }
  const url = `/api/app/${path}`
  const response = await app.inject(payload ? { method: 'POST', url, payload, headers } : { url, headers })
  return response.json<{ ret: number; msg: string; data: Data }>()
}
const opens = async (who: keyof typeof tokens) => {
  const { data } = await send<{ apps: { fAppKey: string }[] }[]>(who, 'appList')
  // The applications of the product are open without a grant.
  return data.flatMap(({ apps }) => apps.map(({ fAppKey }) => fAppKey).filter((key) => key in audiences)).toSorted()
}
const always = { from: null, to: null }

describe('applications are granted', () => {
  beforeEach(() => database.sql('delete from tenant.app_grant'))
  /** The documents are granted to the whole district except one school. */
  const documents = () => ({
    fAppKey: 'documents',
    orgs: [
      { orgId: world.home.bureauId, own: 'with-below' },
      { orgId: world.home.otherSchool.id, own: 'refused' },
    ],
  })
  const giveDocuments = () => send('chief', 'saveAppRelation2', { type: 1, ...documents(), ...always })

  it('to organisations, and signed-in people see them at the next request', async () => {
    const { home } = world
    expect(await opens('teacher')).toEqual([])
    const preview = { ...documents(), roleIds: null, userIds: null }
    expect(await send('chief', 'relationPreview', preview)).toMatchObject({
      ret: 1,
      data: { before: 0, after: 4, gains: 4, loses: 0 },
    })
    expect(await giveDocuments()).toMatchObject({ data: { given: 1, taken: 1 } })
    expect(await opens('teacher')).toEqual(['documents'])
    expect(await opens('otherGeneral')).toEqual([])
    const tree = await send<object[]>('chief', 'getAppOrgRelationTree?appKey=documents')
    expect(tree.data).toMatchObject([
      {
        fName: '甲区教育局',
        fParentID: '00000000-0000-0000-0000-000000000000',
        isRelation: 1,
        own: 'with-below',
        childers: [
          { fName: '甲一学校', fParentID: home.bureauId, isRelation: 1, own: 'none', fOrgType: 1 },
          { fName: '甲二学校', isRelation: 0, own: 'refused' },
          { fName: '甲三学校', isRelation: 1 },
        ],
      },
    ])
    expect((await send<object[]>('head', 'getAppOrgRelationTree?appKey=documents')).data).toMatchObject([
      { fName: '甲一学校', childers: [] },
    ])
  })

  it('to a school, a role and a person, by the administrators of each organisation', async () => {
    const { home } = world
    await giveDocuments()
    const shelves = await send<{ childers: { fId: string; isApp: number; fPowerType: number }[] }[]>('chief', 'getTree')
    expect(shelves.data).toMatchObject([
      { fId: 'teaching', fName: '教务教学', isApp: 0 },
      { fId: 'office', fName: '协同办公', isApp: 0 },
    ])
    expect(shelves.data[1]!.childers.map(({ fId, fPowerType }) => `${fId} ${fPowerType}`).toSorted()).toEqual([
      'buying 2',
      'documents 1',
      'questions 3',
      'teacher-leave 1',
    ])
    const appKeys = shelves.data.flatMap(({ childers }) => childers.map(({ fId }) => fId))
    const school = { type: 1, objectId: home.school.id, appKeys }
    expect(await send('head', 'saveAppRelation', school)).toMatchObject({ ret: 0, msg: '该应用未对本单位开通' })
    expect(await send('chief', 'saveAppRelation', school)).toMatchObject({ data: { given: 2, taken: 0 } })
    const [{ id: roleId }] = (await database.sql<{ id: string }>(
      `select id from tenant.role where district_id = $1 and template = 'general'`,
      [home.districtId],
    )) as [{ id: string }]
    const roles = { type: 2, fAppKey: 'buying', objectIds: [roleId], ...always }
    expect(await send('chief', 'saveAppRelation3', roles)).toMatchObject({ data: { given: 1, taken: 0 } })
    expect(await opens('general')).toEqual(['buying', 'documents'])
    expect(await opens('otherGeneral')).toEqual([])
    const mine = { type: 3, objectId: people.teacher.userId, appKeys: ['questions'] }
    expect(await send('head', 'saveAppRelation', mine)).toMatchObject({ data: { given: 1, taken: 0 } })
    expect(await opens('teacher')).toEqual(['documents', 'questions'])
    const ticks = await send<{ childers: object[] }[]>(
      'head',
      `getAppRelationTree?type=3&objectId=${people.teacher.userId}`,
    )
    expect(ticks.data).toMatchObject([{ fName: '协同办公', childers: [{ fAppKey: 'questions', isRelation: 1 }] }])
    expect(await send('head', 'getUserRelations?fAppKey=questions')).toMatchObject({
      data: { users: [{ userId: people.teacher.userId }], roles: [] },
    })
    expect(await send('teacher', 'saveAppRelation', mine)).toMatchObject({ ret: -6 })
  })

  it('until a date, and are extended', async () => {
    const day = (count: number) => dayOf(new Date(Date.now() + count * 24 * 3600_000))
    await giveDocuments()
    await send('chief', 'saveAppRelation', {
      type: 1,
      objectId: world.home.school.id,
      appKeys: ['documents', 'questions'],
    })
    await send('head', 'saveAppRelation', { type: 3, objectId: people.teacher.userId, appKeys: ['questions'] })
    const objectIds = [people.general.userId]
    const some = { type: 3, fAppKey: 'questions', objectIds, from: null, to: day(9) }
    expect(await send('head', 'saveAppRelation3', some)).toMatchObject({ data: { given: 1, taken: 1 } })
    const listed = await send<{ items: { id: string }[] }>('head', 'expiring')
    expect(listed.data.items).toMatchObject([{ key: 'questions', type: 3, to: day(9) }])
    const ids = listed.data.items.map(({ id }) => id)
    expect(await send('head', 'prolong', { ids, to: day(200) })).toMatchObject({ data: { changed: 1 } })
    expect(await send('head', 'expiring')).toMatchObject({ data: { itemCount: 0 } })
    expect(await opens('teacher')).toEqual(['documents'])
  })
})

describe('application administrators', () => {
  it('of one kind are reported by the five flags, without a new sign-in', async () => {
    const flags = async () => {
      const answers = flaggedAuditors.map((type) =>
        send<{ auditorType: number; isAuditor: number }>('general', `appPermission?auditorType=${type}`),
      )
      return (await Promise.all(answers)).map(({ data }) => `${data.auditorType}:${data.isAuditor}`)
    }
    expect(await flags()).toEqual(['4:0', '6:0', '7:0', '8:0', '9:0'])
    const save = (auditorType: number, userIds: string[]) =>
      send('head', 'saveAppPer', { auditorType, orgId: '', userIds })
    expect(await save(9, [people.general.userId])).toMatchObject({ ret: 1 })
    expect(await save(4, [people.general.userId])).toMatchObject({ ret: 1 })
    expect(await flags()).toEqual(['4:1', '6:0', '7:0', '8:0', '9:1'])
    expect(await send('head', 'appPerUser?auditorType=9&orgId=')).toMatchObject({
      data: [{ userId: people.general.userId, orgName: '甲一学校' }],
    })
    await save(4, [])
    expect(await flags()).toEqual(['4:0', '6:0', '7:0', '8:0', '9:1'])
    expect(await save(9, [people.otherGeneral.userId])).toMatchObject({ ret: -5, msg: '人员不存在' })
  })

  it('of teaching affairs can do what the office can as soon as they are members of it', async () => {
    type Rights = Record<string, { visit: number; functions: string[]; onlyCurClassData: number }>
    const before = await send<Rights>('general', 'jiaoWuPermission')
    expect(Object.keys(before.data)).toHaveLength(12)
    expect(before.data['term']).toEqual({ visit: 0, functions: [], onlyCurClassData: 0 })
    const saved = { classInJiaowu: 1, userIds: [people.general.userId] }
    expect(await send('head', 'saveJiaoWu', saved)).toMatchObject({ ret: 1 })
    expect(await send('head', 'jiaoWuUser')).toMatchObject({
      data: { classInJiaowu: 1, users: [{ userId: people.general.userId }] },
    })
    // A process caches a session for at most two seconds.
    await expect
      .poll(async () => (await send<Rights>('general', 'jiaoWuPermission')).data['term']!.visit, { timeout: 60_000 })
      .toBe(1)
    expect(await send('teacher', 'jiaoWuUser')).toMatchObject({ ret: -6 })
  })
})
