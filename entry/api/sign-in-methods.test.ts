import { Redis } from 'ioredis'
import { SignJWT } from 'jose'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPhone, openAccount, password } from '#kernel/identity/server/example.ts'
import { aSeventhGrader } from '#kernel/student/server/example.ts'
import { idCardCheckDigit, newId } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import { configureDingTalkDistrict, claimDingTalkKeys } from '#kernel/workplace/server/api.ts'
import { loadModules } from '../modules.ts'
import { createBrowser, waitForSmsCode, listSmsTo, type TestBrowser } from '../testing/browser.ts'
import { createTestUsers } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
const transferKey = 'k'.repeat(40)
const lines: string[] = []
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let browser: TestBrowser
let address = 0

beforeAll(async () => {
  const env = {
    ...process.env,
    QIMING_TRANSFER_SYSTEMS: JSON.stringify([{ id: 'oa', key: transferKey }]),
    QIMING_TRUSTED_ORIGINS: 'https://app.example.cn',
  }
  app = await createApi(await loadModules(env), database.cells, {
    ...database.redis,
    log: { level: 'info', stream: { write: (line) => void lines.push(line) } },
  })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
  await testUsers.setSignInPolicy(world.home.otherSchool.id, { secondStep: 'new-device' })
  const dingtalk = {
    ddId: 'jia',
    corpId: 'dingdemo-corp-yunhe',
    clientId: 'dingdemo-app',
    clientSecret: 'dingdemo-secret',
  }
  await testUsers.inHome((ctx) => configureDingTalkDistrict(ctx, dingtalk))
  await claimDingTalkKeys(database.cells, world.home.districtId, dingtalk)
})
afterAll(() => app.close())
// A separate network for each test, because failed attempts are also counted by network.
beforeEach(() => void (browser = createBrowser(app, { address: `10.2.${++address}.7` })))

/** Solves the captcha that the server requires from this browser. */
async function solve(one = browser) {
  const { data } = await one.get('captcha?kind=text')
  const [a, b] = Array.from(String(data['question']))
    .filter((sign) => digits.includes(sign))
    .map((sign) => digits.indexOf(sign))
  return { codekey: String(data['codeKey']), codenum: String(a! + b!) }
}
const digits = '零一二三四五六七八九'
const idCard = (sex: '男' | '女', serial: number) => {
  const first = `3301061988${String((serial % 12) + 1).padStart(2, '0')}15${String(serial % 100).padStart(2, '0')}${sex === '男' ? 1 : 2}`
  return first + idCardCheckDigit(first)
}
const atSchoolWithSecondStep = () => testUsers.createUser({ orgId: world.home.otherSchool.id })

