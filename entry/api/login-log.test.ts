import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInRecordApi, type SignInRecord } from '#kernel/audit/contract.ts'
import { password } from '#kernel/identity/server/example.ts'
import { onlineSessionApi, type OnlineSession } from '#kernel/session/server/api.ts'
import { closeSessions } from '#kernel/session/server/jobs.ts'
import { recordRefusedLogin } from '#kernel/session/server/service/login-log.ts'
import { dayOf, newId } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { createBrowser } from '../testing/browser.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createTestUsers, type TestUser } from '../testing/test-users.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let users: ReturnType<typeof createTestUsers>
let ownAdmin: string
let otherAdmin: string

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  users = createTestUsers(database, world, () => app)
  const { districtId, otherSchool } = world.home
  ownAdmin = await world.people.session(world.owner)
  otherAdmin = await world.people.session(await world.people.hire(districtId, otherSchool.id, ['school-admin']))
})
afterAll(() => app.close())

interface Listed<Row> {
  ret: number
  msg: string
  data: { items: Row[] }
}
const get = async <Row>(path: string, token: string, query: Record<string, string> = {}) =>
  (await app.inject({ url: path, query, headers: { authorization: `Bearer ${token}` } })).json<Listed<Row>>()
/** The log of one person, the newest first. */
const logOf = async ({ personId }: TestUser, token = ownAdmin) =>
  (await get<SignInRecord>(signInRecordApi.list.path, token, { pageSize: '200' })).data.items.filter(
    ({ person }) => person?.id === personId,
  )
const onlineOf = async ({ personId }: TestUser, token = ownAdmin) =>
  (await get<OnlineSession & { id: string }>(onlineSessionApi.list.path, token, { pageSize: '200' })).data.items.filter(
    ({ person }) => person.id === personId,
  )
const kick = async (token: string, sessionId: string, reason = 'lost') =>
  (
    await app.inject({
      method: 'POST',
      url: onlineSessionApi.kick.path,
      headers: { authorization: `Bearer ${token}` },
      payload: { sessionId, reason },
    })
  ).json<{ ret: number; msg: string }>()

it('has every sign-in with its way, device, address and result, and how the session ended', async () => {
  const li = await users.createUser()
  const browser = createBrowser(app, { address: '10.9.8.7' })
  await browser.post('login', { userName: li.userName, userPwd: 'Wrong-2026-x' })
  await expect.poll(() => logOf(li)).toMatchObject([{ way: 'password', result: 'wrong-password', endedAt: null }])
  const { token } = await users.signIn(li, browser)
  const [entered] = await logOf(li)
  expect(entered).toMatchObject({
    result: 'entered',
    address: '10.9.8.7',
    device: 'Windows 电脑，Chrome',
    endCause: null,
  })
  await browser.post('logout', {}, token)
  expect((await logOf(li))[0]).toMatchObject({
    endCause: 'logout',
    endedBy: { id: li.personId },
    endedAt: expect.any(String),
  })
})

it('shows the school the refused sign-ins of its pupils and their guardians', async () => {
  const { districtId, otherSchool, school } = world.home
  const here = await world.people.family(districtId, school.id)
  const elsewhere = await world.people.family(districtId, otherSchool.id)
  for (const { guardian, pupil } of [here, elsewhere])
    for (const { personId } of [guardian, pupil]) {
      const accountId = newId()
      await database.sql('update tenant.person set account_id = $2 where id = $1', [personId, accountId])
      const facts = { account_id: accountId, sign_in_method: 'password', outcome: 'wrong-password' }
      await users.inHome(({ db }) => recordRefusedLogin(database.requestCtx(undefined), db, districtId, facts))
    }
  const refusedAt = async (token: string) =>
    (await get<SignInRecord>(signInRecordApi.list.path, token, { pageSize: '200' })).data.items
      .filter(({ result }) => result === 'wrong-password')
      .map(({ person }) => person?.id)
  for (const { token, family, other } of [
    { token: ownAdmin, family: here, other: elsewhere },
    { token: otherAdmin, family: elsewhere, other: here },
  ]) {
    for (const { personId } of [family.pupil, family.guardian]) expect(await refusedAt(token)).toContain(personId)
    expect(await refusedAt(token)).not.toContain(other.pupil.personId)
  }
})

