import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import { useDatabase, type World } from '#packages/testing'
import { invitePerson, invitePlatformAdministrator } from '#kernel/identity/server/api.ts'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { loadModules } from '../modules.ts'
import { createTestUsers } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
const lines: string[] = []
let app: FastifyInstance
let world: World & { people: PeopleBuilder }

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, {
    ...database.redis,
    log: { level: 'info', stream: { write: (line) => void lines.push(line) } },
  })
  world = await buildWorld(database)
})
afterAll(() => app.close())

interface Answer {
  ret: number
  msg: string
  data: Record<string, never>
}
const post = async (url: string, payload: object, token?: string): Promise<Answer> =>
  (
    await app.inject({ method: 'POST', url, payload, headers: token ? { authorization: `Bearer ${token}` } : {} })
  ).json()
const get = async (url: string, token: string): Promise<Answer> =>
  (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json()
const password = 'Qinghe-Luye-2026'

/** Creates the account of a hired person in the normal way: by an invitation. */
async function invite(actor: Actor) {
  return inDistrict(database.cells, actor.districtId, (db) =>
    invitePerson(createPlatformCtx(database.app, actor.districtId, db, new Date()), actor.personId),
  )
}
let people = 0
async function withAccount(actor: Actor) {
  const userName = `person${++people}`
  expect(await post('/api/users/acceptInvitation', { token: await invite(actor), userName, password })).toMatchObject({
    ret: 1,
  })
  return userName
}
const signIn = (userName: string, userPwd = password) => post('/api/users/login', { userName, userPwd })

describe('an invitation', () => {
  it('names the invited person, becomes an account once, and is used up', async () => {
    const { districtId, school } = world.home
    const token = await invite(await world.people.hire(districtId, school.id, ['teacher']))
    expect(await post('/api/users/readInvitation', { token })).toMatchObject({
      ret: 1,
      data: { name: '人员2', isPlatform: false, orgName: expect.stringMatching(/.+/), userName: 'renyuan2' },
    })
    expect(await post('/api/users/acceptInvitation', { token, userName: 'limin', password: 'weak' })).toMatchObject({
      ret: -1,
      msg: expect.stringContaining('建议设置口令长度不小于8位'),
    })
    expect(await post('/api/users/acceptInvitation', { token, userName: 'limin', password })).toMatchObject({ ret: 1 })
    expect(await post('/api/users/acceptInvitation', { token, userName: 'limin2', password })).toMatchObject({
      ret: 0,
      msg: expect.stringContaining('无效或已过期'),
    })
    expect(await post('/api/users/acceptInvitation', { token, userName: 'limin', password })).toMatchObject({ ret: 1 }) // the answer was lost
    expect(
      await post('/api/users/acceptInvitation', { token, userName: 'limin', password: `${password}!` }),
    ).toMatchObject({ ret: 0 })
    expect(await signIn('limin')).toMatchObject({ ret: 1 })
    expect(await signIn('limin2')).toMatchObject({ ret: 0 })
  })

  it('gives a login name to one person only, in any spelling', async () => {
    const [first, second] = [
      await world.people.hire(world.home.districtId, world.home.school.id, ['teacher']),
      await world.people.hire(world.away.districtId, world.away.school.id, ['teacher']),
    ]
    expect(
      await post('/api/users/acceptInvitation', { token: await invite(first), userName: 'zhou.yaqin', password }),
    ).toMatchObject({ ret: 1 })
    const answer = await post('/api/users/acceptInvitation', {
      token: await invite(second),
      userName: 'Zhou.Yaqin',
      password,
    })
    expect(answer).toMatchObject({ ret: 0, msg: '用户名已被使用，请换一个' })
  })

  it('accepted twice at once creates one account', async () => {
    const token = await invite(await world.people.hire(world.home.districtId, world.home.school.id, ['teacher']))
    const answers = await Promise.all(
      ['racer1', 'racer2', 'racer3'].map((userName) =>
        post('/api/users/acceptInvitation', { token, userName, password }),
      ),
    )
    expect(answers.filter(({ ret }) => ret === 1).length).toBeGreaterThanOrEqual(1)
    const testUsers = await Promise.all(['racer1', 'racer2', 'racer3'].map((name) => signIn(name)))
    expect(testUsers.filter(({ ret }) => ret === 1)).toHaveLength(1)
  })

  it('interrupted before the district recorded it can be repeated', async () => {
    const actor = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'])
    const token = await invite(actor)
    await database.sql('alter table tenant.invitation rename to invitation_away')
    expect(await post('/api/users/acceptInvitation', { token, userName: 'patient', password })).toMatchObject({
      ret: -500,
    })
    await database.sql('alter table tenant.invitation_away rename to invitation')
    expect(await signIn('patient')).toMatchObject({ ret: 0, msg: '用户名或密码错误' })
    expect(await post('/api/users/acceptInvitation', { token, userName: 'patient', password })).toMatchObject({
      ret: 1,
    })
    expect(await signIn('patient')).toMatchObject({ ret: 1 })
  })

  it('of a platform administrator creates an account without a school', async () => {
    const token = await invitePlatformAdministrator(database.cells, new Date())
    expect(await post('/api/users/readInvitation', { token })).toMatchObject({ ret: 1, data: { isPlatform: true } })
    expect(await post('/api/users/acceptInvitation', { token, userName: 'root.keeper', password })).toMatchObject({
      ret: 1,
    })
    expect(await post('/api/users/acceptInvitation', { token, userName: 'root.thief', password })).toMatchObject({
      ret: 0,
    })
    expect(await signIn('root.keeper')).toMatchObject({ ret: 0, msg: expect.stringContaining('不属于任何单位') })
  })

  it.each(['', 'x', '0', `zzzzzz.${'a'.repeat(43)}`, `9.${'a'.repeat(43)}`, '1.'])(
    'that was made up (%s) is refused',
    async (token) => {
      expect(await post('/api/users/readInvitation', { token })).toMatchObject({ ret: 0 })
    },
  )
})

describe('signing in', () => {
  it('opens a session in the organisation of the person, with her menu', async () => {
    const testUsers = createTestUsers(database, world, () => app)
    const { userName, phone } = await testUsers.createUser({ roles: ['school-admin'] })
    const { data } = await testUsers.signIn({ userName: ` ${userName.toUpperCase()} `, phone })
    expect(data).toMatchObject({
      orgId: world.home.school.id,
      orgName: '甲一学校',
      orgType: 1,
      userType: 3,
      isManager: true,
      needMsg: false,
    })
    expect(data['phone']).toMatch(/^139\*{4}\d{4}$/)
    const [first] = data['modules'] as unknown as { fText: string; childers: { fText: string; fUrl: string }[] }[]
    expect(first!.fText).toBe('基础数据')
    expect(first!.childers[0]).toMatchObject({ fText: '组织机构', fUrl: '/baseData/Orgs' })
    expect(String(data['token'])).toMatch(/^1\.[\w-]{43}$/)
    expect(await get('/api/users/loginInof', data['token']!)).toMatchObject({
      ret: 1,
      data: { isAdmin: 1, orgName: '甲一学校', classIds: [] },
    })
  })

  it('gives the same answer to a wrong password and to an unknown login name', async () => {
    const userName = await withAccount(
      await world.people.hire(world.home.districtId, world.home.school.id, ['teacher']),
    )
    const wrong = await signIn(userName, 'Wrong-2026')
    const unknown = await signIn('nobody.at.all', 'Wrong-2026')
    expect({ ...wrong, executeTime: 0 }).toEqual({ ...unknown, executeTime: 0 })
    expect(wrong).toMatchObject({ ret: 0, msg: '用户名或密码错误' })
  })

  it('records the sign-in in the district and nowhere else; the token only as a hash', async () => {
    const userName = await withAccount(
      await world.people.hire(world.away.districtId, world.away.school.id, ['teacher']),
    )
    const { data } = await signIn(userName)
    const rows = await database.sql<object>(
      'select district_id, sign_in_method, outcome from tenant.login_log where user_id = $1',
      [data['userId']],
    )
    expect(rows).toEqual([{ district_id: world.away.districtId, sign_in_method: 'password', outcome: 'entered' }])
    const sessions = await database.sql<{ row: string }>('select row_to_json(session)::text as row from tenant.session')
    expect(sessions.map(({ row }) => row).join()).not.toContain(String(data['token']).split('.')[1])
    expect(lines.join()).not.toContain(String(data['token']))
    expect(lines.join()).not.toContain(password)
  })

  it('starts in the organisation that was used last', async () => {
    const actor = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'])
    const userName = await withAccount(actor)
    const second = await database.sql<{ id: string }>(
      `insert into tenant.membership (district_id, id, person_id, org_id, user_type, is_main, valid, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, 'teacher', false, '[2020-01-01,)', now(), now()) returning id`,
      [actor.districtId, actor.personId, world.home.otherSchool.id],
    )
    expect((await signIn(userName)).data['orgName']).toBe('甲一学校')
    await database.sql(
      "update tenant.session set user_id = $1, created_at = now() + interval '1 minute' where person_id = $2",
      [second[0]!.id, actor.personId],
    )
    expect((await signIn(userName)).data['orgName']).toBe('甲二学校')
  })
})

describe('a session', () => {
  it('ends with logout, and is refused afterwards', async () => {
    const token = await world.people.session(world.owner)
    expect(await post('/api/users/logout', {}, token)).toMatchObject({ ret: 1 })
    const ended = () => get('/api/users/loginInof', token)
    await expect.poll(async () => (await ended()).ret, { timeout: 60_000 }).toBe(-8)
  })

  it('expires after its time or when it is idle', async () => {
    expect(await get('/api/users/loginInof', await world.people.session(world.owner, 'expired'))).toMatchObject({
      ret: -3,
    })
    expect(await get('/api/users/loginInof', await world.people.session(world.owner, 'idle'))).toMatchObject({
      ret: -3,
    })
  })

  it('ends within seconds when the person has left', async () => {
    const actor = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'])
    const token = await world.people.session(actor)
    expect(await get('/api/users/loginInof', token)).toMatchObject({ ret: 1 })
    await database.sql("update tenant.membership set valid = daterange('2020-01-01', '2020-02-01') where id = $1", [
      actor.userId,
    ])
    await expect.poll(async () => (await get('/api/users/loginInof', token)).ret, { timeout: 60_000 }).toBe(-8)
  })

  it('of one district is worth nothing in another', async () => {
    const token = await world.people.session(world.owner)
    const moved = `${world.away.districtId.toString(36)}.${token.split('.')[1]}`
    expect(await get('/api/users/loginInof', moved)).toMatchObject({ ret: -3 })
  })

  it('records its last use', async () => {
    const token = await world.people.session(world.owner)
    await database.sql(
      "update tenant.session set seen_at = now() - interval '3 hours' where ended_at is null and user_id = $1",
      [world.owner.userId],
    )
    await get('/api/users/loginInof', token)
    const other = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
    await other.inject({ url: '/api/users/loginInof', headers: { authorization: `Bearer ${token}` } })
    await other.close() // writes the last use before it stops
    const rows = await database.sql<{ recent: boolean }>(
      "select bool_or(seen_at > now() - interval '1 minute') as recent from tenant.session where user_id = $1",
      [world.owner.userId],
    )
    expect(rows).toEqual([{ recent: true }])
  })
})
