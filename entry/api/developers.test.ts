import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#packages/core'
import { useDatabase, writeOutsideSession, type World } from '#packages/testing'
import { publishApplicationKeys } from '#kernel/catalogue/server/api.ts'
import { getDeveloperOf, listMembersOf } from '#kernel/developer/server/developer-companies.ts'
import { useBrokenDistrict } from '#kernel/developer/server/developer.fixture.ts'
import { aCreditCode, aDeveloper, decide, ownAppForm } from '#kernel/developer/server/example.ts'
import { aPhone, password } from '#kernel/identity/server/example.ts'
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
    const creditCode = aCreditCode()
    const submit = await register(browser, phone, creditCode)
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
    expect(await call('apply', form)).toMatchObject({ ret: 0, msg: '企业信息正在审核，通过后即可申请应用' })

    const [row] = await database.directorySql<{ id: string; accountId: string }>(
      `select m.developer_id as id, m.account_id as "accountId" from directory.developer_member m
       join directory.developer d on d.id = m.developer_id where d.credit_code = $1`,
      [creditCode],
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
    const refused = (await get(browser, `/api/developer/myApp?fAppKey=${fAppKey}`, token)).data as { version: number }
    expect(refused).toMatchObject({ status: 3, auditReason: '请补充隐私说明', districtId: world.home.districtId })

    const again = { ...form, key: fAppKey, about: '分级阅读，附隐私说明', version: refused.version }
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
    const logged = await database.directorySql<{ route: string }>(
      'select route from directory.operation_log where account_id = $1 order by logged_at',
      [row!.accountId],
    )
    expect(logged.map(({ route }) => route.replace('/api/developer/', ''))).toEqual([
      'register',
      'apply',
      'apply',
      'resetSecret',
    ])
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
    // The company ends the secret itself: its token ends too.
    const states = async () =>
      (await get(browser, `/api/developer/secrets?fAppKey=${fAppKey}`, mine)).data as { id: string; state: string }[]
    const { id } = (await states())[0]!
    const revoke = (reason: string) => post(browser, '/api/developer/revokeSecret', { fAppKey, id, reason }, mine)
    expect(await revoke('')).toMatchObject({ ret: -1, msg: '请填写作废理由' })
    expect(await revoke('泄露')).toMatchObject({ ret: 1 })
    expect(await states()).toMatchObject([{ id, state: 'void' }])
    expect(await client.self(token)).toMatchObject({ status: 401 })
    expect(await sign()).toMatchObject({ status: 401 })
    expect(await revoke('泄露')).toMatchObject({ ret: -5 })
  })

  it('adds a member while the cell of a district is down: with the password, and one row in the log', async () => {
    const developer = await aDeveloper(database)
    await useBrokenDistrict(database, developer.id)
    const token = await writeOutsideSession(database, { kind: 'developer', accountId: developer.accountId })
    const member = { act: 'add', name: '顾新', role: 'read', phone: aPhone() }
    const added = await post(newBrowser(), '/api/developer/saveMember', member, token)
    expect(added).toMatchObject({ ret: 1, data: { oneTimePassword: expect.stringMatching(/.{12,}/) } })
    const rows = () =>
      database.directorySql('select route from directory.operation_log where account_id = $1', [developer.accountId])
    expect(await rows()).toEqual([{ route: '/api/developer/saveMember' }])
    // A change without its row is no change.
    await database.directorySql('alter table directory.operation_log add constraint planted check (false) not valid')
    const other = await post(newBrowser(), '/api/developer/saveMember', { ...member, phone: aPhone() }, token)
    await database.directorySql('alter table directory.operation_log drop constraint planted')
    expect(other.ret).toBe(-500)
    expect(await listMembersOf(database.cells, developer.id)).toHaveLength(2)
    expect(await rows()).toHaveLength(1)
  })

  it('changes the phone number with a code to the old and to the new number', async () => {
    const developer = await aDeveloper(database)
    const { id, accountId } = developer
    const token = await writeOutsideSession(database, { kind: 'developer', accountId })
    const browser = newBrowser()
    const form = ownAppForm({ districtId: world.home.districtId })
    expect(await post(browser, '/api/developer/apply', form, token)).toMatchObject({ ret: 1 })
    const hashes = async () =>
      (
        await database.sql<{ all: string }>('select phone_hashes::text as all from tenant.developer where id = $1', [
          id,
        ])
      )[0]!.all
    const before = await hashes()
    const phone = aPhone()
    const asked = await post(browser, '/api/developer/sendPhoneCodes', { phone }, token)
    expect(asked).toMatchObject({ ret: 1 })
    const [oldCode, newCode] = [await waitForSmsCode(developer.phone), await waitForSmsCode(phone)]
    const change = (codes: object) =>
      post(browser, '/api/developer/updatePhone', { ticket: asked.data['ticket'], oldCode, newCode, ...codes }, token)
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
    expect(await change({ oldCode: wrong(oldCode) })).toMatchObject({ ret: -1 })
    expect(await change({ newCode: wrong(newCode) })).toMatchObject({ ret: -1 })
    expect(await change({})).toMatchObject({ ret: 1 })
    expect(await change({})).toMatchObject({ ret: 0 })
    const enter = (userName: string) => post(newBrowser(), '/api/developer/login', { userName, userPwd: password })
    expect(await enter(developer.phone)).toMatchObject({ ret: 0, msg: '用户名或密码错误' })
    expect(await enter(phone)).toMatchObject({ ret: 1, data: { step: 'sms' } })
    expect((await getDeveloperOf(database.cells, accountId)).phone).toBe(phone)
    // The district knows it, so that its owner cannot audit there with the new number.
    expect(await hashes()).not.toBe(before)
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
    const grant = {
      apiCode: 'orgs',
      fields: ['fOrgID'],
      purpose: '每天夜里同步学校名单，用于教师登录时选择学校。',
      days: { from: '2026-11-18', to: '2027-11-17' },
    }
    const answers = [
      await post(browser, '/api/developer/apply', { ...form, key: fAppKey, version: 1 }, other),
      await post(browser, '/api/developer/withdraw', { fAppKey }, other),
      await post(browser, '/api/developer/resetSecret', { fAppKey }, other),
      await get(browser, `/api/developer/history?fAppKey=${fAppKey}`, other),
      await get(browser, `/api/developer/secrets?fAppKey=${fAppKey}`, other),
      await get(browser, `/api/developer/myApp?fAppKey=${fAppKey}`, other),
      await get(browser, `/api/developer/apis?fAppKey=${fAppKey}`, other),
      await get(browser, `/api/developer/quota?fAppKey=${fAppKey}`, other),
      await get(browser, `/api/developer/callLog?fAppKey=${fAppKey}`, other),
      await post(browser, '/api/developer/applyApi', { fAppKey, ...grant }, other),
      await post(browser, '/api/developer/revokeSecret', { fAppKey, id: newId(), reason: '泄露' }, other),
    ]
    expect(answers.map(({ ret }) => ret)).toEqual(Array(answers.length).fill(-5))
    // Control: they answer to the company itself.
    for (const path of ['myApp', 'apis', 'quota', 'callLog'])
      expect(await get(browser, `/api/developer/${path}?fAppKey=${fAppKey}`, mine)).toMatchObject({ ret: 1 })
    expect(JSON.stringify(await get(browser, '/api/developer/myApps', other))).not.toContain(fAppKey)
    expect(await get(browser, `/api/app/detail?fAppKey=${fAppKey}`, mine)).toMatchObject({ ret: -401 })
    expect(await get(browser, '/api/developer/myApps', auditor)).toMatchObject({ ret: -401 })
  })
})
