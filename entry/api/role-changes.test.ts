import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RoleTemplate } from '#packages/contract'
import { dayOf, type Actor } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import type { RoleDetail } from '#kernel/access/contract.ts'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let chief: Actor, only: Actor
const tokens = new Map<Actor, string>()

const hire = async (orgId: string, ...roles: RoleTemplate[]) => {
  const actor = await world.people.hire(world.home.districtId, orgId, roles)
  tokens.set(actor, await world.people.session(actor))
  return actor
}

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  chief = await hire(world.home.bureauId, 'district-admin')
  only = await hire(world.home.otherSchool.id, 'school-admin')
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

async function send<Data = unknown>(who: Actor, url: string, payload?: object) {
  const headers = { authorization: `Bearer ${tokens.get(who)}` }
  const response = await app.inject(payload ? { method: 'POST', url, payload, headers } : { url, headers })
  return response.json<{ ret: number; msg: string; data: Data }>()
}
const roleIdOf = async (template: RoleTemplate) =>
  (
    await database.sql<{ id: string }>('select id from tenant.role where district_id = $1 and template = $2', [
      world.home.districtId,
      template,
    ])
  )[0]!.id
const detailOf = async (id: string) => (await send<RoleDetail>(chief, `/api/role/detail?id=${id}`)).data
/** Saves the role form as the page sends it, after a change. */
async function saveRole(id: string, change: (functions: RoleDetail['functions']) => object[]) {
  const { name, remark, orgId, parentId, version, functions, hiddenFields } = await detailOf(id)
  // On the wire null is the empty string.
  const form = { id, name, remark, orgId: orgId ?? '', parentId: parentId ?? '', version, hiddenFields }
  return send(chief, '/api/role/save', { ...form, functions: change(functions) })
}

/** Only the clock moves; database calls take their real time. */
const passSeconds = (seconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000, shouldAdvanceTime: false })

describe('a signed-in user', () => {
  it('gains and loses permissions with her role within five seconds, without a new session', async () => {
    const clerk = await hire(world.home.school.id, 'clerk')
    const id = await roleIdOf('clerk')
    const lists = async () => (await send(clerk, '/api/role/page')).ret
    expect(await lists()).toBe(-6)
    const given = await saveRole(id, (all) => [...all, { code: 'role.read', scope: 'org', orgIds: [] }])
    expect(given).toMatchObject({ ret: 1, data: { notifiedCount: 1 } })
    passSeconds(5)
    expect(await lists()).toBe(1)
    expect((await saveRole(id, (all) => all.filter(({ code }) => code !== 'role.read'))).ret).toBe(1)
    passSeconds(5)
    expect(await lists()).toBe(-6)
  })

  it('gains and loses a role within the same time', async () => {
    const teacher = await hire(world.home.school.id)
    const id = await roleIdOf('head')
    const reads = async () => (await send(teacher, '/api/role/page')).ret
    const menu = async () => (await send<{ permissions: string[] }>(teacher, '/api/access/menu')).data.permissions
    expect([await reads(), await menu()]).toEqual([-6, []])
    const set = (add: string[], remove: string[]) =>
      send(chief, '/api/role/setMembers', { id, add, remove, from: null, to: null })
    expect(await set([teacher.userId], [])).toMatchObject({ ret: 1, data: { added: 1 } })
    passSeconds(5)
    expect(await menu()).toContain('user.read')
    expect(await set([], [teacher.userId])).toMatchObject({ ret: 1, data: { removed: 1 } })
    passSeconds(5)
    expect(await menu()).toEqual([])
  })
})