describe('password sign-in', () => {
  it('requires a captcha from the fourth mistake on, accepts each one once, and locks after ten', async () => {
    const { userName, phone, personId } = await testUsers.createUser()
    const guess = (headers = {}) => browser.post('login', { userName, userPwd: 'Wrong-2026' }, undefined, headers)
    for (let tries = 0; tries < 3; tries++) expect(await guess()).toMatchObject({ ret: 0, msg: '用户名或密码错误' })
    expect(await guess()).toMatchObject({ ret: -2, msg: '请输入验证码' })
    const solved = await solve()
    expect(await guess(solved)).toMatchObject({ ret: 0 })
    expect(await guess(solved)).toMatchObject({ ret: -2, msg: expect.stringContaining('过期') })
    for (let tries = 4; tries < 10; tries++) expect(await guess(await solve())).toMatchObject({ ret: 0 })
    const locked = await guess(await solve())
    expect(locked).toMatchObject({ ret: -4, msg: expect.stringContaining('15分钟') })
    expect(await browser.post('login', { userName, userPwd: password })).toMatchObject({ ret: -4 })
    await expect
      .poll(async () => (await listSmsTo(phone)).map(({ text }) => text))
      .toEqual([expect.stringContaining('锁定')])
    const locks = await database.sql(
      "select address from tenant.identity_log where person_id = $1 and kind = 'locked'",
      [personId],
    )
    expect(locks).toEqual([{ address: expect.stringMatching(/^10\./) }])
  })

  it('is as slow and as strict with unknown login names', async () => {
    const guess = (headers = {}) =>
      browser.post('login', { userName: 'nobody.knows', userPwd: 'x' }, undefined, headers)
    for (let tries = 0; tries < 3; tries++) expect(await guess()).toMatchObject({ ret: 0, msg: '用户名或密码错误' })
    expect(await guess()).toMatchObject({ ret: -2 })
    for (let tries = 3; tries < 10; tries++) expect(await guess(await solve())).toMatchObject({ ret: 0 })
    expect(await guess(await solve())).toMatchObject({ ret: -4 })
  })

  it('refuses the captcha of another browser', async () => {
    const { userName } = await testUsers.createUser()
    for (let tries = 0; tries < 3; tries++) await browser.post('login', { userName, userPwd: 'Wrong' })
    const other = createBrowser(app, { address: '10.9.9.9' })
    expect(await browser.post('login', { userName, userPwd: password }, undefined, await solve(other))).toMatchObject({
      ret: -2,
    })
    expect(await browser.post('login', { userName, userPwd: password }, undefined, await solve())).toMatchObject({
      ret: 1,
    })
  })

  it('draws a captcha once', async () => {
    const { data } = await browser.get('captcha')
    const picture = await browser.send({ url: String(data['relativeUrl']) })
    expect(picture.headers['content-type']).toBe('image/png')
    expect(picture.rawPayload.length).toBeGreaterThan(500)
    expect(await browser.send({ url: String(data['relativeUrl']) }).then((again) => again.json())).toMatchObject({
      ret: -5,
    })
  })

  it('refuses a password in the query', async () => {
    const { userName } = await testUsers.createUser()
    const answer = await browser.get(`login?userName=${userName}&userPwd=${password}`)
    expect(answer).toMatchObject({ ret: 0, msg: '该调用方式未开启' })
  })
})

describe('the second step', () => {
  const begin = async () => {
    const person = await atSchoolWithSecondStep()
    const { data } = await browser.post('login', { userName: person.userName, userPwd: password })
    expect(data).toMatchObject({
      needMsg: true,
      token: '',
      realName: '',
      phone: `${person.phone.slice(0, 3)}****${person.phone.slice(-4)}`,
    })
    return { ...person, msgId: String(data['msgId']) }
  }

  it('asks a new browser for a code, trusts it for thirty days, and asks again in another network', async () => {
    const { msgId, phone, userName } = await begin()
    expect(await browser.post('sendMsgCode', { msgId })).toMatchObject({ ret: 1, data: { msgCode: 'sent' } })
    expect(await browser.post('sendMsgCode', { msgId })).toMatchObject({ ret: 1, data: { msgCode: 'waiting' } })
    const code = await waitForSmsCode(phone)
    expect(await listSmsTo(phone)).toHaveLength(1)
    const entered = await browser.post('checkCode', { msgId, code, trust: true })
    expect(entered).toMatchObject({ ret: 1, data: { needMsg: false, orgName: '甲二学校' } })
    expect(JSON.stringify(entered)).not.toContain(code)
    expect(await browser.post('checkCode', { msgId, code })).toMatchObject({ ret: 0 })
    expect(await browser.post('login', { userName, userPwd: password })).toMatchObject({ data: { needMsg: false } })
    const elsewhere = createBrowser(app, { address: '10.200.1.1' })
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    expect(await elsewhere.post('login', { userName, userPwd: password })).toMatchObject({ data: { needMsg: true } })
  })

  it('gives five tries, and nothing to another browser', async () => {
    const { msgId, phone } = await begin()
    await browser.post('sendMsgCode', { msgId })
    const code = await waitForSmsCode(phone)
    const thief = createBrowser(app, { address: '10.66.6.6' })
    expect(await thief.post('checkCode', { msgId, code })).toMatchObject({ ret: 0 })
    const wrong = code === '000000' ? '000001' : '000000'
    for (const left of ['4次', '3次', '2次', '1次', '过多'])
      expect(await browser.post('checkCode', { msgId, code: wrong })).toMatchObject({
        ret: 0,
        msg: expect.stringContaining(left),
      })
    expect(await browser.post('checkCode', { msgId, code })).toMatchObject({ ret: 0 })
  })

  it('is skipped for people whom an administrator exempted, and in schools that do not require it', async () => {
    const person = await atSchoolWithSecondStep()
    await database.sql('update tenant.membership set no_second_step = true where id = $1', [person.userId])
    expect(await browser.post('login', { userName: person.userName, userPwd: password })).toMatchObject({
      data: { needMsg: false },
    })
  })
})

