import { sql, type RawBuilder } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPhone, openAccount, password } from '#kernel/identity/server/example.ts'
import { newId } from '#packages/core'
import { inDirectory } from '#packages/db/directory.ts'
import { useDatabase, type World } from '#packages/testing'
import { saveTotp, generateTotp } from '#kernel/identity/server/api.ts'
import { resetFactorsByLogin } from '#kernel/session/server/api.ts'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { loadModules } from '../modules.ts'
import { createAuthenticator } from '../testing/authenticator.ts'
import { createBrowser, waitForSmsCode, listSmsTo, type ApiAnswer, type TestBrowser } from '../testing/browser.ts'
import { createTestUsers, type TestUser } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
const lines: string[] = []
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let browser: TestBrowser
let address = 0

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, {
    ...database.redis,
    log: { level: 'info', stream: { write: (line) => void lines.push(line) } },
  })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
  await testUsers.setSignInPolicy(world.home.otherSchool.id, { secondStep: 'new-device' })
})
afterAll(() => app.close())
const newBrowser = () => createBrowser(app, { address: `10.4.${++address}.7` })
beforeEach(() => void (browser = newBrowser()))

/** Reads or changes the directory database directly. */
const inList = async <Row>(statement: RawBuilder<Row>) =>
  (await inDirectory(database.cells, (db) => statement.execute(db))).rows
/** Resets the rate limits, so that another SMS can be sent at once. */
const afterAWhile = () => inList(sql`delete from directory.limit_counter`)

/** The TOTP code now or a number of 30-second steps later. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + later * 30_000,
  })
/** Six digits that are not a valid code at this time. */
function wrongCodeFor(secret: string): string {
  const near = new Set([-3, -2, -1, 0, 1, 2, 3].map((later) => codeOf(secret, later)))
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find((one) => !near.has(one))!
}

/** A user with an authenticator app. */
async function withApplication(person: TestUser) {
  const { secret } = generateTotp(person.userName)
  await saveTotp(database.cells, person.accountId, secret, 0, new Date())
  return { ...person, secret }
}
const atSchoolWithSecondStep = () => testUsers.createUser({ orgId: world.home.otherSchool.id })

/** Sends the password; the answer requires a second factor. */
async function startSignIn({ userName }: { userName: string }, at = browser) {
  const { data } = await at.post('login', { userName, userPwd: password })
  expect(data).toMatchObject({ needMsg: true, token: '' })
  return { msgId: String(data['msgId']), methods: data['methods'] as unknown as string[], data }
}

/** Sends a request that needs step-up, with the SMS code. */
async function withSms(person: { phone: string }, send: (proof: object) => Promise<ApiAnswer>, at = browser) {
  const stepUp = await send({})
  expect(stepUp).toMatchObject({ ret: -7 })
  const before = (await listSmsTo(person.phone)).filter(({ code }) => code).length
  const { msgId } = stepUp.data
  expect(await at.post('sendMsgCode', { msgId })).toMatchObject({ data: { msgCode: 'sent' } })
  return send({ msgId, code: await waitForSmsCode(person.phone, before + 1) })
}

const kindsOf = async (personId: string) =>
  (
    await database.sql<{ kind: string }>('select kind from tenant.identity_log where person_id = $1 order by at', [
      personId,
    ])
  ).map(({ kind }) => kind)

