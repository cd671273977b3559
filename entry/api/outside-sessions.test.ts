import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#packages/core'
import { inDirectory } from '#packages/db/directory.ts'
import { hashToken } from '#packages/http'
import { useDatabase, writeOutsideSession } from '#packages/testing'
import { createDeveloperAccount, invitePlatformAdministrator } from '#kernel/identity/server/api.ts'
import { aPhone } from '#kernel/identity/server/example.ts'
import { loadModules } from '../modules.ts'
import { createBrowser, waitForSmsCode, type ApiAnswer, type TestBrowser } from '../testing/browser.ts'
import { createApi } from './app.ts'

const loadedModules = await loadModules()
const database = useDatabase({ withoutDistricts: true })
const lines: string[] = []
let app: FastifyInstance

beforeAll(async () => {
  app = await createApi(loadedModules, database.cells, {
    ...database.redis,
    log: { level: 'info', stream: { write: (line) => void lines.push(line) } },
  })
})
afterAll(() => app.close())

const password = 'Qinghe-Luye-2026'
const post = async (browser: TestBrowser, url: string, payload: object = {}, token?: string, headers = {}) =>
  (await browser.send({ method: 'POST', url, payload }, token, headers)).json<ApiAnswer>()
const get = async (url: string, token: string) =>
  (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json<ApiAnswer>()
/** Codes of the clock of the server; each is valid once, so the next one is of the next step. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

let people = 0
async function aPlatformAdministrator() {
  const userName = `platform${++people}`
  const token = await invitePlatformAdministrator(database.cells, new Date())
  const browser = createBrowser(app, { address: `10.2.${people}.1` })
  expect(await post(browser, '/api/users/acceptInvitation', { token, userName, password })).toMatchObject({ ret: 1 })
  return { userName, browser }
}
const enter = (browser: TestBrowser, userName: string, userPwd = password) =>
  post(browser, '/api/platform/login', { userName, userPwd })

async function aDeveloper() {
  const userName = `developer${++people}`
  const phone = aPhone()
  const profile = { name: '开发者', phone }
  const id = await createDeveloperAccount(
    (work) => inDirectory(database.cells, work),
    { userName, password, profile },
    new Date(),
  )
  return { id, userName, phone, browser: createBrowser(app, { address: `10.3.${people}.1` }) }
}

describe('a platform administrator', () => {
  it('sets up an authenticator at the first sign-in, and needs a new code at every later one', async () => {
    const { userName, browser } = await aPlatformAdministrator()
    expect(await enter(browser, userName, 'Wrong-Password-1')).toMatchObject({ ret: 0, msg: '用户名或密码错误' })
    const first = await enter(browser, userName)
    expect(first).toMatchObject({ ret: 1, data: { step: 'setup', token: '', isAdmin: 3, userType: 9 } })
    const { secret, ticket } = first.data as unknown as { secret: string; ticket: string }
    const finish = (code: string, by = browser, with_ = ticket) =>
      post(by, '/api/platform/loginCode', { ticket: with_, code })
    // The ticket is of this browser.
    expect(await finish(codeOf(secret), createBrowser(app))).toMatchObject({ ret: 0 })
    const done = await finish(codeOf(secret))
    expect(done).toMatchObject({ ret: 1, data: { step: 'done', realName: userName, isAdmin: 3, secret: '' } })
    expect(await finish(codeOf(secret))).toMatchObject({ ret: 0 })
    const token = String(done.data['token'])
    expect(token).toMatch(/^0\./)
    expect(await get('/api/platform/loginInfo', token)).toMatchObject({ ret: 1, data: { realName: userName } })

    const second = await enter(browser, userName)
    expect(second).toMatchObject({ data: { step: 'totp', secret: '', token: '' } })
    const later = String(second.data['ticket'])
    expect(await finish(codeOf(secret), browser, later), 'a used code').toMatchObject({ ret: -1 })
    expect(await finish(codeOf(secret, 1), browser, later)).toMatchObject({ ret: 1, data: { step: 'done' } })
    const log = await database.directorySql<{ outcome: string }>(
      `select outcome from directory.sign_in_log l join directory.session s using (account_id)
       where s.token_hash = $1 order by l.at, l.id`,
      [hashToken(token)],
    )
    expect(log.map(({ outcome }) => outcome)).toEqual(
      expect.arrayContaining(['wrong-password', 'code-needed', 'signed-in', 'wrong-code']),
    )
    const everything = lines.join()
    for (const hidden of [secret, password, token]) expect(everything).not.toContain(hidden)
  })

  it('gets five tries for a code, and the sixth is refused even if it is right', async () => {
    const { userName, browser } = await aPlatformAdministrator()
    const { secret, ticket } = (await enter(browser, userName)).data as unknown as { secret: string; ticket: string }
    const right = codeOf(secret)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++)
      expect(await post(browser, '/api/platform/loginCode', { ticket, code: wrong })).toMatchObject({ ret: -1 })
    expect(await post(browser, '/api/platform/loginCode', { ticket, code: right })).toMatchObject({ ret: 0 })
  })

  it('is no user of the portal, and a user of the portal is no platform administrator', async () => {
    const { userName, browser } = await aPlatformAdministrator()
    expect(await post(browser, '/api/users/login', { userName, userPwd: password })).toMatchObject({ ret: 0 })
    const developer = await aDeveloper()
    expect(await enter(developer.browser, developer.userName)).toMatchObject({ ret: 0, msg: '用户名或密码错误' })
    expect(await post(browser, '/api/developer/login', { userName, userPwd: password })).toMatchObject({ ret: 0 })
  })
})

describe('a developer', () => {
  it('needs a code by text message on a new browser, and none on a trusted one', async () => {
    const { userName, phone, browser } = await aDeveloper()
    const begin = (by: TestBrowser, name = userName) =>
      post(by, '/api/developer/login', { userName: name, userPwd: password })
    const begun = await begin(browser)
    expect(begun).toMatchObject({
      data: { step: 'sms', token: '', phone: `${phone.slice(0, 3)}****${phone.slice(-4)}` },
    })
    const before = String(begun.data['ticket'])
    expect(await post(browser, '/api/developer/loginCode', { ticket: before, code: '000000' })).toMatchObject({
      ret: -1,
    })
    const sent = await post(browser, '/api/developer/sendMsgCode', { ticket: before })
    expect(sent).toMatchObject({ ret: 1, data: { msgCode: 'sent', retryAfter: 60 } })
    const code = await waitForSmsCode(phone)
    const finish = () =>
      post(browser, '/api/developer/loginCode', { ticket: String(sent.data['ticket']), code, trust: true })
    const done = await finish()
    expect(done).toMatchObject({ ret: 1, data: { step: 'done', userType: 8, isAdmin: 0, realName: '开发者' } })
    expect(await finish(), 'a ticket opens one session').toMatchObject({ ret: 0 })
    expect(await begin(browser, phone)).toMatchObject({ data: { step: 'done' } })
    expect(await begin(createBrowser(app))).toMatchObject({ data: { step: 'sms' } })
    expect(JSON.stringify([begun, sent, lines])).not.toContain(code)
  })
})

describe('the password of a developer', () => {
  const newPwd = 'Xingye-Shan-4821'
  const change = (oldPwd: string, token: string, browser = createBrowser(app)) =>
    post(browser, '/api/developer/updatePwd', { oldPwd, newPwd, confirmPwd: newPwd }, token)
  const isIn = async (token: string) => (await get('/api/developer/loginInfo', token)).ret
  const enterAs = (browser: TestBrowser, userName: string, userPwd: string) =>
    post(browser, '/api/developer/login', { userName, userPwd })

  it('is changed with the old one, and the other sessions end', async () => {
    const { id: accountId, userName, browser } = await aDeveloper()
    const [mine, other] = [
      await writeOutsideSession(database, { kind: 'developer', accountId }),
      await writeOutsideSession(database, { kind: 'developer', accountId }),
    ]
    expect(await change('Wrong-Password-1', mine)).toMatchObject({ ret: -1, msg: '原密码错误' })
    expect([await isIn(mine), await isIn(other)]).toEqual([1, 1])
    expect(await change(password, mine)).toMatchObject({ ret: 1 })
    expect([await isIn(mine), await isIn(other)]).toEqual([1, -8])
    expect(await enterAs(browser, userName, password)).toMatchObject({ ret: 0, msg: '用户名或密码错误' })
    expect(await enterAs(browser, userName, newPwd)).toMatchObject({ ret: 1, data: { step: 'sms' } })
    for (let tries = 0; tries < 10; tries++) await change('Wrong-Password-1', mine)
    expect(await change(newPwd, mine)).toMatchObject({ ret: -4 })
  })

  it('is reset by a code to the phone, in the browser that asked, and an unknown number looks the same', async () => {
    const { id: accountId, userName, phone, browser } = await aDeveloper()
    const token = await writeOutsideSession(database, { kind: 'developer', accountId })
    const asked = await post(browser, '/api/developer/forgotPwd', { phone })
    const unknown = await post(createBrowser(app, { address: '10.3.200.1' }), '/api/developer/forgotPwd', {
      phone: aPhone(),
    })
    const shape = ({ ret, data }: ApiAnswer) => [ret, String(data['ticket']).length, data['retryAfter']]
    expect(shape(asked)).toEqual(shape(unknown))
    const ticket = String(asked.data['ticket'])
    const code = await waitForSmsCode(phone)
    const reset = (form: object, by = browser) => post(by, '/api/developer/resetPwd', { ticket, code, newPwd, ...form })
    expect(await reset({}, createBrowser(app)), 'another browser').toMatchObject({ ret: 0 })
    expect(await reset({ code: code === '000000' ? '000001' : '000000' })).toMatchObject({ ret: -1 })
    expect(await reset({ newPwd: `Qinghe-${phone}` })).toMatchObject({ ret: -1 })
    // The ticket of a reset opens no session.
    expect(await post(browser, '/api/developer/loginCode', { ticket, code })).toMatchObject({ ret: 0 })
    expect(await isIn(token)).toBe(1)
    expect(await reset({})).toMatchObject({ ret: 1 })
    expect(await isIn(token)).toBe(-8)
    expect(await reset({}), 'a used code').toMatchObject({ ret: 0 })
    expect(await enterAs(browser, userName, newPwd)).toMatchObject({ ret: 1, data: { step: 'sms' } })
    const rows = await database.directorySql(
      'select route, session_id from directory.operation_log where account_id = $1',
      [accountId],
    )
    expect(rows).toEqual([{ route: '/api/developer/resetPwd', session_id: null }])
  })

  it('that somebody else set is changed before there is a session', async () => {
    const { id: accountId, userName, phone, browser } = await aDeveloper()
    await database.directorySql('update directory.account set must_change_password = true where id = $1', [accountId])
    const begun = await enterAs(browser, userName, password)
    const sent = await post(browser, '/api/developer/sendMsgCode', { ticket: begun.data['ticket'] })
    const form = { ticket: String(sent.data['ticket']), code: await waitForSmsCode(phone) }
    const proved = await post(browser, '/api/developer/loginCode', form)
    expect(proved).toMatchObject({ ret: 1, data: { step: 'password', token: '' } })
    const ticket = String(proved.data['ticket'])
    const choose = (wanted: string) => post(browser, '/api/developer/firstPwd', { ticket, newPwd: wanted })
    expect(await choose(password)).toMatchObject({ ret: -1, msg: '新密码不能与初始密码相同' })
    const done = await choose(newPwd)
    expect(done).toMatchObject({ ret: 1, data: { step: 'done' } })
    expect(await isIn(String(done.data['token']))).toBe(1)
    expect(await choose('Another-Shan-4821')).toMatchObject({ ret: 0 })
  })
})

describe('a session outside districts', () => {
  it('ends when it is idle, over, ended, or its account is disabled', async () => {
    const answer = async (state: 'live' | 'expired' | 'idle' | 'revoked') =>
      (await get('/api/platform/loginInfo', await writeOutsideSession(database, { kind: 'platform', state }))).ret
    expect(await answer('live')).toBe(1)
    expect(await answer('expired')).toBe(-3)
    expect(await answer('idle')).toBe(-3)
    expect(await answer('revoked')).toBe(-8)
    const accountId = newId()
    const token = await writeOutsideSession(database, { kind: 'platform', accountId })
    await database.directorySql(`update directory.account set status = 'disabled' where id = $1`, [accountId])
    expect((await get('/api/platform/loginInfo', token)).ret).toBe(-8)
    const other = newId()
    const demoted = await writeOutsideSession(database, { kind: 'platform', accountId: other })
    await database.directorySql('update directory.account set is_platform = false where id = $1', [other])
    expect((await get('/api/platform/loginInfo', demoted)).ret).toBe(-8)
  })

  it('ends at sign-out, with one row in the operation log however often the request is sent', async () => {
    const token = await writeOutsideSession(database, { kind: 'developer' })
    const browser = createBrowser(app)
    const key = { 'idempotency-key': newId() }
    expect(await post(browser, '/api/developer/logout', {}, token, key)).toMatchObject({ ret: 1 })
    expect(await post(browser, '/api/developer/logout', {}, token, key)).toMatchObject({ ret: -8 })
    const rows = await database.directorySql(
      `select o.kind, o.route, o.title, o.address, o.request_id is not null as "hasRequest"
       from directory.operation_log o join directory.session s on s.id = o.session_id where s.token_hash = $1`,
      [hashToken(token)],
    )
    expect(rows).toEqual([
      {
        kind: 'developer',
        route: '/api/developer/logout',
        title: '开发者退出登录',
        address: '10.1.1.1',
        hasRequest: true,
      },
    ])
  })

  it('cannot change its own log', async () => {
    const grants = await database.directorySql<{ privilege: string }>(
      `select privilege_type as privilege from information_schema.role_table_grants
       where grantee = 'portal_directory' and table_schema = 'directory' and table_name in ('operation_log', 'sign_in_log')`,
    )
    expect(new Set(grants.map(({ privilege }) => privilege))).toEqual(new Set(['SELECT', 'INSERT']))
  })
})