describe('the first sign-in', () => {
  it('allows only its own steps until they are done', async () => {
    await testUsers.setSignInPolicy(world.home.school.id, { secondStep: 'off', requireIdCard: true })
    const person = await testUsers.createUser({ sex: '女' })
    const other = await testUsers.createUser({ idCard: idCard('女', 31), sex: '女' })
    await testUsers.setSignInPolicy(world.home.school.id, { secondStep: 'off' })
    await testUsers.setSignInPolicy(world.home.school.id, { secondStep: 'off', requireIdCard: true })
    const { token, data } = await testUsers.signIn(person, browser)
    expect(data).toMatchObject({ needFillIdCard: true, modules: [] })
    expect(await browser.get('devices', token)).toMatchObject({ ret: -6, msg: '请先完成首次登录的设置' })
    const changeIdCard = (number: string) => browser.post('changeIdCard', { idCard: number }, token)
    expect(await changeIdCard('')).toMatchObject({ ret: -1, msg: '身份证号不能为空' })
    expect(await changeIdCard('330106198801150000')).toMatchObject({ ret: -1, msg: '请输入正确的身份证' })
    expect(await changeIdCard(idCard('男', 30))).toMatchObject({ ret: -1, msg: '性别与身份证号性别不符' })
    expect(await changeIdCard(idCard('女', 31))).toMatchObject({ ret: 1, data: null })
    const proposals = await database.sql('select other_person_id from tenant.merge_proposal where person_id = $1', [
      person.personId,
    ])
    expect(proposals).toEqual([{ other_person_id: other.personId }])
    expect(await browser.get('devices', token)).toMatchObject({ ret: 1 })
    expect(await testUsers.signIn(person, browser)).toMatchObject({ data: { needFillIdCard: false } })
    await testUsers.setSignInPolicy(world.home.school.id, { secondStep: 'off' })
  })

  it('requires a new password where an administrator has set the old one', async () => {
    const person = await testUsers.createUser()
    const { changePassword } = await import('#kernel/identity/server/api.ts')
    await changePassword(database.cells, person.accountId, password, { mustChange: true })
    const { token, data } = await testUsers.signIn(person, browser)
    expect(data).toMatchObject({ mustChangePassword: true })
    expect(await browser.get('devices', token)).toMatchObject({ ret: -6 })
    const change = (newPwd: string, confirmPwd = newPwd) =>
      browser.post('updatePwd', { oldPwd: password, newPwd, confirmPwd }, token)
    expect(await change('short')).toMatchObject({ ret: -1, msg: expect.stringContaining('口令长度不小于8位') })
    expect(await change('Teacher@123456')).toMatchObject({ ret: -1, msg: '密码太容易被猜到，请换一个' })
    expect(await change('Luye-88-Qinghe', 'Luye-88-Qingh')).toMatchObject({ ret: -1, msg: '重复密码与密码不一致' })
    expect(await change('Luye-88-Qinghe')).toMatchObject({ ret: 1 })
    expect(await browser.get('devices', token)).toMatchObject({ ret: 1 })
  })
})