describe('an authenticator app', () => {
  it('is added with an SMS code and a code of its own; the owner is notified, and the secret is stored encrypted', async () => {
    const person = await testUsers.createUser()
    const { token } = await testUsers.signIn(person, browser)
    expect(await browser.get('factors', token)).toMatchObject({
      ret: 1,
      data: { totpSince: null, passkeys: [], isBound: false, canAddPasskey: true },
    })
    const begin = (proof: object) => browser.post('totpBegin', proof, token)
    expect(await begin({})).toMatchObject({ ret: -7, data: { methods: ['sms'] } })
    const begun = await withSms(person, begin)
    const secret = String(begun.data['secret'])
    expect(begun.data).toMatchObject({ uri: expect.stringMatching(/^otpauth:\/\/totp\/.+secret=/) })
    const confirm = (code: string, sessionToken = token) => browser.post('totpConfirm', { code }, sessionToken)
    expect(await confirm(wrongCodeFor(secret))).toMatchObject({ ret: -1 })
    const other = await testUsers.signIn(await testUsers.createUser())
    expect(await confirm(codeOf(secret), other.token)).toMatchObject({ ret: 0 })
    expect(await confirm(codeOf(secret))).toMatchObject({ ret: 1 })
    expect(await confirm(codeOf(secret))).toMatchObject({ ret: 0 })
    expect(await browser.get('factors', token)).toMatchObject({ data: { totpSince: expect.any(String) } })
    await expect
      .poll(async () => (await listSmsTo(person.phone)).map(({ text }) => text))
      .toContainEqual(expect.stringContaining('开启动态口令'))
    expect(await kindsOf(person.personId)).toEqual(['totp-added'])
    const notifications = await database.sql(
      `select from tenant.message_batch where template = 'session.factor-changed' and body like '%开启动态口令%'`,
    )
    expect(notifications.length).toBeGreaterThan(0)
    const [row] = await inList(
      sql<{ row: string }>`select t::text as row from directory.account_totp t where account_id = ${person.accountId}`,
    )
    expect(row!.row).not.toContain(secret)
    expect(lines.join()).not.toContain(secret)
  })

  it('completes the second step, each code once', async () => {
    const person = await withApplication(await atSchoolWithSecondStep())
    const code = codeOf(person.secret)
    const { msgId, methods } = await startSignIn(person)
    expect(methods).toEqual(['sms', 'totp'])
    expect(await browser.post('checkCode', { msgId, code })).toMatchObject({
      ret: 1,
      data: { userId: person.userId, needMsg: false, methods: [] },
    })
    expect(await browser.post('checkCode', { msgId, code })).toMatchObject({ ret: 0 })
    const elsewhere = newBrowser()
    const again = await startSignIn(person, elsewhere)
    expect(await elsewhere.post('checkCode', { msgId: again.msgId, code })).toMatchObject({
      ret: 0,
      msg: '验证码错误，还可以输入4次',
    })
    const next = codeOf(person.secret, 1)
    expect(await elsewhere.post('checkCode', { msgId: again.msgId, code: next })).toMatchObject({ ret: 1 })
  })

  it('lets one request in of many that bring the same code at the same time', async () => {
    const person = await withApplication(await atSchoolWithSecondStep())
    const waiting: { at: TestBrowser; msgId: string }[] = []
    for (let count = 0; count < 3; count++) {
      const at = newBrowser()
      waiting.push({ at, msgId: (await startSignIn(person, at)).msgId })
    }
    const code = codeOf(person.secret)
    const answers = await Promise.all(waiting.map(({ at, msgId }) => at.post('checkCode', { msgId, code })))
    expect(answers.filter(({ ret }) => ret === 1)).toHaveLength(1)
  })

  it('allows five attempts; after that neither the right code nor an SMS works until a new sign-in begins', async () => {
    const person = await withApplication(await atSchoolWithSecondStep())
    const { msgId } = await startSignIn(person)
    const wrong = wrongCodeFor(person.secret)
    for (let left = 4; left > 0; left--)
      expect(await browser.post('checkCode', { msgId, code: wrong })).toMatchObject({
        msg: `验证码错误，还可以输入${left}次`,
      })
    expect(await browser.post('checkCode', { msgId, code: wrong })).toMatchObject({
      msg: '验证码错误次数过多，请重新获取',
    })
    const code = codeOf(person.secret)
    expect(await browser.post('checkCode', { msgId, code })).toMatchObject({ ret: 0 })
    expect(await browser.post('checkCode', { msgId: (await startSignIn(person)).msgId, code })).toMatchObject({
      ret: 1,
    })
  })

  it('cannot be guessed: after twenty wrong codes in an hour only the SMS code works', async () => {
    const person = await withApplication(await atSchoolWithSecondStep())
    const wrong = wrongCodeFor(person.secret)
    for (let round = 0; round < 4; round++) {
      const { msgId } = await startSignIn(person)
      for (let tries = 0; tries < 5; tries++) await browser.post('checkCode', { msgId, code: wrong })
    }
    const { msgId } = await startSignIn(person)
    expect(await browser.post('checkCode', { msgId, code: codeOf(person.secret) })).toMatchObject({ ret: -4 })
    await browser.post('sendMsgCode', { msgId })
    expect(await browser.post('checkCode', { msgId, code: await waitForSmsCode(person.phone) })).toMatchObject({
      ret: 1,
    })
  })

  it("is not valid for another account, nor for another browser's sign-in", async () => {
    const [one, two] = [
      await withApplication(await atSchoolWithSecondStep()),
      await withApplication(await atSchoolWithSecondStep()),
    ]
    const { msgId } = await startSignIn(one)
    expect(await browser.post('checkCode', { msgId, code: codeOf(two.secret) })).toMatchObject({ ret: 0 })
    expect(await newBrowser().post('checkCode', { msgId, code: codeOf(one.secret) })).toMatchObject({ ret: 0 })
    expect(await browser.post('checkCode', { msgId, code: codeOf(one.secret) })).toMatchObject({ ret: 1 })
  })

  it('leaves the SMS code as an alternative', async () => {
    const person = await withApplication(await atSchoolWithSecondStep())
    const { msgId } = await startSignIn(person)
    await browser.post('sendMsgCode', { msgId })
    expect(await browser.post('checkCode', { msgId, code: await waitForSmsCode(person.phone) })).toMatchObject({
      ret: 1,
    })
  })

  it('proves the owner for a change of the phone number, but does not prove the new number', async () => {
    const person = await withApplication(await testUsers.createUser())
    const { token } = await testUsers.signIn(person, browser)
    const fresh = aPhone()
    const change = async (proof: Record<string, string> = {}) => {
      const boundary = 'qiming-test-boundary'
      const payload = Object.entries({ fPhone: fresh, ...proof })
        .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .concat(`--${boundary}--\r\n`)
        .join('')
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      return (
        await browser.send({ method: 'POST', url: '/api/users/updateInfo', payload, headers }, token)
      ).json<ApiAnswer>()
    }
    const stepUp = await change()
    expect(stepUp).toMatchObject({ ret: -7, data: { methods: ['sms', 'totp'] } })
    const mine = await change({ msgId: String(stepUp.data['msgId']), code: codeOf(person.secret) })
    expect(mine).toMatchObject({ ret: -7, data: { methods: ['sms'] } })
    const msgId = String(mine.data['msgId'])
    const next = codeOf(person.secret, 1)
    expect(await change({ msgId, code: next })).toMatchObject({ ret: 0 })
    expect(await browser.post('passkeyOptions', { msgId })).toMatchObject({ ret: 0, msg: '操作已过期，请重新开始' })
    await browser.post('sendMsgCode', { msgId })
    expect(await change({ msgId, code: next })).toMatchObject({ ret: 0 })
    expect(await change({ msgId, code: await waitForSmsCode(fresh) })).toMatchObject({ ret: 1 })
  })

  it('is required where there is no phone, and is removed with its own code', async () => {
    const actor = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'], null, { phone: '' })
    const userName = `door.${newId().slice(-8)}`
    const accountId = await openAccount(database, actor, userName)
    const person = await withApplication({ ...actor, accountId, userName, phone: '' })
    const { token } = await testUsers.signIn(person, browser)
    const stepUp = await browser.post('totpRemove', {}, token)
    expect(stepUp).toMatchObject({ ret: -7, data: { methods: ['totp'], phone: '' } })
    const { msgId } = stepUp.data
    expect(await browser.post('sendMsgCode', { msgId })).toMatchObject({ ret: 0 })
    const code = codeOf(person.secret)
    expect(await browser.post('totpRemove', { msgId, code }, token)).toMatchObject({ ret: 1 })
    expect(await browser.get('factors', token)).toMatchObject({ data: { totpSince: null } })
    expect(await kindsOf(person.personId)).toEqual(['totp-removed'])
  })

  it('stays when the password is reset by SMS', async () => {
    const person = await withApplication(await atSchoolWithSecondStep())
    const { data } = await browser.post('forgotPwd', { phone: person.phone })
    const form = { codeKey: data['codeKey'], checkKey: data['checkKey'], phone: person.phone }
    const newPwd = 'Luye-88-Qinghe'
    const code = await waitForSmsCode(person.phone)
    expect(await browser.post('forgotPwdReset', { ...form, code, newPwd })).toMatchObject({ ret: 1 })
    const { data: stepUp } = await browser.post('login', { userName: person.userName, userPwd: newPwd })
    expect(stepUp).toMatchObject({ needMsg: true, methods: ['sms', 'totp'] })
  })
})

