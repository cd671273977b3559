import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password } from '#kernel/identity/server/example.ts'
import { aSeventhGrader } from '#kernel/student/server/example.ts'
import type { RoleTemplate } from '#packages/contract'
import { newId } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { bindWorkplace, saveTotp } from '#kernel/identity/server/api.ts'
import { claimDingTalkKeys, configureDingTalkDistrict } from '#kernel/workplace/server/api.ts'
import { loadModules, root } from '../modules.ts'
import { getDemoCode, demoTotpSecret } from '../seed/demo-totp.ts'
import { createBrowser, waitForSmsCode, type ApiAnswer, type TestBrowser } from '../testing/browser.ts'
import { createTestUsers, type TestUser } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

/** The test cases are the rows of the table in docs/operators/sign-in.md. */
const rows = readFileSync(join(root, 'docs/operators/sign-in.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!way in|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, way, who, browser, expectedStep, session]) => ({ way: way!, who: who!, browser, expectedStep, session }))

const database = useDatabase({ withoutDistricts: true })
const transferKey = 'k'.repeat(40)
const corpId = 'dingdemo-corp-yunhe'
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let networks = 0

beforeAll(async () => {
  const env = {
    ...process.env,
    QIMING_TRANSFER_SYSTEMS: JSON.stringify([{ id: 'oa', key: transferKey }]),
  }
  app = await createApi(await loadModules(env), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
  await testUsers.setSignInPolicy(world.home.bureauId, { secondStep: 'new-device' })
  const dingtalk = { ddId: 'jia', corpId, clientId: 'dingdemo-app', clientSecret: 'dingdemo-secret' }
  await testUsers.inHome((ctx) => configureDingTalkDistrict(ctx, dingtalk))
  await claimDingTalkKeys(database.cells, world.home.districtId, dingtalk)
})
afterAll(() => app.close())

const rolesOf = (who: string): RoleTemplate[] =>
  who.startsWith('administrator') ? ['school-admin'] : who.includes('class teacher') ? ['class-teacher'] : ['teacher']

async function somebody(who: string): Promise<TestUser> {
  const person = await testUsers.createUser({ roles: rolesOf(who) })
  if (who.endsWith('with TOTP')) await saveTotp(database.cells, person.accountId, demoTotpSecret, 0, new Date())
  if (who.startsWith('exempted'))
    await database.sql('update tenant.membership set no_second_step = true where id = $1', [person.userId])
  if (/without a phone|no phone/.test(who))
    await database.sql(
      'update tenant.person set phone = null, phone_hash = null, phone_tail_hash = null where id = $1',
      [person.personId],
    )
  return person
}

function submitCode(browser: TestBrowser, { data }: ApiAnswer, phone: string, trust = false) {
  const { msgId, methods } = data as unknown as { msgId: string; methods: string[] }
  if (methods.includes('sms')) return testUsers.submitCode(browser, msgId, phone, trust)
  return browser.post('checkCode', { msgId, code: getDemoCode(new Date()).code, trust })
}

const byPassword =
  (path: 'login' | 'userLogin') =>
  (browser: TestBrowser, { userName }: { userName: string }) =>
    browser.post(path, { userName, userPwd: password })

async function bySms(browser: TestBrowser, { phone }: TestUser) {
  const number = await testUsers.nextCode(phone)
  const { data } = await browser.post('smsLogin', { phone })
  return browser.post('checkCode', { msgId: data['msgId'], code: await waitForSmsCode(phone, number) })
}

/** A signed-in phone in the same network scans the code of this browser and confirms it; that may need an SMS code. */
const byQr = (isStrong: boolean) => async (browser: TestBrowser, person: TestUser) => {
  const phone = createBrowser(app, { address: browser.address })
  let session = await phone.post('login', { userName: person.userName, userPwd: password })
  if (session.data['needMsg'] && isStrong) session = await submitCode(phone, session, person.phone)
  const token = String(session.data['token'])
  const { data } = await browser.get('loginQrCode')
  const code = String(data['code'])
  await phone.post(`scanQrCode?code=${code}`, {}, token)
  const confirmed = await phone.post(`setQrCode?code=${code}`, {}, token)
  // A code that the phone has to enter counts as asked for.
  if (confirmed.ret === -7) return { ...confirmed, data: { ...confirmed.data, needMsg: true as never } }
  return browser.post('qrLogin', { code })
}

async function byDingTalk(browser: TestBrowser, { accountId }: TestUser) {
  const unionId = newId()
  await bindWorkplace(database.cells, accountId, corpId, unionId)
  const answer = await fetch(`${process.env['QIMING_SIM_DINGTALK_URL']}/play/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ corpId, unionId, nick: '小李' }),
  })
  return browser.post('dd/loginByCode', { code: ((await answer.json()) as { code: string }).code, corpId })
}

const bySystem = async (browser: TestBrowser, { userName }: TestUser) =>
  browser.post('transferLogin', {
    ticket: await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('oa')
      .setAudience('qiming')
      .setSubject(userName)
      .setJti(newId())
      .setIssuedAt()
      .setExpirationTime('50s')
      .sign(Buffer.from(transferKey)),
  })

async function byHandOver(browser: TestBrowser, person: TestUser) {
  const { token } = await testUsers.signIn(person, browser)
  const { data } = await browser.post('issueTicket', { redirectUrl: '/application/Leave?u_t={u_t}' }, token)
  const ticket = new URL(String(data['url']), 'http://x').searchParams.get('u_t')
  const answer = await browser.post('exchangeTicket', { ticket, app: 'Leave', userId: '', confirm: false })
  return { ...answer, data: answer.data['session'] as unknown as ApiAnswer['data'] }
}

const signInMethods: Record<string, (browser: TestBrowser, person: TestUser) => Promise<ApiAnswer>> = {
  password: byPassword('login'),
  SMS: bySms,
  'QR code, scanned by two': byQr(true),
  'QR code, scanned by password': byQr(false),
  DingTalk: byDingTalk,
  'another system': bySystem,
  'an application, handed over': byHandOver,
  "families' password": byPassword('userLogin'),
  "families' SMS": byFamilySms,
}

const teenager = `${new Date().getFullYear() - 16}-03-09`

/** A guardian who also has an account with a password and used the phone once, in another browser. */
async function guardian(): Promise<TestUser> {
  const person = await testUsers.createUser()
  const at = { orgId: world.home.school.id, name: '蒋若水', birthday: teenager }
  const guardians = [{ name: '蒋母', relation: 2 as const, phone: person.phone }]
  await testUsers.inHome((ctx) => aSeventhGrader(ctx, { ...at, guardians }))
  await byFamilySms(newBrowser(), person)
  return person
}

async function pupil(): Promise<TestUser> {
  const at = { orgId: world.home.school.id, name: '朱明远', birthday: teenager }
  const child = await testUsers.inHome((ctx) => aSeventhGrader(ctx, at))
  const token = await world.people.session(world.owner)
  const browser = newBrowser()
  const printing = {
    method: 'POST',
    url: '/api/student/slips',
    payload: { ids: [child.id], reason: '开学发放账号' },
  } as const
  const { data } = (await browser.send(printing, token)).json() as { data: { loginName: string; code: string }[] }
  const [{ loginName, code }] = data as [{ loginName: string; code: string }]
  const opened = await browser.post('activatePupil', { userName: loginName, code, password })
  expect(opened).toMatchObject({ ret: 1 })
  return { ...world.owner, userName: loginName, phone: '' }
}

async function byFamilySms(browser: TestBrowser, { phone }: TestUser) {
  const number = await testUsers.nextCode(phone)
  const { data } = await browser.post('userSmsLogin', { phone })
  return browser.post('userCheckCode', { msgId: data['msgId'], code: await waitForSmsCode(phone, number) })
}

function personFor(way: string, who: string): Promise<TestUser> {
  if (who === 'pupil') return pupil()
  // A person who signs in by the families' SMS method becomes a guardian by that.
  return who === 'guardian' && way !== "families' SMS" ? guardian() : somebody(who)
}

const newBrowser = () => createBrowser(app, { address: `10.9.${++networks}.7` })

/** A browser that was trusted before, after every step that this needs. */
async function knownBrowser(way: string, person: TestUser) {
  const browser = newBrowser()
  const entered = await byPassword(way.startsWith('families') ? 'userLogin' : 'login')(browser, person)
  if (entered.data['needMsg']) await submitCode(browser, entered, person.phone, true)
  return browser
}

describe('the table of sign-in methods', () => {
  it('has every method with every kind of person', () => {
    expect(new Set(rows.map(({ way }) => way))).toEqual(new Set(Object.keys(signInMethods)))
    expect(rows.length).toBeGreaterThanOrEqual(25)
  })

  it.each(rows)(
    '$way, $who, $browser browser: $asked, $session',
    async ({ way, who, browser: kind, expectedStep, session }) => {
      const person = await personFor(way, who)
      const browser = kind === 'known' ? await knownBrowser(way, person) : newBrowser()
      const first = await signInMethods[way]!(browser, person)
      expect(first.data['needMsg'] ? 'code' : 'nothing').toBe(expectedStep)
      if (way.startsWith('QR') && expectedStep === 'code') return
      const entered = first.data['needMsg'] ? await submitCode(browser, first, person.phone) : first
      expect(entered).toMatchObject({ ret: 1, data: { token: expect.stringMatching(/./), isWeak: session === 'rest' } })
      const token = String(entered.data['token'])
      expect(await mayAssignRoles(browser, token)).toBe(session === 'whole' && who.startsWith('administrator'))
    },
  )

  /** A route that always needs two factors. */
  async function mayAssignRoles(browser: TestBrowser, token: string) {
    const payload = { audienceId: newId() }
    const answer = await browser.send({ method: 'POST', url: '/api/role/removeAudience', payload }, token)
    return answer.json<ApiAnswer>().ret === -5
  }

  it('gives permissions that were added later only to a session with enough factors', async () => {
    const person = await testUsers.createUser()
    const browser = await knownBrowser('password', person)
    const { token } = (await byPassword('login')(browser, person)).data
    const assign = () => mayAssignRoles(browser, String(token))
    expect(await assign()).toBe(false)
    await testUsers.inHome((ctx) => assignTemplates(ctx, person.userId, ['school-admin']))
    const strong = await testUsers.signIn(person)
    await expect.poll(() => mayAssignRoles(browser, strong.token)).toBe(true)
    expect(await assign()).toBe(false)
  })
})