describe('a forgotten password', () => {
  it('is replaced by the owner of the phone; all sessions end', async () => {
    const { phone, userName, ...person } = await testUsers.createUser()
    const { token } = await testUsers.signIn({ userName, phone })
    const { ret, data } = await browser.post('forgotPwd', { phone })
    expect(ret).toBe(1)
    expect(data).toMatchObject({ code: '', newPwd: '' })
    const code = await waitForSmsCode(phone)
    const reset = { codeKey: data['codeKey'], checkKey: data['checkKey'], phone, code, newPwd: 'Luye-88-Qinghe' }
    expect(await createBrowser(app).post('forgotPwdReset', reset)).toMatchObject({ ret: 0 })
    expect(await browser.post('forgotPwdReset', { ...reset, checkKey: 'x' })).toMatchObject({ ret: 0 })
    expect(await browser.post('forgotPwdReset', reset)).toMatchObject({ ret: 1 })
    expect(await browser.post('forgotPwdReset', reset)).toMatchObject({ ret: 0 })
    await expect.poll(() => browser.get('loginInof', token).then((answer) => answer.ret), { timeout: 60_000 }).toBe(-8)
    expect(await browser.post('login', { userName, userPwd: 'Luye-88-Qinghe' })).toMatchObject({ ret: 1 })
    const log = await database.sql('select kind from tenant.identity_log where person_id = $1', [person.personId])
    expect(log).toEqual([{ kind: 'password-reset' }])
  })

  it('gets the same answer for an unknown number, and sends nothing', async () => {
    const phone = aPhone()
    const { ret, data } = await browser.post('forgotPwd', { phone })
    expect({ ret, keys: Object.keys(data) }).toEqual({
      ret: 1,
      keys: ['codeKey', 'phone', 'code', 'checkKey', 'newPwd', 'retryAfter'],
    })
    expect(await listSmsTo(phone)).toEqual([])
    const reset = { codeKey: data['codeKey'], checkKey: data['checkKey'], phone, newPwd: 'Luye-88-Qinghe' }
    await expect
      .poll(() => browser.post('forgotPwdReset', { ...reset, code: '000000' }).then(({ msg }) => msg))
      .toContain('还可以输入')
    expect(await browser.post('forgotPwd', { phone })).toMatchObject({ ret: -2 })
    expect(await browser.post('forgotPwd', { phone }, undefined, await solve())).toMatchObject({ ret: -4 })
  })
})

describe('SMS sign-in', () => {
  it('lets the owner of the phone in, also while password sign-in is locked', async () => {
    const { phone, userName } = await testUsers.createUser()
    for (let tries = 0; tries < 11; tries++)
      await browser.post('login', { userName, userPwd: 'Wrong' }, undefined, tries >= 3 ? await solve() : {})
    expect(await browser.post('login', { userName, userPwd: password })).toMatchObject({ ret: -4 })
    const { data } = await browser.post('smsLogin', { phone })
    const entered = await browser.post('checkCode', { msgId: data['msgId'], code: await waitForSmsCode(phone) })
    expect(entered).toMatchObject({ ret: 1, data: { orgName: '甲一学校' } })
  })

  it('sends one message for many simultaneous requests', async () => {
    const { phone } = await testUsers.createUser()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        createBrowser(app, { address: `10.3.${at}.1` }).post('smsLogin', { phone }),
      ),
    )
    expect(answers.filter(({ ret }) => ret === 1)).toHaveLength(1)
    await waitForSmsCode(phone)
    expect(await listSmsTo(phone)).toHaveLength(1)
  })
})