describe('a passkey', () => {
  /** Adds a passkey in this browser. */
  async function add(person: TestUser, token: string, at = browser, device = createAuthenticator()) {
    const begun = await withSms(person, (proof) => at.post('passkeyBegin', proof, token), at)
    const form = { answer: device.create(begun.data as never), name: '我的手机' }
    return { device, added: await at.post('passkeyAdd', form, token), begun }
  }
  /** A user with a passkey who needs a second factor. */
  async function withPasskey() {
    const person = await atSchoolWithSecondStep()
    const { msgId } = await startSignIn(person)
    await browser.post('sendMsgCode', { msgId })
    const entered = await browser.post('checkCode', { msgId, code: await waitForSmsCode(person.phone) })
    const token = String(entered.data['token'])
    await afterAWhile()
    const { device } = await add(person, token)
    return { person, token, device }
  }
  const optionsFor = async (msgId: string, at = browser) => at.post('passkeyOptions', { msgId })
  const prove = (msgId: string, answer: object, at = browser) => at.post('passkeyProof', { msgId, answer })

  it('is added after the second step, and its owner is notified', async () => {
    const person = await testUsers.createUser()
    const { token } = await testUsers.signIn(person, browser)
    const { added, begun } = await add(person, token)
    expect(added).toMatchObject({ ret: 1 })
    expect(begun.data).toMatchObject({ rp: { id: 'localhost' }, attestation: 'none' })
    const { data } = await browser.get('factors', token)
    expect(data).toMatchObject({ passkeys: [{ name: '我的手机', lastUsedAt: null, isHere: true }] })
    await expect
      .poll(async () => (await listSmsTo(person.phone)).map(({ text }) => text))
      .toContainEqual(expect.stringContaining('添加通行密钥“我的手机”'))
    expect(await kindsOf(person.personId)).toEqual(['passkey-added'])
  })

  it('completes the second step: the code that it returns counts once', async () => {
    const { person, device } = await withPasskey()
    const at = newBrowser()
    const { msgId, methods } = await startSignIn(person, at)
    expect(methods).toEqual(['sms', 'passkey'])
    const stepUp = await optionsFor(msgId, at)
    expect(stepUp).toMatchObject({ ret: 1, data: { rpId: 'localhost', allowCredentials: [{ id: device.id }] } })
    const answer = device.get(stepUp.data as never)
    const { data } = await prove(msgId, answer, at)
    expect(data['code']).toMatch(/^\d{6}$/)
    // The same signature is not valid again: its challenge has been used.
    expect(await prove(msgId, answer, at)).toMatchObject({ ret: 0 })
    const entered = await at.post('checkCode', { msgId, code: data['code'] })
    expect(entered).toMatchObject({ ret: 1, data: { userId: person.userId } })
    expect(await at.post('checkCode', { msgId, code: data['code'] })).toMatchObject({ ret: 0 })
    const list = await at.get('factors', String(entered.data['token']))
    expect(list.data).toMatchObject({ passkeys: [{ lastUsedAt: expect.any(String) }] })
  })

  it('of a device without a counter works too, with a new signature each time', async () => {
    const { person, device } = await withPasskey()
    for (let round = 0; round < 2; round++) {
      const at = newBrowser()
      const { msgId } = await startSignIn(person, at)
      device.setCounter(-1)
      const answer = device.get((await optionsFor(msgId, at)).data as never)
      const { data } = await prove(msgId, answer, at)
      expect(await prove(msgId, answer, at)).toMatchObject({ ret: 0 })
      expect(await at.post('checkCode', { msgId, code: data['code'] })).toMatchObject({ ret: 1 })
    }
  })

  it('refuses a signature for another page, of another device or of a copied device', async () => {
    const { person, device } = await withPasskey()
    const at = newBrowser()
    const { msgId } = await startSignIn(person, at)
    const challenge = async () => (await optionsFor(msgId, at)).data as never
    device.setPage('https://qiming.example.cn')
    expect(await prove(msgId, device.get(await challenge()), at)).toMatchObject({
      ret: 0,
      msg: expect.stringContaining('通行密钥验证失败'),
    })
    device.setPage('http://localhost')
    const stranger = createAuthenticator()
    expect(await prove(msgId, stranger.get(await challenge()), at)).toMatchObject({ ret: 0 })
    device.setCounter(7)
    const { data } = await prove(msgId, device.get(await challenge()), at)
    expect(data['code']).toMatch(/^\d{6}$/)
    // A copy of the device with an older counter.
    device.setCounter(3)
    expect(await prove(msgId, device.get(await challenge()), at)).toMatchObject({ ret: 0 })
  })

  it('of our address signs nothing for a page at another address', async () => {
    const person = await testUsers.createUser()
    const { token } = await testUsers.signIn(person, browser)
    const device = createAuthenticator('https://evil.example.cn')
    const { added } = await add(person, token, browser, device)
    expect(added).toMatchObject({ ret: 0, msg: '通行密钥没有添加成功，请重试' })
    expect((await browser.get('factors', token)).data).toMatchObject({ passkeys: [] })
    const elsewhere = (proof: object) => browser.post('passkeyBegin', proof, token, { host: 'evil.example.cn' })
    expect(await elsewhere({})).toMatchObject({ ret: -1, msg: '该域名不属于本平台' })
  })

  it('is valid only in the browser that received the challenge', async () => {
    const { person, device } = await withPasskey()
    const at = newBrowser()
    const { msgId } = await startSignIn(person, at)
    expect(await optionsFor(msgId, newBrowser())).toMatchObject({ ret: 0, msg: '操作已过期，请重新开始' })
    const stepUp = await optionsFor(msgId, at)
    expect(await prove(msgId, device.get(stepUp.data as never), newBrowser())).toMatchObject({ ret: 0 })
    const other = await atSchoolWithSecondStep()
    const { msgId: theirs } = await startSignIn(other, at)
    expect(await optionsFor(theirs, at)).toMatchObject({ ret: 0, msg: expect.stringContaining('没有可在此使用') })
  })

  it('cannot start a sign-in without the password: the id reveals nothing about its owner', async () => {
    const { person } = await withPasskey()
    await afterAWhile()
    const at = newBrowser()
    const { data } = await at.post('smsLogin', { phone: person.phone })
    const sessionToken = String(data['msgId'])
    await waitForSmsCode(person.phone, 3)
    const stranger = await at.post('passkeyOptions', { msgId: sessionToken.slice(0, -2) + 'AA' })
    const ours = await at.post('passkeyOptions', { msgId: sessionToken })
    expect({ ...ours, executeTime: 0 }).toEqual({ ...stranger, executeTime: 0 })
  })

  it('confirms actions of a signed-in user, and can be used to remove itself', async () => {
    const { token, device, person } = await withPasskey()
    const { data } = await browser.get('factors', token)
    const [{ id }] = data['passkeys'] as unknown as [{ id: string }]
    const stepUp = await browser.post('passkeyRemove', { id }, token)
    expect(stepUp).toMatchObject({ ret: -7, data: { methods: ['sms', 'passkey'] } })
    const msgId = String(stepUp.data['msgId'])
    const { data: proved } = await prove(msgId, device.get((await optionsFor(msgId)).data as never))
    const code = String(proved['code'])
    const other = await testUsers.signIn(await testUsers.createUser())
    expect(await browser.post('passkeyRemove', { id }, other.token)).toMatchObject({ ret: -5 })
    expect(await browser.post('passkeyRemove', { id, msgId, code }, token)).toMatchObject({ ret: 1 })
    expect((await browser.get('factors', token)).data).toMatchObject({ passkeys: [] })
    expect(await kindsOf(person.personId)).toContain('passkey-removed')
  })

  it('is one of ten at most', async () => {
    const { token, device } = await withPasskey()
    const further = await inList(sql`
      insert into directory.account_passkey
      select gen_random_uuid(), account_id, host, decode(md5(n::text || id::text), 'hex'), public_key, 0, '{}', 'x', now()
      from directory.account_passkey, generate_series(1, 9) n
      where credential_id = ${Buffer.from(device.id, 'base64url')} returning id`)
    expect(further).toHaveLength(9)
    const stepUp = await browser.post('passkeyBegin', {}, token)
    const msgId = String(stepUp.data['msgId'])
    const { data } = await prove(msgId, device.get((await optionsFor(msgId)).data as never))
    expect(await browser.post('passkeyBegin', { msgId, code: data['code'] }, token)).toMatchObject({
      ret: 0,
      msg: expect.stringContaining('最多添加10个'),
    })
  })
})