describe('a role that comes with a membership', () => {
  const beyond = { ret: 0, msg: '该任职带有角色“督学”，超出您本人的权限，请由其他管理员办理' }
  const today = dayOf(new Date())
  let role: string
  const membershipForm = (of: Actor, more = {}) => ({
    id: of.userId,
    userId: of.userId,
    orgId: of.orgId,
    departmentId: null,
    userType: 'teacher',
    post: '督学',
    startsOn: today,
    endsOn: null,
    isMain: true,
    ...more,
  })
  const save = (who: Actor, of: object) => send(who, '/api/users/saveMembership', of)
  const audience = (orgId: string, more = {}) =>
    send<{ memberCount: number }>(chief, '/api/role/setAudience', {
      id: role,
      orgId,
      includesBelow: true,
      post: '督学',
      from: null,
      to: null,
      ...more,
    })
  const nodesBelow = (orgId: string) =>
    database.sql<{ id: string; version: number }>(
      `select id, version from tenant.organisation where type = 'department' and deleted_at is null and path <@
         (select path from tenant.organisation where id = $1) order by path`,
      [orgId],
    )

  beforeAll(async () => {
    const form = { name: '督学', remark: '', orgId: '', parentId: '', version: 0, hiddenFields: [] }
    const functions = [{ code: 'user.read', scope: 'district', orgIds: [] }]
    role = (await send<{ id: string }>(chief, '/api/role/save', { ...form, functions })).data.id
    await audience(world.home.bureauId)
  })

  it('goes to the person whom an administrator appoints, but not to the administrator herself, unless she could be granted it', async () => {
    const { school } = world.home
    const deputy = await hire(school.id, 'school-admin')
    const teacher = await hire(school.id)
    expect(await save(deputy, membershipForm(deputy))).toMatchObject(beyond)
    // Neither from a later day on, in a department, nor by the form of a colleague.
    const [office] = await nodesBelow(school.id)
    const later = { id: null, departmentId: office!.id, startsOn: '2099-09-01', isMain: false }
    expect(await save(deputy, membershipForm(deputy, later))).toMatchObject(beyond)
    const { userId } = deputy
    const { data: file } = await send<Record<string, unknown>>(deputy, `/api/users/getByUserID?fUserID=${userId}`)
    const facts = ['sex', 'birthday', 'nation', 'number', 'subject', 'officePhone', 'email', 'qq', 'teacherLevel']
    const more = ['diploma', 'graduateSchool', 'specialty', 'workedFrom', 'resume', 'remark']
    const edited = {
      ...Object.fromEntries([...facts, ...more].map((key) => [key, ''])),
      id: userId,
      name: file['fRealName'],
      version: file['fVersion'],
      departmentId: null,
      post: '督学',
      userType: 'teacher',
      workerType: null,
      noSecondStep: false,
    }
    expect(await send(deputy, '/api/users/edit', edited)).toMatchObject(beyond)
    expect(await save(deputy, membershipForm(teacher))).toMatchObject({ ret: 1 })
    expect(await save(deputy, membershipForm(deputy, { post: '教研组长' }))).toMatchObject({ ret: 1 })
    expect(await save(chief, membershipForm(deputy))).toMatchObject({ ret: 1 })
    // A person who already has the role may get a second membership there.
    expect(await save(deputy, membershipForm(deputy, { ...later, startsOn: today }))).toMatchObject({ ret: 1 })
  })

  it('cannot be extended or started earlier by its holder', async () => {
    const { school } = world.home
    const deputy = await hire(school.id, 'school-admin')
    const [office] = await nodesBelow(school.id)
    const planned = membershipForm(deputy, {
      id: null,
      departmentId: office!.id,
      startsOn: '2099-09-01',
      isMain: false,
    })
    const { data } = await send<{ id: string }>(chief, '/api/users/saveMembership', planned)
    expect(await save(deputy, { ...planned, id: data.id, startsOn: today })).toMatchObject(beyond)
    expect(await save(chief, { ...planned, id: data.id, startsOn: today })).toMatchObject({ ret: 1 })
    const suspend = (who: Actor, isSuspended: boolean) =>
      send(who, '/api/users/suspend', { targets: { ids: [data.id] }, isSuspended })
    expect(await suspend(chief, true)).toMatchObject({ ret: 1 })
    expect(await suspend(deputy, false)).toMatchObject(beyond)
  })

  it('is not gained by moving one’s own department below another', async () => {
    const { school } = world.home
    const add = async (name: string) =>
      (await send<{ fOrgID: string }>(chief, '/api/orgs/add', { fParentID: school.id, fName: name, fOrgType: 7 })).data
    const [watch, hers] = [await add('督导室'), await add('文印组')]
    expect((await audience(watch.fOrgID, { post: '' })).ret).toBe(1)
    const deputy = await hire(school.id, 'school-admin')
    expect(await save(chief, membershipForm(deputy, { post: '', departmentId: hers.fOrgID }))).toMatchObject({ ret: 1 })
    const { version } = (await nodesBelow(school.id)).find(({ id }) => id === hers.fOrgID)!
    const move = { id: hers.fOrgID, parentId: watch.fOrgID, version }
    expect(await send(deputy, '/api/orgs/move', move)).toMatchObject(beyond)
    expect(await send(chief, '/api/orgs/move', move)).toMatchObject({ ret: 1 })
  })

  it('is not gained by merging oneself with another person', async () => {
    const { school } = world.home
    const [deputy, other] = [await hire(school.id, 'school-admin'), await hire(school.id)]
    const [keepId, otherId] = [chief.userId, other.userId]
    const both = { keepId, otherId, reason: '同一个人' }
    expect(await send(chief, '/api/users/merge', both)).toMatchObject({ ret: 0, msg: expect.stringContaining('本人') })
    expect(await send(chief, '/api/users/merge', { ...both, keepId: deputy.userId })).toMatchObject({ ret: 1 })
  })
})