describe('QR sign-in', () => {
  const requestQrCode = async () =>
    (await browser.get('loginQrCode')).data as unknown as { code: string; number: string; url: string }
  const state = async (code: string) => (await browser.get(`checkQrCode?code=${code}`)).data

  /** Marks the sessions of this person as verified by SMS. */
  const prove = ({ personId }: { personId: string }) =>
    database.sql(`update tenant.session set factors = '{password,sms}' where person_id = $1`, [personId])
  /** The phone scans and confirms the code, and the browser that requested it signs in. */
  const come = async (phone: { browser: TestBrowser; token: string }, by = browser) => {
    const { data } = await by.get('loginQrCode')
    const code = String(data['code'])
    await phone.browser.post(`scanQrCode?code=${code}`, {}, phone.token)
    expect(await phone.browser.post(`setQrCode?code=${code}`, {}, phone.token)).toMatchObject({ ret: 1 })
    return by.post('qrLogin', { code })
  }

  it('shows the phone who requests it, and lets only that browser in, once', async () => {
    const person = await testUsers.createUser()
    const phone = await testUsers.signIn(person, createBrowser(app, { address: browserAddress() }))
    await prove(person)
    const { code, number } = await requestQrCode()
    expect(await state(code)).toBe(0)
    const scanned = await phone.browser.post(`scanQrCode?code=${code}`, {}, phone.token)
    expect(scanned).toMatchObject({ ret: 1, data: { number, device: 'Windows 电脑，Chrome', isUnusual: false } })
    expect(await state(code)).toBe(1)
    expect(await browser.post('qrLogin', { code })).toMatchObject({ ret: 0 })
    expect(await phone.browser.post(`setQrCode?code=${code}`, {}, phone.token)).toMatchObject({ ret: 1 })
    expect(await state(code)).toBe(2)
    expect(await createBrowser(app).post('qrLogin', { code })).toMatchObject({ ret: 0 })
    const [one, two] = await Promise.all([browser.post('qrLogin', { code }), browser.post('qrLogin', { code })])
    expect([one.ret, two.ret]).toEqual(expect.arrayContaining([0, 1]))
    expect(await state(code)).toBe(3)
  })

  it('requires an SMS code when the browser is in a network that this account has not used', async () => {
    const person = await testUsers.createUser()
    const phone = await testUsers.signIn(person, createBrowser(app, { address: '10.77.1.1' }))
    const { code } = await requestQrCode()
    expect(await phone.browser.post(`scanQrCode?code=${code}`, {}, phone.token)).toMatchObject({
      data: { isUnusual: true },
    })
    const confirmation = await phone.browser.post(`setQrCode?code=${code}`, {}, phone.token)
    expect(confirmation).toMatchObject({ ret: -7 })
    const msgId = String(confirmation.data['msgId'])
    await phone.browser.post('sendMsgCode', { msgId })
    const proof = { cancel: false, msgId, code: await waitForSmsCode(person.phone) }
    expect(await phone.browser.post(`setQrCode?code=${code}`, proof, phone.token)).toMatchObject({ ret: 1 })
    expect(await browser.post('qrLogin', { code })).toMatchObject({ ret: 1 })
    await expect.poll(async () => (await listSmsTo(person.phone)).at(-1)?.text).toContain('新的网络上扫码登录')
  })

  it('does not count the password as shown: without a code the scanning session is not enough', async () => {
    const person = await testUsers.createUser()
    const phone = await testUsers.signIn(person, createBrowser(app, { address: browserAddress() }))
    const { code } = await requestQrCode()
    expect(await phone.browser.post(`scanQrCode?code=${code}`, {}, phone.token)).toMatchObject({
      data: { isUnusual: false },
    })
    expect(await phone.browser.post(`setQrCode?code=${code}`, {}, phone.token)).toMatchObject({ ret: -7 })
  })

  it('of a person without a phone gives what her password alone gives, and no more', async () => {
    const person = await testUsers.createUser()
    await database.sql(
      'update tenant.person set phone = null, phone_hash = null, phone_tail_hash = null where id = $1',
      [person.personId],
    )
    const phone = await testUsers.signIn(person, createBrowser(app, { address: browserAddress() }))
    expect(await come(phone)).toMatchObject({ ret: 1 })
    const rows = await database.sql('select factors from tenant.session where person_id = $1', [person.personId])
    expect(rows).toEqual([{ factors: ['password'] }, { factors: ['password'] }])
  })

  it('lasts no longer than the session that scanned, and ends with it, also for a chain of scans', async () => {
    const person = await testUsers.createUser()
    const phone = await testUsers.signIn(person, createBrowser(app, { address: browserAddress() }))
    await prove(person)
    await database.sql("update tenant.session set expires_at = now() + interval '1 hour' where person_id = $1", [
      person.personId,
    ])
    const computer = await come(phone)
    expect(Date.parse(String(computer.data['tokenExpirationTime']))).toBeLessThan(Date.now() + 3_601_000)
    const twin = await come(
      { browser, token: String(computer.data['token']) },
      createBrowser(app, { address: browserAddress() }),
    )
    const [computerToken, twinToken] = [String(computer.data['token']), String(twin.data['token'])]
    expect(await browser.get('loginInof', twinToken)).toMatchObject({ ret: 1 })
    expect(await phone.browser.post('logout', {}, phone.token)).toMatchObject({ ret: 1 })
    for (const token of [computerToken, twinToken])
      await expect.poll(async () => (await browser.get('loginInof', token)).ret).toBe(-8)
  })

  it('refuses values that somebody else wrote into Redis', async () => {
    const victim = await testUsers.createUser({ roles: ['district-admin'] })
    const { code } = await requestQrCode()
    const redis = new Redis(database.redis.redisUrl)
    try {
      const key = `${database.redis.ephemeralStorePrefix}:qr:${code}`
      const browserHash = (await app.portal.ephemeralStore.get<{ browser: string }>(`qr:${code}`))!.browser
      const forged = {
        state: 'confirmed',
        browser: browserHash,
        accountId: victim.accountId,
        factors: ['password', 'sms'],
      }
      const rest = { district: victim.districtId, userId: victim.userId, number: '11', agent: '', address: '' }
      await redis.set(key, JSON.stringify({ ...forged, ...rest }), 'KEEPTTL')
      expect(await browser.post('qrLogin', { code })).toMatchObject({ ret: 0 })
      // Nor a value that was sealed for another code.
      const other = await requestQrCode()
      await redis.set(key, (await redis.get(`${database.redis.ephemeralStorePrefix}:qr:${other.code}`))!)
      expect(await state(code)).toBe(3)
      expect(await redis.get(`${database.redis.ephemeralStorePrefix}:qr:${other.code}`)).not.toContain('waiting')
    } finally {
      await redis.quit()
    }
  })

  it('belongs to the account that scanned first, and can be refused', async () => {
    const [first, second] = [
      await testUsers.signIn(await testUsers.createUser()),
      await testUsers.signIn(await testUsers.createUser()),
    ]
    const { code } = await requestQrCode()
    await first.browser.post(`scanQrCode?code=${code}`, {}, first.token)
    expect(await second.browser.post(`scanQrCode?code=${code}`, {}, second.token)).toMatchObject({ ret: 0 })
    expect(await second.browser.post(`setQrCode?code=${code}`, {}, second.token)).toMatchObject({ ret: 0 })
    expect(await first.browser.post(`setQrCode?code=${code}`, { cancel: true }, first.token)).toMatchObject({ ret: 1 })
    expect(await state(code)).toBe(4)
    expect(await browser.post('qrLogin', { code })).toMatchObject({ ret: 0 })
  })

  const browserAddress = () => `10.2.${address}.9`
})

