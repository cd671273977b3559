import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase, writeOutsideSession, type World } from '#packages/testing'
import { publishApplicationKeys } from '#kernel/catalogue/server/api.ts'
import { aCreditCode, aDeveloper, decide, ownAppForm } from '#kernel/developer/server/example.ts'
import { aPhone } from '#kernel/identity/server/example.ts'
import { loadModules } from '../modules.ts'
import { createOpenClient, signRequest } from '../testing/open-client.ts'
import { createBrowser, waitForSmsCode, type ApiAnswer, type TestBrowser } from '../testing/browser.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let auditor: string
let address = 0

beforeAll(async () => {
  app = await createApi(await loadModules(process.env), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  const { home, people } = world
  auditor = await people.session(await people.hire(home.districtId, home.bureauId, ['district-admin']))
})
afterAll(() => app.close())

const newBrowser = () => createBrowser(app, { address: `10.8.${++address}.7` })
const post = async (browser: TestBrowser, url: string, payload: object, token?: string) =>
  (await browser.send({ method: 'POST', url, payload }, token)).json<ApiAnswer>()
const get = async (browser: TestBrowser, url: string, token: string) =>
  (await browser.send({ url }, token)).json<ApiAnswer & { data: never }>()

async function register(browser: TestBrowser, phone: string, creditCode = aCreditCode()) {
  const sent = await post(browser, '/api/developer/sendCode', { phone })
  expect(sent).toMatchObject({ ret: 1 })
  const form = { company: '云禾科技', creditCode, contact: '沈晓舟', password: 'Qinghe-Luye-2026', agreement: 1 }
  const code = await waitForSmsCode(phone)
  return (given = code) => post(browser, '/api/developer/register', { ...form, msgId: sent.data['msgId'], code: given })
}

describe('a vendor', () => {
  it('registers, applies, is refused with reasons, repairs, is approved and sees the key once', async () => {
    const phone = aPhone()
    const browser = newBrowser()
    const submit = await register(browser, phone)
    expect(await submit('000000')).toMatchObject({ ret: 0 })
    expect(await submit()).toMatchObject({ ret: 1 })
    expect(await submit(), 'a used code').toMatchObject({ ret: 0 })
    const login = { userName: phone, userPwd: 'Qinghe-Luye-2026' }
    const elsewhere = await post(newBrowser(), '/api/developer/login', login)
    expect(elsewhere, 'another browser proves the number').toMatchObject({ ret: 1, data: { step: 'sms' } })
    const here = await post(browser, '/api/developer/login', login)
    expect(here, 'this browser has just proved it').toMatchObject({ ret: 1, data: { step: 'done' } })
    const token = String(here.data['token'])
    const call = (path: string, body: object) => post(browser, `/api/developer/${path}`, body, token)
    const form = ownAppForm({ districtId: world.home.districtId, name: '云阅读' })
    expect(await call('apply', form)).toMatchObject({ ret: 0, msg: '企业信息正在审核，通过后即可提交应用' })

    const [row] = await database.directorySql<{ id: string; accountId: string }>(
      `select m.developer_id as id, m.account_id as "accountId" from directory.developer_member m
       join directory.session s on s.account_id = m.account_id`,
    )
    const decision = { id: row!.id, act: 'pass', reason: '', version: 1 } as const
    await decide(database, row!.accountId, decision)
    const applied = await call('apply', form)
    expect(applied).toMatchObject({ ret: 1, data: { status: 1 } })
    const fAppKey = String(applied.data['key'])
    const audit = (act: string, fAuditReason: string) =>
      post(browser, '/api/app/auditApply', { fAppKey, act, fAuditReason }, auditor)
    expect(await audit('refuse', '')).toMatchObject({ ret: -1, msg: '请填写驳回理由' })
    expect(await audit('refuse', '请补充隐私说明')).toMatchObject({ ret: 1 })
    const [refused] = (await get(browser, '/api/developer/myApps', token)).data as { version: number }[]
    expect(refused).toMatchObject({ status: 3, auditReason: '请补充隐私说明', districtId: world.home.districtId })

    const again = { ...form, key: fAppKey, about: '分级阅读，附隐私说明', version: refused!.version }
    expect(await call('apply', again)).toMatchObject({ ret: 1, data: { status: 1 } })
    expect(await audit('agree', '')).toMatchObject({ ret: 1 })
    const made = await call('resetSecret', { fAppKey })
    const secret = String(made.data['fAppSecret'])
    expect(secret).toMatch(/^[\w-]{40,}$/)
    for (const path of ['myApps', `secrets?fAppKey=${fAppKey}`, `history?fAppKey=${fAppKey}`, 'messages', 'info']) {
      const answer = await get(browser, `/api/developer/${path}`, token)
      expect({ path, ...answer }).toMatchObject({ path, ret: 1 })
      expect(JSON.stringify(answer)).not.toContain(secret)
    }
    const logged = await database.directorySql<{ route: string }>('select route from directory.operation_log')
    expect(logged.map(({ route }) => route)).toContain('/api/developer/resetSecret')
  })

  it('that the platform stops loses its tokens and the place of its application within a minute', async () => {
    const developer = await aDeveloper(database)
    const mine = await writeOutsideSession(database, { kind: 'developer', accountId: developer.accountId })
    const platform = await writeOutsideSession(database, { kind: 'platform' })
    const browser = newBrowser()
    const form = ownAppForm({ districtId: world.home.districtId })
    const fAppKey = String((await post(browser, '/api/developer/apply', form, mine)).data['key'])
    expect(
      await post(browser, '/api/app/auditApply', { fAppKey, act: 'agree', fAuditReason: '' }, auditor),
    ).toMatchObject({ ret: 1 })
    const made = await post(browser, '/api/developer/resetSecret', { fAppKey }, mine)
    await publishApplicationKeys({ cells: database.cells, districtId: world.home.districtId })
    const client = createOpenClient(app)
    const sign = () => client.request(signRequest(fAppKey, String(made.data['fAppSecret'])))
    const { token } = (await sign()).data!
    expect(await client.self(token)).toMatchObject({ status: 200 })
    const decideAs = (as: string, act: string, version: number) =>
      post(browser, '/api/platform/decideDeveloper', { id: developer.id, act, reason: '出售数据', version }, as)
    expect(await decideAs(auditor, 'stop', developer.version)).toMatchObject({ ret: -401 })
    expect(await client.self(token)).toMatchObject({ status: 200 })
    expect(await decideAs(platform, 'stop', developer.version)).toMatchObject({ ret: 1, data: { status: 3 } })
    const stopped = { status: 403, ret: -6, msg: '应用已停用' }
    expect(await client.self(token)).toMatchObject(stopped)
    expect(await sign()).toMatchObject(stopped)
    const listed = JSON.stringify(await get(browser, '/api/app/appList', auditor))
    expect(listed).not.toContain(fAppKey)
    expect(await decideAs(platform, 'resume', developer.version + 1)).toMatchObject({ ret: 1, data: { status: 1 } })
    expect(await client.self(token)).toMatchObject({ status: 200 })
    expect((await sign()).status).toBe(200)
  })

  it('finds no application of another company on any endpoint, and no endpoint of staff', async () => {
    const sessionOf = async () => {
      const developer = await aDeveloper(database)
      return writeOutsideSession(database, { kind: 'developer', accountId: developer.accountId })
    }
    const [mine, other] = [await sessionOf(), await sessionOf()]
    const browser = newBrowser()
    const form = ownAppForm({ districtId: world.home.districtId })
    const applied = await post(browser, '/api/developer/apply', form, mine)
    const fAppKey = String(applied.data['key'])
    expect(await post(browser, '/api/developer/apply', { ...form, name: '另一个' }, other)).toMatchObject({ ret: 1 })
    const answers = [
      await post(browser, '/api/developer/apply', { ...form, key: fAppKey, version: 1 }, other),
      await post(browser, '/api/developer/withdraw', { fAppKey }, other),
      await post(browser, '/api/developer/resetSecret', { fAppKey }, other),
      await get(browser, `/api/developer/history?fAppKey=${fAppKey}`, other),
      await get(browser, `/api/developer/secrets?fAppKey=${fAppKey}`, other),
    ]
    expect(answers.map(({ ret }) => ret)).toEqual([-5, -5, -5, -5, -5])
    expect(JSON.stringify(await get(browser, '/api/developer/myApps', other))).not.toContain(fAppKey)
    expect(await get(browser, `/api/app/detail?fAppKey=${fAppKey}`, mine)).toMatchObject({ ret: -401 })
    expect(await get(browser, '/api/developer/myApps', auditor)).toMatchObject({ ret: -401 })
  })
})