describe('the last administrator of a school', () => {
  const runs = async () => {
    const { orgId, userId } = only
    const { data } = await send<{ userId: string }[]>(chief, `/api/orgs/admins?orgId=${orgId}`)
    return data.some((one) => one.userId === userId)
  }
  const last = expect.stringContaining('最后一名管理员')

  it('keeps the permissions that running the school needs, however the role is edited', async () => {
    const id = await roleIdOf('school-admin')
    for (const taken of ['role.edit', 'role.assign', 'org.appoint']) {
      const answer = await saveRole(id, (all) => all.filter(({ code }) => code !== taken))
      expect(answer).toMatchObject({ ret: 0, msg: '至少保留一名管理员' })
    }
    const narrowed = await saveRole(id, (all) =>
      all.map((held) => (held.code === 'role.edit' ? { ...held, scope: 'self' } : held)),
    )
    expect(narrowed).toMatchObject({ ret: 0, msg: '至少保留一名管理员' })
  })

  it('cannot be removed from the members, dismissed, or limited to a time', async () => {
    const id = await roleIdOf('school-admin')
    const { userId, orgId } = only
    const set = (change: object) =>
      send(chief, '/api/role/setMembers', { id, add: [], remove: [], from: null, to: null, ...change })
    const refused = { ret: 0, msg: '至少保留一名管理员' }
    expect(await set({ remove: [userId] })).toMatchObject(refused)
    expect(await set({ add: [userId], to: dayOf(new Date()) })).toMatchObject(refused)
    expect(await set({ add: [userId], from: '2099-01-01' })).toMatchObject(refused)
    expect(await send(chief, '/api/role/setOfUser', { userId, add: [], remove: [id] })).toMatchObject(refused)
    expect(await send(chief, '/api/orgs/removeAdmin', { orgId, userId })).toMatchObject({ ret: 0, msg: last })
    expect(await runs()).toBe(true)
  })

  it('can neither be suspended nor leave', async () => {
    const { userId } = only
    const suspended = await send(chief, '/api/users/suspend', {
      targets: { ids: [userId] },
      isSuspended: true,
    })
    expect(JSON.stringify(suspended)).toContain('最后一名管理员')
    const leaving = { targets: { ids: [userId] }, on: dayOf(new Date()), reason: '离职' }
    expect(JSON.stringify(await send(chief, '/api/users/delete', leaving))).toContain('最后一名管理员')
    expect(await runs()).toBe(true)
  })

  it('cannot be transferred', async () => {
    const { userId } = only
    const tomorrow = dayOf(new Date(Date.now() + 24 * 3600_000))
    const change = {
      userId,
      type: 1,
      toOrgId: world.home.school.id,
      toDepartmentId: null,
      effectiveOn: tomorrow,
      reason: '调动',
    }
    expect(JSON.stringify(await send(chief, '/api/orgs/applyChange', change))).toContain('最后一名管理员')
    expect(await runs()).toBe(true)
  })

  it('can leave once somebody else administers the school', async () => {
    const { orgId, userId } = only
    const next = await hire(orgId, 'teacher')
    const invited = { orgId, userId: next.userId, name: '', mobile: '' }
    expect((await send(chief, '/api/orgs/inviteAdmin', invited)).ret).toBe(1)
    expect(await send(chief, '/api/orgs/removeAdmin', { orgId, userId })).toMatchObject({ ret: 1 })
    expect(await runs()).toBe(false)
    // Later this person returns as the only administrator.
    expect((await send(chief, '/api/orgs/inviteAdmin', { ...invited, userId })).ret).toBe(1)
    expect(await send(chief, '/api/orgs/removeAdmin', { orgId, userId: next.userId })).toMatchObject({ ret: 1 })
    expect(await runs()).toBe(true)
  })
})

describe('with separation of duties', () => {
  it('the system administrator neither grants roles nor reads logs, and cannot become one of the others', async () => {
    // In the other district, because the setting cannot be undone.
    const { districtId, bureauId } = world.away
    const hireThere = async (role: RoleTemplate) => {
      const actor = await world.people.hire(districtId, bureauId, [role])
      tokens.set(actor, await world.people.session(actor))
      return actor
    }
    const director = await hireThere('district-admin')
    const others = [await hireThere('security-admin'), await hireThere('auditor')]
    for (const { personId } of others)
      await database.sql('update tenant.person set account_id = gen_random_uuid() where id = $1', [personId])
    expect(await send(director, '/api/role/separate', { isOn: true })).toMatchObject({ ret: 1 })
    passSeconds(20)
    const { data } = await send<{ permissions: string[] }>(director, '/api/access/menu')
    const duties = ['role.edit', 'role.assign', 'role.grant-any', 'org.appoint', 'app.grant', 'sms.read']
    expect(data.permissions.filter((code) => duties.includes(code))).toEqual([])
    expect(data.permissions).toContain('user.reset')
    const refused = { ret: 0, msg: '安全管理员和审计的账号不能由他人更改，请先调整其角色' }
    const teacher = await hireThere('teacher')
    for (const { userId } of others) {
      expect(await send(director, '/api/users/resetPwd', { id: userId })).toMatchObject(refused)
      const merge = { keepId: teacher.userId, otherId: userId, reason: '同一人' }
      expect(await send(director, '/api/users/merge', merge)).toMatchObject(refused)
    }
  })
})
