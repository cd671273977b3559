import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { idCardCheckDigit } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import { invitePerson } from '#kernel/identity/server/api.ts'
import { loadModules } from '../modules.ts'
import { createBrowser, waitForSmsCode, type TestBrowser } from '../testing/browser.ts'
import { createTestUsers } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

/**
 * People whose phone is tried, each with ten passwords made of known personal data. `QIMING_LEAK_OWNERS=100` makes a
 * thousand attempts.
 */
const owners = Number(process.env['QIMING_LEAK_OWNERS'] ?? 12)
const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let count = 0

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
})
afterAll(() => app.close())

const somebody = () => {
  const first = `3301061988${String((++count % 12) + 1).padStart(2, '0')}15${String(count % 100).padStart(2, '0')}2`
  const idCard = first + idCardCheckDigit(first)
  return testUsers.createUser({ idCard, sex: '女' }).then((one) => ({ ...one, idCard }))
}
const newBrowser = () => createBrowser(app, { address: `10.${3 + Math.floor(++count / 250)}.${count % 250}.7` })

/** Starts a password reset up to the code; the ticket exists before the code is sent. */
async function forget(browser: TestBrowser, phone: string) {
  const ticketsOf = () => database.sql('select from tenant.ticket where kind = $1', ['reset'])
  const before = (await ticketsOf()).length
  const { data } = await browser.post('forgotPwd', { phone })
  await expect.poll(async () => (await ticketsOf()).length).toBeGreaterThan(before)
  return { codeKey: data['codeKey'], checkKey: data['checkKey'], phone }
}

/** The answer without its duration. */
async function answerTo(browser: TestBrowser, body: object) {
  const response = await browser.send({ method: 'POST', url: '/api/users/forgotPwdReset', payload: body })
  return JSON.stringify([response.statusCode, response.body.replace(/"executeTime":\d+/, '')])
}

/** Passwords that are refused to this owner only. */
const guessPasswords = ({ phone, idCard, userName }: { phone: string; idCard: string; userName: string }) => [
  `Kv#mzRj${phone.slice(-6)}`,
  `Kv#mzRj${phone.slice(-8)}`,
  `Kv#mz${phone}`,
  `Kv#mzRj${idCard.slice(-6)}`,
  `Kv#mzRj${idCard.slice(6, 14)}`,
  `Kv#${idCard}`,
  `${userName}#90`,
  'Lim#90837261',
  'Limin#90',
  'Liminhua#90',
]

describe('before the code is verified', () => {
  it('every answer about a number of ours equals the one about an unknown number', async () => {
    for (let at = 0; at < owners; at++) {
      const owner = await somebody()
      const [ours, theirs] = [newBrowser(), newBrowser()]
      const stranger = aPhone()
      const [one, two] = [await forget(ours, owner.phone), await forget(theirs, stranger)]
      for (const newPwd of guessPasswords(owner)) {
        const known = await answerTo(ours, { ...one, code: '000000', newPwd })
        expect(known).toBe(await answerTo(theirs, { ...two, code: '000000', newPwd }))
      }
    }
  })

  it('the form may be sent ten times, whatever its content', async () => {
    const owner = await somebody()
    const browser = newBrowser()
    const form = await forget(browser, owner.phone)
    const code = await waitForSmsCode(owner.phone)
    for (let call = 0; call < 10; call++) await answerTo(browser, { ...form, code: '000000', newPwd: 'Luye-88-Qinghe' })
    expect(await browser.post('forgotPwdReset', { ...form, code, newPwd: 'Luye-88-Qinghe' })).toMatchObject({
      ret: 0,
      msg: '操作已过期，请重新开始',
    })
  })
})

it('with the right code a password made of personal data is refused, and a better one accepted with the same code', async () => {
  const owner = await somebody()
  const browser = newBrowser()
  const form = { ...(await forget(browser, owner.phone)), code: await waitForSmsCode(owner.phone) }
  const weak = { ret: -1, msg: '密码太容易被猜到，请换一个' }
  expect(
    await browser.post('forgotPwdReset', { ...form, newPwd: `Kv#mzRj${owner.idCard.slice(6, 14)}` }),
  ).toMatchObject(weak)
  expect(await browser.post('forgotPwdReset', { ...form, newPwd: 'Shiyanxiaoxue#7' })).toMatchObject(weak)
  expect(await browser.post('forgotPwdReset', { ...form, newPwd: 'Luye-88-Qinghe' })).toMatchObject({ ret: 1 })
  expect(await browser.post('forgotPwdReset', { ...form, newPwd: 'Luye-99-Qinghe' })).toMatchObject({ ret: 0 })
})

describe('an invitation', () => {
  it('reports a taken login name before it checks the password, and can be tried ten times an hour', async () => {
    const { userName } = await testUsers.createUser()
    const first = '33010619770707002'
    const actor = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'], null, {
      idCard: first + idCardCheckDigit(first),
    })
    const token = await testUsers.inHome((ctx) => invitePerson(ctx, actor.personId))
    const accept = (name: string, password: string) =>
      newBrowser().post('acceptInvitation', { token, userName: name, password })
    for (const password of ['Kv#mzRj770707', 'Kv#mzRj770708'])
      expect(await accept(userName, password)).toMatchObject({ ret: 0, msg: '用户名已被使用，请换一个' })
    for (let call = 2; call < 10; call++) expect(await accept('xin.lai', 'Kv#mzRj770707')).toMatchObject({ ret: -1 })
    expect(await accept('xin.lai', 'Luye-88-Qinghe')).toMatchObject({ ret: -4 })
  })
})