describe('DingTalk sign-in', () => {
  const play = async (unionId: string) => {
    const answer = await fetch(`${process.env['QIMING_SIM_DINGTALK_URL']}/play/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ corpId: 'dingdemo-corp-yunhe', unionId, nick: '小李' }),
    })
    return ((await answer.json()) as { code: string }).code
  }
  const enter = async (unionId: string, one = browser) =>
    one.post('dd/loginByCode', { code: await play(unionId), corpId: 'dingdemo-corp-yunhe' })

  it('binds an unknown DingTalk user to an account, and finds the account from then on', async () => {
    const person = await testUsers.createUser()
    const unionId = newId()
    const first = await enter(unionId)
    expect(first).toMatchObject({ ret: 1, data: { goBind: true, token: '', userNick: '小李' } })
    const form = { userName: person.userName, userPwd: password, dingdingID: first.data['dingdingID'] }
    expect(await createBrowser(app).post('dd/binding', form)).toMatchObject({ ret: 0 })
    expect(await browser.post('dd/binding', { ...form, userPwd: 'Wrong' })).toMatchObject({
      ret: 0,
      msg: '用户名或密码错误',
    })
    expect(await confirmed(person, form)).toMatchObject({ ret: 1, data: { isBound: true } })
    expect(await browser.post('dd/binding', form)).toMatchObject({ ret: 0 })
    await expect.poll(async () => (await listSmsTo(person.phone)).at(-1)?.text).toContain('您的账号已绑定钉钉账号')
    const again = await enter(unionId, createBrowser(app))
    expect(again).toMatchObject({ ret: 1, data: { goBind: false, userId: person.userId, isBound: true } })
    const token = String(again.data['token'])
    expect(await browser.post('dd/unbind', {}, token)).toMatchObject({ ret: 1 })
    await expect.poll(() => browser.get('loginInof', token).then(({ ret }) => ret), { timeout: 60_000 }).toBe(-8)
    expect(await enter(unionId)).toMatchObject({ data: { goBind: true } })
    const log = await database.sql<{ kind: string }>(
      'select kind from tenant.identity_log where person_id = $1 order by at',
      [person.personId],
    )
    expect(log.map(({ kind }) => kind)).toEqual(['bound', 'unbound'])
  })

  /** Binds with the code sent to the owner's phone. */
  async function confirmed(person: { phone: string }, form: object) {
    const waiting = await browser.post('dd/binding', form)
    expect(waiting).toMatchObject({ ret: 1, data: { needMsg: true, token: '' } })
    const msgId = String(waiting.data['msgId'])
    await browser.post('sendMsgCode', { msgId })
    return browser.post('checkCode', { msgId, code: await waitForSmsCode(person.phone) })
  }

  it('binds nobody before the code, and is refused after the password was changed', async () => {
    const person = await testUsers.createUser()
    const unionId = newId()
    const { data } = await enter(unionId)
    const form = { userName: person.userName, userPwd: password, dingdingID: data['dingdingID'] }
    expect(await browser.post('dd/binding', form)).toMatchObject({ ret: 1, data: { needMsg: true, token: '' } })
    const again = await enter(unionId)
    expect(again).toMatchObject({ data: { goBind: true } })
    await confirmed(person, { ...form, dingdingID: again.data['dingdingID'] })
    expect(await enter(unionId)).toMatchObject({ data: { goBind: false } })
    const { token } = await testUsers.signIn(person)
    const change = { oldPwd: password, newPwd: 'Luye-88-Qinghe', confirmPwd: 'Luye-88-Qinghe' }
    expect(await browser.post('updatePwd', change, token)).toMatchObject({ ret: 1 })
    expect(await enter(unionId)).toMatchObject({ data: { goBind: true } })
    const rows = await database.sql('select is_bound, workplace from tenant.person where id = $1', [person.personId])
    expect(rows).toEqual([{ is_bound: false, workplace: null }])
  })

  it('finds the district by the address of one of its schools', async () => {
    const host = 'jiayi.example.cn'
    const begin = async (at = host) => {
      const confirmation = { method: 'POST', url: '/api/users/dd/start', payload: {}, headers: { host: at } } as const
      return (await app.inject(confirmation)).json<{ ret: number; data: { corpId: string } | null }>()
    }
    expect(await begin('jiaer.example.cn')).toMatchObject({ ret: -1, msg: '该域名不属于本平台' })
    const director = await world.people.hire(world.home.districtId, world.home.bureauId, ['district-admin'])
    const given = await app.inject({
      method: 'POST',
      url: '/api/orgs/setHost',
      payload: { orgId: world.home.school.id, host },
      headers: { authorization: `Bearer ${await world.people.session(director)}` },
    })
    expect(given.json()).toMatchObject({ ret: 1, data: { host } })
    expect(await begin()).toMatchObject({ ret: 1, data: { corpId: 'dingdemo-corp-yunhe' } })
  })

  it('forgets a binding that was removed, and refuses an altered ticket', async () => {
    const person = await testUsers.createUser()
    const { data } = await enter(newId())
    const ticket = String(data['dingdingID'])
    const bind = (dingdingID: string) =>
      browser.post('dd/binding', { userName: person.userName, userPwd: password, dingdingID })
    expect(await bind(`${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`)).toMatchObject({ ret: 0 })
    expect(await browser.post('dd/cancel')).toMatchObject({ ret: 1 })
    expect(await bind(ticket)).toMatchObject({ ret: 0 })
  })
})

describe('sign-in from another system', () => {
  const createTransferToken = (
    userName: string,
    claims: { jti?: string; age?: number; key?: string; iss?: string } = {},
  ) => {
    const { jti = newId(), age = 0, key = transferKey, iss = 'oa' } = claims
    const now = Math.floor(Date.now() / 1000) - age
    return new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(iss)
      .setAudience('qiming')
      .setSubject(userName)
      .setJti(jti)
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .sign(Buffer.from(key))
  }

  it('accepts a ticket of a listed system for a minute, once', async () => {
    const { userName } = await testUsers.createUser()
    const ticket = await createTransferToken(userName)
    const answers = await Promise.all([
      browser.post('transferLogin', { ticket }),
      browser.post('transferLogin', { ticket }),
    ])
    expect(answers.map(({ ret }) => ret)).toEqual(expect.arrayContaining([0, 1]))
    for (const bad of [
      await createTransferToken(userName, { age: 70 }),
      await createTransferToken(userName, { key: 'x'.repeat(40) }),
      await createTransferToken(userName, { iss: 'unknown' }),
      'nonsense',
    ])
      expect(await browser.post('transferLogin', { ticket: bad })).toMatchObject({
        ret: 0,
        msg: expect.stringContaining('无效或已过期'),
      })
  })
})

describe('sign-in of families', () => {
  it('lets pupils and guardians in, and nobody else', async () => {
    const teacher = await testUsers.createUser()
    const pupil = await testUsers.inHome((ctx) => aSeventhGrader(ctx, { orgId: world.home.school.id, name: '潘小满' }))
    const userName = `pupil.${newId().slice(-6)}`
    await openAccount(database, { ...world.owner, personId: pupil.personId }, userName)
    const entered = await browser.post('userLogin', { userName, userPwd: password })
    expect(entered).toMatchObject({ ret: 1, data: { userType: 1, userId: pupil.id, modules: [] } })
    const token = String(entered.data['token'])
    expect(await browser.get('switchTargets', token)).toMatchObject({ ret: -401 })
    // She has not accepted the privacy rules yet.
    expect(await browser.get('devices', token)).toMatchObject({ ret: -6 })
    const accept = { method: 'POST', url: '/api/student/accept', payload: { kinds: ['user', 'privacy'] } } as const
    expect((await browser.send(accept, token)).json()).toMatchObject({ ret: 1 })
    expect(await browser.get('devices', token)).toMatchObject({ ret: 1 })
    expect(await browser.post('userLogin', { userName: teacher.userName, userPwd: password })).toMatchObject({
      ret: 0,
      msg: expect.stringContaining('没有找到学生或家长身份'),
    })
  })
})

describe('the logs', () => {
  it('has no password, code, token, phone or ID number', async () => {
    const person = await testUsers.createUser()
    const { token } = await testUsers.signIn(person, browser)
    await browser.post('smsLogin', { phone: person.phone })
    const code = await waitForSmsCode(person.phone)
    const text = lines.join('\n')
    for (const secret of [password, token, person.phone, code, 'Wrong-2026', idCard('女', 31)])
      expect(text).not.toContain(secret)
    const rows = await database.sql<{ row: string }>('select row_to_json(l)::text as row from tenant.login_log l')
    expect(rows.map(({ row }) => row).join()).not.toContain(person.phone)
  })
})