describe('a user who has lost the phone', () => {
  it('is reset by an administrator of all her memberships, and is notified; nobody resets herself', async () => {
    const teacher = await withApplication(await testUsers.createUser())
    const head = await withApplication(await testUsers.createUser({ roles: ['school-admin'] }))
    const neighbour = await testUsers.createUser({ roles: ['school-admin'], orgId: world.home.otherSchool.id })
    const as = async (actor: TestUser) => world.people.session(actor)
    const free = async (by: TestUser, { userId }: TestUser) =>
      browser.post('resetFactors', { id: userId }, await as(by))
    expect(await free(neighbour, teacher)).toMatchObject({ ret: -5 })
    expect(await free(teacher, teacher)).toMatchObject({ ret: -6 })
    expect(await free(head, head)).toMatchObject({ ret: 0, msg: expect.stringContaining('不能重置自己的') })
    expect(await free(head, teacher)).toMatchObject({ ret: 1 })
    expect(await free(head, teacher)).toMatchObject({ ret: 0, msg: expect.stringContaining('没有添加') })
    await expect
      .poll(async () => (await listSmsTo(teacher.phone)).map(({ text }) => text))
      .toContainEqual(expect.stringContaining('由管理员重置登录验证方式'))
    expect(await kindsOf(teacher.personId)).toEqual(['factors-reset'])
  })

  it('is reset by an operator where she has no superior', async () => {
    const chief = await withApplication(await testUsers.createUser({ roles: ['school-admin'] }))
    const reset = () =>
      resetFactorsByLogin(database.cells, chief.userName, (district, db) =>
        createPlatformCtx(database.app, district, db, new Date()),
      )
    expect(await reset()).toBe(true)
    expect(await reset()).toBe(false)
    expect(await kindsOf(chief.personId)).toEqual(['factors-reset', 'factors-reset'])
  })
})
