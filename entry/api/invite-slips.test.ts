import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aClass } from '#kernel/schooling/server/example.ts'
import { aSeventhGrader } from '#kernel/student/server/example.ts'
import { dayOf } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import { invitePerson } from '#kernel/identity/server/api.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { loadModules } from '../modules.ts'
import { createBrowser, waitForSmsCode, type ApiAnswer, type TestBrowser } from '../testing/browser.ts'
import { createTestUsers, type TestUser } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>

beforeAll(async () => {
  app = await createApi(await loadModules(process.env), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
})
afterAll(() => app.close())

interface Slip {
  id: string
  loginName: string
  code: string
}
interface Teacher extends TestUser {
  browser: TestBrowser
  call: (path: string, payload?: object) => Promise<ApiAnswer>
}

/** The class teacher of 七(1)班, signed in. */
async function createTeacher(): Promise<Teacher> {
  const person = await testUsers.createUser()
  await testUsers.inHome(async (ctx) => {
    const { classId } = await aClass(ctx, world.home.school)
    await setClassHeads(ctx, [{ classId, userId: person.userId }], dayOf(ctx.now))
  })
  const { browser, token } = await testUsers.signIn(person)
  const call = async (path: string, payload?: object): Promise<ApiAnswer> => {
    const url = `/api/student/${path}`
    return (await browser.send(payload ? { method: 'POST', url, payload } : { url }, token)).json()
  }
  return { ...person, browser, call }
}

const enrolled = (count: number) =>
  testUsers.inHome(async (ctx) => {
    const pupils = []
    for (let at = 0; at < count; at++)
      pupils.push(await aSeventhGrader(ctx, { orgId: world.home.school.id, name: `学生${at}` }))
    return pupils
  })
const slipsIn = ({ data }: ApiAnswer) => data as unknown as Slip[]
const reason = '首次发放'
const secret = 'Xingye-4821!'

/** Every seven consecutive characters of a number: more than a mask shows, and too long to match by chance. */
const partsOf = (number: string) => Array.from({ length: number.length - 6 }, (_, at) => number.slice(at, at + 7))

it('a class teacher issues forty slips with a code, and gets no number of a child', async () => {
  const teacher = await createTeacher()
  const pupils = await enrolled(40)
  const ids = pupils.map(({ id }) => id)
  expect(await teacher.call('slips', { ids })).toMatchObject({ ret: -1 })
  expect(await teacher.call('slips', { ids, reason: ' ' })).toMatchObject({ ret: -1, msg: '请填写发放原因' })
  const refused = await teacher.call('slips', { ids, reason })
  expect(refused).toMatchObject({ ret: -7 })
  const msgId = String(refused.data['msgId'])
  const number = await testUsers.nextCode(teacher.phone)
  await teacher.browser.post('sendMsgCode', { msgId })
  const proof = { msgId, code: await waitForSmsCode(teacher.phone, number) }
  expect((await teacher.call('slips', { ids, reason, ...proof, code: '000000' })).ret).not.toBe(1)
  const answer = await teacher.call('slips', { ids, reason, ...proof })
  expect(answer).toMatchObject({ ret: 1 })
  const slips = slipsIn(answer)
  expect(slips.map(({ id }) => id)).toEqual(ids)
  expect(slips.map((slip) => Object.keys(slip).toSorted())).toEqual(
    slips.map(() => ['className', 'code', 'id', 'loginName', 'name']),
  )
  const details = []
  for (const id of ids.slice(0, 3)) details.push(await teacher.call(`detail?id=${id}`))
  // Ids are random, so five digits of an id may match anything.
  const answerText = JSON.stringify([refused.data['phone'], ...slips.map(({ loginName, code }) => [loginName, code])])
  for (const { idCard, studentNo } of pupils) {
    for (const part of partsOf(idCard)) expect(answerText).not.toContain(part)
    expect(JSON.stringify([answer, ...details])).not.toContain(idCard)
    expect(answerText).not.toContain(studentNo)
  }
  expect(details.map(({ data }) => data['loginName'])).toEqual(slips.slice(0, 3).map(({ loginName }) => loginName))
  for (const id of ids)
    expect(await teacher.call(`looks?id=${id}`)).toMatchObject({ data: [{ field: '账号单激活码', reason }] })
  // The code was used.
  expect((await teacher.call('slips', { ids, reason, ...proof })).ret).not.toBe(1)
})

it('an account without a login name is found by the name from its next slip on, and by the 学籍号 as before', async () => {
  const teacher = await createTeacher()
  const [pupil] = await enrolled(1)
  const { id, studentNo } = pupil!
  const hand = async () => slipsIn(await teacher.call('slips', { ids: [id], reason }))[0]!
  const { code } = await hand()
  // The state before login names existed: found by the 学籍号 alone.
  await database.sql('update tenant.student set login_name = null where id = $1', [id])
  const browser = createBrowser(app, { address: '10.9.1.1' })
  await browser.post('activatePupil', { userName: studentNo, code, password: secret })
  const { loginName } = await hand()
  // That slip was not used: the old password stays valid.
  const answers = []
  for (const userName of [loginName, studentNo])
    answers.push(await browser.post('userLogin', { userName, userPwd: secret }))
  for (const answer of answers) expect(answer).toMatchObject({ ret: 1, data: { userId: id } })
})

it('an invitation shows the names of the school and of the district', async () => {
  const actor = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'])
  const token = await testUsers.inHome((ctx) => invitePerson(ctx, actor.personId))
  const browser = createBrowser(app, { address: '10.9.1.2' })
  const accept = (password: string) => browser.post('acceptInvitation', { token, userName: 'invited.one', password })
  expect(await accept('Jiaqu-Jiayi-2!')).toMatchObject({ ret: -1, msg: '密码太容易被猜到，请换一个' })
  expect(await accept('Yiqu-Yiyi-2!')).toMatchObject({ ret: 1 })
})