it('says who kicked a session out, and why', async () => {
  const li = await users.createUser()
  const { browser, token } = await users.signIn(li)
  const [online] = await onlineOf(li)
  expect(online).toMatchObject({ device: 'Windows 电脑，Chrome', address: '10.1.1.1', way: 'password' })
  expect(await kick(ownAdmin, online!.id, 'nothing')).toMatchObject({ ret: -1 })
  expect(await kick(ownAdmin, online!.id)).toMatchObject({ ret: 1 })
  expect(await browser.get('loginInof', token)).toMatchObject({ ret: -8 })
  expect((await logOf(li))[0]).toMatchObject({
    endCause: 'kicked',
    endedBy: { id: world.owner.personId },
    endReason: 'lost',
  })
  expect(await onlineOf(li)).toEqual([])
  expect(await kick(ownAdmin, online!.id)).toMatchObject({ ret: -5 })
})

it('shows an administrator no row and no session of another school, and lets nobody kick there', async () => {
  const li = await users.createUser()
  await users.signIn(li)
  expect([(await logOf(li)).length, (await onlineOf(li)).length]).toEqual([1, 1])
  expect([await logOf(li, otherAdmin), await onlineOf(li, otherAdmin)]).toEqual([[], []])
  expect(await kick(otherAdmin, (await onlineOf(li))[0]!.id)).toMatchObject({ ret: -5 })
  expect(await onlineOf(li)).toHaveLength(1)
})

it('does not let an administrator kick out the own session', async () => {
  const admin = await users.createUser({ roles: ['school-admin'] })
  const { token } = await users.signIn(admin)
  const [own] = await onlineOf(admin)
  expect(await kick(token, own!.id)).toMatchObject({ ret: 0, msg: '不能踢出自己正在使用的会话，请使用“退出登录”' })
})

it('gives the end of a session that nobody used any more, at the time when it ran out', async () => {
  const li = await users.createUser()
  await users.signIn(li)
  await database.sql(
    "update tenant.session set seen_at = now() - interval '1 day', idle_seconds = 3600 where person_id = $1",
    [li.personId],
  )
  await database.sql("update tenant.login_log set at = at - interval '25 hours' where person_id = $1", [li.personId])
  expect(await onlineOf(li)).toEqual([])
  await users.inHome((ctx) => closeSessions.handle!(ctx, {}))
  const [row] = await logOf(li)
  expect(row).toMatchObject({ endCause: 'timeout', endedBy: null })
  expect(Date.now() - Date.parse(row!.endedAt!)).toBeGreaterThan(22 * 3600_000)
})

it('ends with the password: the cause is its change', async () => {
  const li = await users.createUser()
  const [here] = [await users.signIn(li), await users.signIn(li)]
  const newPwd = `${password}-neu`
  await here.browser.post('updatePwd', { oldPwd: password, newPwd, confirmPwd: newPwd }, here.token)
  expect((await logOf(li)).map(({ endCause }) => endCause)).toEqual(expect.arrayContaining(['password']))
})

it('is asked for at most 31 days', async () => {
  const daysAgo = (days: number) => dayOf(new Date(Date.now() - days * 86_400_000))
  const ask = (from: string, to = '') => get(signInRecordApi.list.path, ownAdmin, { createdAt: `${from}~${to}` })
  expect(await ask(daysAgo(30))).toMatchObject({ ret: 1 })
  expect(await ask(daysAgo(31))).toMatchObject({ ret: -1, msg: '查询时间跨度不能超过31天' })
  expect(await ask('', daysAgo(1))).toMatchObject({ ret: 1 })
})
