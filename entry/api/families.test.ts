import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPhone, password } from '#kernel/identity/server/example.ts'
import { aClass } from '#kernel/schooling/server/example.ts'
import { aSeventhGrader } from '#kernel/student/server/example.ts'
import { dayOf } from '#packages/core'
import { inDistrict } from '#packages/db'
import { useDatabase, type World } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { loadModules } from '../modules.ts'
import { createBrowser, waitForSmsCode, listSmsTo, type ApiAnswer, type TestBrowser } from '../testing/browser.ts'
import { createTestUsers, type TestUser } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let head: TestUser & { token: string }
let address = 0
let classId: string

beforeAll(async () => {
  app = await createApi(await loadModules(process.env), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
  const person = await testUsers.createUser()
  await testUsers.inHome(async (ctx) => {
    ;({ classId } = await aClass(ctx, world.home.school))
    await setClassHeads(ctx, [{ classId, userId: person.userId }], dayOf(ctx.now))
  })
  head = { ...person, token: (await testUsers.signIn(person)).token }
})
afterAll(() => app.close())

let browser: TestBrowser
// A separate network for each test, because attempts are also counted by network.
beforeEach(() => void (browser = someBrowser()))
const someBrowser = () => createBrowser(app, { address: `10.7.${++address}.7` })

const agreements = ['user', 'privacy', 'children']
const mother = (phone: string) => ({ name: '陈静', relation: 2 as const, phone, isPrimary: true, isEmergency: true })

async function call(token: string, path: string, payload?: object): Promise<ApiAnswer> {
  const options = payload
    ? ({ method: 'POST', url: `/api/student/${path}`, payload } as const)
    : { url: `/api/student/${path}` }
  return (await browser.send(options, token)).json()
}

/** Signs a guardian in by SMS and gives the required consents. */
async function signInGuardian(phone: string, count = 1, one = someBrowser()) {
  const { ret, msg, data } = await one.post('userSmsLogin', { phone })
  if (ret !== 1) throw new Error(msg)
  const entered = await one.post('userCheckCode', { msgId: data['msgId'], code: await waitForSmsCode(phone, count) })
  expect(entered).toMatchObject({ ret: 1, data: { userType: 2 } })
  const token = String(entered.data['token'])
  expect(await call(token, 'accept', { kinds: agreements })).toMatchObject({ ret: 1 })
  return { token, data: entered.data }
}
/** A birthday of a person who reaches this age this year. */
const bornYearsAgo = (years: number) => `${Number(dayOf(new Date()).slice(0, 4)) - years}-03-09`
const [aChild, aTeenager] = [bornYearsAgo(12), bornYearsAgo(16)]
const enrolled = (name: string, phone = '', birthday = aChild) =>
  testUsers.inHome((ctx) =>
    aSeventhGrader(ctx, { orgId: world.home.school.id, name, birthday, guardians: phone ? [mother(phone)] : [] }),
  )
const todosOf = (personId: string) =>
  database.sql<{ title: string }>(
    `select b.title from tenant.message m join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id
     where m.person_id = $1 and b.kind = 'todo' and m.done_at is null`,
    [personId],
  )

describe('a guardian', () => {
  it('registers with a phone, binds the child whose roster has that number, and sees no other child', async () => {
    const phone = aPhone()
    const child = await enrolled('周小禾', phone)
    const other = await enrolled('郑安宁', aPhone())
    const { data } = await browser.post('userSmsLogin', { phone })
    const msgId = String(data['msgId'])
    expect(await browser.post('userCheckCode', { msgId, code: '000000' })).toMatchObject({ ret: 0 })
    const entered = await browser.post('userCheckCode', { msgId, code: await waitForSmsCode(phone) })
    // The school has her on its roster, so her name is known.
    expect(entered).toMatchObject({
      ret: 1,
      data: { userType: 2, realName: '陈静', orgId: world.home.bureauId, modules: [] },
    })
    const token = String(entered.data['token'])

    const before = await call(token, 'children')
    expect(before).toMatchObject({ ret: 1, data: { children: [] } })
    expect((before.data['agreements'] as unknown as { kind: string }[]).map(({ kind }) => kind)).toEqual(agreements)
    expect(await call(token, 'bindable')).toMatchObject({ ret: -6 })
    expect(await call(token, 'accept', { kinds: agreements.slice(0, 2) })).toMatchObject({ ret: 1 })
    expect(await call(token, 'bindable')).toMatchObject({ ret: -6 })
    expect(await call(token, 'accept', { kinds: agreements })).toMatchObject({ ret: 1 })

    // Before a binding exists, only the binding routes return data.
    for (const path of ['home', 'linkmen', 'consents', 'contacts'])
      expect(await call(token, `${path}?studentId=${child.id}`)).toMatchObject({ ret: -5 })
    const bindable = await call(token, 'bindable')
    expect(bindable).toMatchObject({ ret: 1, data: [{ name: '周*禾', className: '七(1)班', relation: 2 }] })
    const [{ linkId }] = bindable.data as unknown as [{ linkId: string }]
    const [foreign] = await database.sql<{ id: string }>('select id from tenant.guardian_link where student_id = $1', [
      other.id,
    ])
    expect(await call(token, 'bindByPhone', { linkIds: [linkId, foreign!.id] })).toMatchObject({ ret: -5 })
    expect(await call(token, 'bindByPhone', { linkIds: [linkId] })).toMatchObject({ ret: 1, data: { bound: 1 } })
    expect(await call(token, 'bindable')).toMatchObject({ data: [] })

    const answers = [
      await call(token, 'children'),
      await call(token, `home?studentId=${child.id}`),
      await call(token, `contacts?studentId=${child.id}`),
      await call(token, `linkmen?studentId=${child.id}`),
    ]
    for (const answer of answers) expect(answer.ret).toBe(1)
    expect(answers[0]!.data).toMatchObject({ children: [{ id: child.id, name: '周小禾', state: 'active' }] })
    expect(answers[1]!.data).toMatchObject({
      child: { className: '七(1)班' },
      classTeacher: { userID: head.userId },
      needSetLinkman: false,
      consentsOpen: 5,
    })
    expect(answers[3]!.data).toMatchObject([{ name: '陈静', isMe: true, phone: `139****${phone.slice(-4)}` }])
    const text = JSON.stringify(answers)
    for (const secret of ['郑安宁', other.id, phone, child.idCard]) expect(text).not.toContain(secret)
    for (const path of ['home', 'linkmen', 'consents', 'contacts'])
      expect(await call(token, `${path}?studentId=${other.id}`)).toMatchObject({ ret: -5 })
    expect(await call(token, 'unbind', { studentId: other.id })).toMatchObject({ ret: -5 })

    // The staff routes stay closed.
    expect(await browser.get('switchTargets', token)).toMatchObject({ ret: -401 })
  })

  it('gets her own profile, as every signed-in user does', async () => {
    const phone = aPhone()
    const child = await enrolled('江小渡', phone)
    const { token, data } = await signInGuardian(phone)
    const self = { ret: 1, data: { userId: data['userId'], userType: 2, isAdmin: 0, isManager: false, subjectIds: [] } }
    expect(await browser.get('loginInof', token)).toMatchObject({ ...self, data: { ...self.data, classIds: [] } })
    const [{ linkId }] = (await call(token, 'bindable')).data as unknown as [{ linkId: string }]
    await call(token, 'bindByPhone', { linkIds: [linkId] })
    const notices = await browser.get('loginInof', token)
    expect(notices.data).toMatchObject({
      classIds: [child.classId],
      mobile: `139****${phone.slice(-4)}`,
      switchoverOrg: 0,
    })
    expect(JSON.stringify(notices)).not.toContain('江小渡')
  })

  it('sees the numbers of teachers who opened them to parents, and no others', async () => {
    const phone = aPhone()
    const child = await enrolled('柳小溪', phone)
    const { token } = await signInGuardian(phone)
    const [{ linkId }] = (await call(token, 'bindable')).data as unknown as [{ linkId: string }]
    await call(token, 'bindByPhone', { linkIds: [linkId] })
    const numbers = async () => {
      const { data } = await call(token, `contacts?studentId=${child.id}`)
      return (data as unknown as { userID: string; mobilePhone: string }[]).map((one) => [one.userID, one.mobilePhone])
    }
    expect(await numbers()).toContainEqual([head.userId, ''])
    const say = async (parentVisible: boolean, version: number) => {
      const payload = { scope: 4, parentVisible, quietFrom: '', quietTo: '', version }
      return (
        await browser.send({ method: 'POST', url: '/api/contacts/setting', payload }, head.token)
      ).json<ApiAnswer>()
    }
    const opened = await say(true, 0)
    expect(opened).toMatchObject({ ret: 1 })
    expect(await numbers()).toContainEqual([head.userId, head.phone])
    await say(false, Number(opened.data['version']))
    expect(await numbers()).toContainEqual([head.userId, ''])
  })

  it('may be one of several: by the class code or by the class teacher; a custody restriction hides the child at once', async () => {
    const phone = aPhone()
    const child = await enrolled('冯一诺', phone)
    const first = await signInGuardian(phone)
    const [{ linkId }] = (await call(first.token, 'bindable')).data as unknown as [{ linkId: string }]
    await call(first.token, 'bindByPhone', { linkIds: [linkId] })

    const { data: classCode } = await call(head.token, 'classCode', { classId })
    expect(classCode).toMatchObject({ className: '七(1)班', code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/) })
    const second = await signInGuardian(aPhone())
    const claim = {
      childName: '冯一诺',
      idTail: child.idCard.slice(-4),
      name: '冯建国',
      relation: 1,
      code: classCode['code'],
    }
    const wrong = { ret: 0, msg: '信息不符，请核对后重试，或申请由班主任确认' }
    expect(await call(second.token, 'bindByCode', { ...claim, idTail: '0000' })).toMatchObject(wrong)
    expect(await call(second.token, 'bindByCode', { ...claim, childName: '冯一心' })).toMatchObject(wrong)
    expect(await call(second.token, 'bindByCode', { ...claim, code: 'ZZZZ9999' })).toMatchObject(wrong)
    expect(await call(second.token, 'bindByCode', claim)).toMatchObject({ ret: 1, data: { studentId: child.id } })
    expect(await call(second.token, `home?studentId=${child.id}`)).toMatchObject({ ret: 1 })

    const third = await signInGuardian(aPhone())
    const bindRequest = { studentNo: child.studentNo, childName: '冯一诺', name: '冯奶奶', relation: 3 }
    const nobody = { ...bindRequest, childName: '冯一心' }
    expect(await call(third.token, 'askToBind', nobody)).toEqual(
      expect.objectContaining({
        ...(await call(third.token, 'askToBind', bindRequest)),
        executeTime: expect.anything(),
      }),
    )
    expect(await call(third.token, `home?studentId=${child.id}`)).toMatchObject({ ret: -5 })
    expect(await call(third.token, 'children')).toMatchObject({ data: { children: [] } })
    expect(await todosOf(head.personId)).toEqual([{ title: '待审批：冯奶奶申请绑定冯一诺' }])
    const { data: requests } = await call(head.token, 'bindRequests')
    expect(requests).toMatchObject([{ name: '冯奶奶', studentName: '冯一诺', className: '七(1)班' }])
    const id = (requests as unknown as { id: string }[])[0]!.id
    expect(await call(head.token, 'decideBinding', { id, agrees: true })).toMatchObject({ ret: 1 })
    expect(await call(head.token, 'decideBinding', { id, agrees: true })).toMatchObject({ ret: 0 })
    expect(await todosOf(head.personId)).toEqual([])
    expect(await call(third.token, `home?studentId=${child.id}`)).toMatchObject({ ret: 1 })
    // The guardians who were bound before were notified of each new one.
    const notices = await database.sql<{ title: string }>(
      `select b.title from tenant.message m join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id
       where m.person_id = $1 order by b.id`,
      [first.data['userInfoId']],
    )
    expect(notices.map(({ title }) => title)).toEqual(['冯建国已绑定冯一诺', '冯奶奶已绑定冯一诺'])

    // After the custody restriction the child disappears for the father from the next call on, also in his existing
    // session.
    await database.sql(`update tenant.guardian_link set may_see = false where student_id = $1 and name = '冯建国'`, [
      child.id,
    ])
    for (const path of ['home', 'linkmen', 'consents', 'contacts'])
      expect(await call(second.token, `${path}?studentId=${child.id}`)).toMatchObject({ ret: -5 })
    expect(await call(second.token, 'children')).toMatchObject({ data: { children: [] } })
    expect(await call(second.token, 'bindByCode', claim)).toMatchObject(wrong)
    await call(second.token, 'askToBind', { ...bindRequest, name: '冯建国', relation: 1 })
    expect((await call(head.token, 'bindRequests')).data).toEqual([])
    expect(JSON.stringify(await call(first.token, `linkmen?studentId=${child.id}`))).not.toContain('冯建国')

    // The school ends the grandmother's link, and the class code does not restore it.
    expect(await call(head.token, 'unbindGuardian', { id })).toMatchObject({ ret: 1 })
    expect(await call(third.token, `home?studentId=${child.id}`)).toMatchObject({ ret: -5 })
  })

  it('gives and withdraws each consent separately', async () => {
    const phone = aPhone()
    const child = await enrolled('褚清和', phone)
    const { token } = await signInGuardian(phone)
    const [{ linkId }] = (await call(token, 'bindable')).data as unknown as [{ linkId: string }]
    await call(token, 'bindByPhone', { linkIds: [linkId] })
    const face = async () =>
      (
        (await call(token, `consents?studentId=${child.id}`)).data as unknown as { purpose: string; state: string }[]
      ).find(({ purpose }) => purpose === 'face')!.state
    const say = (agrees: boolean, version = 1) =>
      call(token, 'saveConsent', { studentId: child.id, purpose: 'face', version, agrees })
    expect(await face()).toBe('none')
    expect(await say(true, 7)).toMatchObject({ ret: 0, msg: '授权说明已更新，请刷新后再确认' })
    expect(await say(true)).toMatchObject({ ret: 1 })
    expect(await say(true)).toMatchObject({ ret: 1 })
    expect(await face()).toBe('agreed')
    expect(await say(false)).toMatchObject({ ret: 1 })
    expect(await face()).toBe('withdrawn')
    const lines = await database.sql<{ state: string }>(
      'select state from tenant.consent where student_id = $1 order by created_at, id',
      [child.id],
    )
    expect(lines.map(({ state }) => state)).toEqual(['agreed', 'withdrawn'])
    const events = await database.sql(`select from tenant.event where name = 'consent.changed' and ids::text like $1`, [
      `%${child.id}%`,
    ])
    expect(events).toHaveLength(2)
  })

  it('has both twins on one account, and unbinds one of them without the other', async () => {
    const phone = aPhone()
    const [one, two] = [await enrolled('卫晨', phone), await enrolled('卫曦', phone)]
    const { token } = await signInGuardian(phone)
    const links = (await call(token, 'bindable')).data as unknown as { linkId: string }[]
    await call(token, 'bindByPhone', { linkIds: links.map(({ linkId }) => linkId) })
    const names = async () =>
      ((await call(token, 'children')).data as unknown as { children: { name: string }[] }).children.map(
        ({ name }) => name,
      )
    expect((await names()).toSorted()).toEqual(['卫晨', '卫曦'].toSorted())
    expect(await call(token, 'unbind', { studentId: one.id })).toMatchObject({ ret: 1 })
    expect(await names()).toEqual(['卫曦'])
    expect(await call(token, `home?studentId=${one.id}`)).toMatchObject({ ret: -5 })
    expect(await call(token, `home?studentId=${two.id}`)).toMatchObject({ ret: 1 })
    // She can bind again: the school still has her number.
    expect((await call(token, 'bindable')).data).toHaveLength(1)
  })

  it('who also teaches here uses both sign-in pages with one password', async () => {
    const teacher = await testUsers.createUser()
    await enrolled('蒋若水', teacher.phone)
    const { token, data } = await signInGuardian(teacher.phone)
    expect(data).toMatchObject({ userInfoId: teacher.personId, userType: 2 })
    expect((await call(token, 'bindable')).data).toHaveLength(1)
    const form = { userName: teacher.userName, userPwd: password }
    expect(await browser.post('login', form)).toMatchObject({ ret: 1, data: { userType: 3, userId: teacher.userId } })
    const bindRequest = await browser.post('userLogin', form)
    expect(bindRequest).toMatchObject({ ret: 1, data: { needMsg: true, token: '' } })
    expect(await testUsers.submitCode(browser, bindRequest.data['msgId']!, teacher.phone, true)).toMatchObject({
      ret: 1,
      data: { userType: 2, userInfoId: teacher.personId },
    })
    const again = await browser.post('userLogin', { userName: teacher.phone, userPwd: password })
    expect(again).toMatchObject({ ret: 1, data: { userType: 2, needMsg: false } })
  })

  it('edits the emergency contacts; a number that a family entered lets nobody sign in', async () => {
    const phone = aPhone()
    const child = await enrolled('沈知夏', phone)
    const { token } = await signInGuardian(phone)
    const [{ linkId }] = (await call(token, 'bindable')).data as unknown as [{ linkId: string }]
    await call(token, 'bindByPhone', { linkIds: [linkId] })
    const neighbour = aPhone()
    const line = { studentId: child.id, name: '王阿姨', relation: 9, isEmergency: true }
    expect(await call(token, 'saveLinkman', line)).toMatchObject({ ret: 0, msg: '紧急联系人需要填写手机号' })
    expect(await call(token, 'saveLinkman', { ...line, phone: neighbour })).toMatchObject({ ret: 1 })
    expect((await call(token, `linkmen?studentId=${child.id}`)).data).toMatchObject([
      {},
      { name: '王阿姨', isBound: false },
    ])
    const stranger = await signInGuardian(neighbour)
    expect(stranger.data['realName']).toBe('家长')
    expect((await call(stranger.token, 'bindable')).data).toEqual([])
  })

  it('leaves the data that the school entered about the other parent, who can still sign in with that number', async () => {
    const [hers, his] = [aPhone(), aPhone()]
    const guardians = [mother(hers), { name: '沈明远', relation: 1 as const, phone: his }]
    const child = await testUsers.inHome((ctx) =>
      aSeventhGrader(ctx, { orgId: world.home.school.id, name: '沈知秋', birthday: aChild, guardians }),
    )
    const { token } = await signInGuardian(hers)
    const [{ linkId }] = (await call(token, 'bindable')).data as unknown as [{ linkId: string }]
    await call(token, 'bindByPhone', { linkIds: [linkId] })
    const linkmen = (await call(token, `linkmen?studentId=${child.id}`)).data as unknown as {
      id: string
      name: string
    }[]
    const { id } = linkmen.find(({ name }) => name === '沈明远')!
    const line = { studentId: child.id, id, name: '沈明远', relation: 1, isEmergency: true }
    expect(await call(token, 'saveLinkman', { ...line, phone: aPhone() })).toMatchObject({
      ret: 0,
      msg: '这是学校登记的联系人，更正请联系班主任',
    })
    expect(await call(token, 'saveLinkman', line)).toMatchObject({ ret: 1 })
    expect((await call((await signInGuardian(his)).token, 'bindable')).data).toHaveLength(1)
  })
})

describe('an attacker', () => {
  it('cannot learn which numbers are known, and is sent one code a minute', async () => {
    const known = aPhone()
    await enrolled('韩星野', known)
    const [one, two] = [
      await browser.post('userSmsLogin', { phone: known }),
      await browser.post('userSmsLogin', { phone: aPhone() }),
    ]
    expect(Object.keys(one.data)).toEqual(Object.keys(two.data))
    expect([one.ret, one.data['retryAfter']]).toEqual([two.ret, two.data['retryAfter']])
    await waitForSmsCode(known)
    expect(await browser.post('sendMsgCode', { msgId: one.data['msgId'] })).toMatchObject({
      data: { msgCode: 'waiting' },
    })
    expect((await listSmsTo(known)).length).toBe(1)
    // A ticket of one sign-in method is not valid for another.
    const code = await waitForSmsCode(known)
    expect(await browser.post('checkCode', { msgId: one.data['msgId'], code })).toMatchObject({ ret: 0 })
    expect(await someBrowser().post('userCheckCode', { msgId: one.data['msgId'], code })).toMatchObject({ ret: 0 })
  })

  it('has five attempts a day with one phone, and ten for one child with any phone', async () => {
    const child = await enrolled('杨亦辰')
    const code = String((await call(head.token, 'classCode', { classId })).data['code'])
    const right = { code, childName: '杨亦辰', idTail: child.idCard.slice(-4), name: '杨立', relation: 1 }
    const one = await signInGuardian(aPhone())
    for (let tries = 0; tries < 5; tries++)
      expect(await call(one.token, 'bindByCode', { ...right, idTail: '0000' })).toMatchObject({ ret: 0 })
    expect(await call(one.token, 'bindByCode', right)).toMatchObject({ ret: -4 })
    expect(await call(one.token, 'askToBind', { ...right, studentNo: child.studentNo })).toMatchObject({ ret: -4 })
    const two = await signInGuardian(aPhone())
    for (let tries = 0; tries < 5; tries++) await call(two.token, 'bindByCode', { ...right, idTail: '0000' })
    // The eleventh attempt for this child is refused for everybody, with the usual message.
    const three = await signInGuardian(aPhone())
    expect(await call(three.token, 'bindByCode', right)).toMatchObject({
      ret: 0,
      msg: '信息不符，请核对后重试，或申请由班主任确认',
    })
  })
})

describe('a pupil', () => {
  const slipOf = async (id: string) => {
    const { ret, msg, data } = await call(head.token, 'slips', { ids: [id], reason: '首次发放' })
    if (ret !== 1) throw new Error(msg)
    return (data as unknown as { code: string; loginName: string; className: string }[])[0]!
  }
  const secret = 'Xingye-4821!'

  it('opens an account with the slip, once, and signs in with the login name on it or with the 学籍号', async () => {
    const pupil = await enrolled('朱明远', '', aTeenager)
    const slip = await slipOf(pupil.id)
    expect(slip).toMatchObject({ loginName: expect.stringMatching(/^jyxx.{8}$/), className: '七(1)班' })
    const form = { userName: slip.loginName, code: slip.code, password: secret }
    // Passwords made of her name, her birthday, and the names of her school and district.
    for (const weak of ['Zhumingyuan-1', `Aa-${pupil.idCard.slice(6, 14)}`, 'Jiaqu-Jiayi-2!'])
      expect(await browser.post('activatePupil', { ...form, password: weak })).toMatchObject({ ret: -1 })
    const entered = await browser.post('activatePupil', form)
    expect(entered).toMatchObject({ ret: 1, data: { userType: 1, userId: pupil.id, realName: '朱明远' } })
    expect(await browser.post('activatePupil', form)).toMatchObject({ ret: 0 })
    const signIn = (userName: string) => browser.post('userLogin', { userName, userPwd: secret })
    expect(await signIn(pupil.studentNo.toLowerCase())).toMatchObject({ ret: 1, data: { userId: pupil.id } })
    const again = await signIn(slip.loginName.toUpperCase())
    expect(again).toMatchObject({ ret: 1, data: { userId: pupil.id } })
    const token = String(again.data['token'])
    expect(await call(token, 'accept', { kinds: ['user', 'privacy'] })).toMatchObject({ ret: 1 })
    expect(await call(token, `home?studentId=${pupil.id}`)).toMatchObject({ ret: 1, data: { consentsOpen: 0 } })
    const other = await enrolled('秦川')
    expect(await call(token, `home?studentId=${other.id}`)).toMatchObject({ ret: -5 })
    expect(await call(token, `consents?studentId=${pupil.id}`)).toMatchObject({ ret: -401 })

    // After a forgotten password another slip is issued, and all open sessions end.
    const second = await slipOf(pupil.id)
    expect(second.loginName).toBe(slip.loginName)
    const renewed = { userName: pupil.studentNo, code: second.code, password: 'Luye-7350-Qinghe' }
    expect(await browser.post('activatePupil', renewed)).toMatchObject({ ret: 1 })
    await expect.poll(async () => (await call(token, 'children')).ret, { timeout: 60_000 }).toBe(-8)
    for (const userName of [slip.loginName, pupil.studentNo]) expect(await signIn(userName)).toMatchObject({ ret: 0 })
  })

  it('is delayed after five wrong passwords, with the same answer for numbers that nobody has', async () => {
    const pupil = await enrolled('尤思齐')
    const { code, loginName } = await slipOf(pupil.id)
    const nobodys = ['G330100201401010000', 'jyxx22334455', loginName.replace(/^jyxx/, 'jexx')]
    const notices = new Set<string>()
    for (const userName of [pupil.studentNo, loginName, ...nobodys]) {
      const answers: ApiAnswer[] = []
      for (let tries = 0; tries < 6; tries++)
        answers.push(await browser.post('activatePupil', { userName, code: 'WRONG234', password: secret }))
      expect(answers.map(({ ret }) => ret)).toEqual([0, 0, 0, 0, 0, -4])
      for (const { msg } of answers.slice(0, 5)) notices.add(msg)
    }
    expect([...notices]).toEqual(['用户名或激活码不正确，或激活码已过期'])
    for (const userName of [pupil.studentNo, loginName])
      expect(await browser.post('activatePupil', { userName, code, password: secret })).toMatchObject({ ret: -4 })
  })

  it('under fourteen can sign in once a guardian has accepted the rules for children', async () => {
    const phone = aPhone()
    const pupil = await enrolled('许乐言', phone)
    const { code } = await slipOf(pupil.id)
    const waits = { ret: 0, msg: '请家长先完成授权' }
    const form = { userName: pupil.studentNo, code, password: secret }
    expect(await browser.post('activatePupil', form)).toMatchObject(waits)
    const signIn = () => browser.post('userLogin', { userName: pupil.studentNo, userPwd: secret })
    expect(await signIn()).toMatchObject(waits)
    const { token } = await signInGuardian(phone)
    const [{ linkId }] = (await call(token, 'bindable')).data as unknown as [{ linkId: string }]
    await call(token, 'bindByPhone', { linkIds: [linkId] })
    expect(await signIn()).toMatchObject({ ret: 1, data: { userType: 1 } })
  })

  it('who moved to another school stays readable for thirty days', async () => {
    const phone = aPhone()
    const pupil = await enrolled('何予安', phone)
    const { token } = await signInGuardian(phone)
    const [{ linkId }] = (await call(token, 'bindable')).data as unknown as [{ linkId: string }]
    await call(token, 'bindByPhone', { linkIds: [linkId] })
    const left = (days: number) =>
      database.sql(
        `update tenant.enrolment set valid = daterange($2::date - 100, $2::date - $3::int) where student_id = $1`,
        [pupil.id, dayOf(new Date()), days],
      )
    await left(29)
    expect(await call(token, 'children')).toMatchObject({ data: { children: [{ state: 'past' }] } })
    expect(await call(token, `home?studentId=${pupil.id}`)).toMatchObject({ ret: 1 })
    const line = { studentId: pupil.id, name: '吴叔叔', relation: 9, phone: aPhone(), isEmergency: false }
    expect(await call(token, 'saveLinkman', line)).toMatchObject({ ret: 0, msg: '孩子已离校，现在只能查看' })
    await left(30)
    expect(await call(token, `home?studentId=${pupil.id}`)).toMatchObject({ ret: -5 })
    expect(await call(token, 'children')).toMatchObject({ data: { children: [] } })
  })

  it('cannot be managed by the class teacher of another class', async () => {
    const pupil = await enrolled('吕知微')
    const elsewhere = await testUsers.createUser({ roles: ['class-teacher'] })
    const { token } = await testUsers.signIn(elsewhere)
    expect(await call(token, 'slips', { ids: [pupil.id], reason: '首次发放' })).toMatchObject({ ret: -5 })
    expect(await call(token, 'classCode', { classId })).toMatchObject({ ret: -5 })
    expect((await call(token, 'bindRequests')).data).toEqual([])
  })
})

describe('two districts', () => {
  /** A separate network and the host name of the other district's school. */
  const host = 'yi.example.cn'
  const at = (path: string, payload: object, one = browser) => one.post(path, payload, undefined, { host })

  it('have separate guardians and pupils, found by the host name; neither opens an account of the other', async () => {
    const { away, people } = world
    const admin = await people.session(await people.hire(away.districtId, away.bureauId, ['district-admin']))
    const given = { method: 'POST', url: '/api/orgs/setHost', payload: { orgId: away.school.id, host } } as const
    expect((await browser.send(given, admin)).json()).toMatchObject({ ret: 1 })

    const phone = aPhone()
    await enrolled('孔令安', phone)
    const { data } = await at('userSmsLogin', { phone })
    const entered = await at('userCheckCode', { msgId: data['msgId'], code: await waitForSmsCode(phone) })
    expect(entered).toMatchObject({ ret: 1, data: { orgId: away.bureauId, realName: '家长' } })
    const token = String(entered.data['token'])
    await call(token, 'accept', { kinds: agreements })
    expect((await call(token, 'bindable')).data).toEqual([])

    // The same 学籍号 in both districts, because a pupil moved or because somebody tries to take over the account.
    const pupil = await enrolled('曹知远', '', aTeenager)
    const slips = async (who: string, id: string) =>
      (await call(who, 'slips', { ids: [id], reason: '首次发放' })).data as unknown as [{ code: string }]
    const [{ code }] = await slips(head.token, pupil.id)
    const form = { userName: pupil.studentNo, code, password: 'Xingye-4821!' }
    expect(await browser.post('activatePupil', form)).toMatchObject({ ret: 1 })
    const double = await inDistrict(database.cells, away.districtId, (db) =>
      aSeventhGrader(createPlatformCtx(database.app, away.districtId, db, new Date()), {
        orgId: away.school.id,
        name: '曹知远',
        birthday: aTeenager,
        idCard: pupil.idCard,
      }),
    )
    const [slip] = await slips(admin, double.id)
    const there = { userName: pupil.studentNo, code: slip.code }
    expect(await browser.post('activatePupil', { ...there, password: 'Duoquanxian-9!' })).toMatchObject({ ret: 0 })
    expect(await at('activatePupil', { ...there, password: 'Duoquanxian-9!' })).toMatchObject({
      ret: 0,
      msg: '该学籍号在其他区已有账号，请输入原来的密码',
    })
    const signIn = (userPwd: string) => browser.post('userLogin', { userName: pupil.studentNo, userPwd })
    expect(await signIn('Duoquanxian-9!')).toMatchObject({ ret: 0 })
    expect(await at('activatePupil', { ...there, password: 'Xingye-4821!' })).toMatchObject({
      ret: 1,
      data: { userId: double.id },
    })
    // The account belongs to both districts now: a slip of one district no longer replaces the password.
    const [third] = await slips(admin, double.id)
    expect(await at('activatePupil', { ...there, code: third.code, password: 'Duoquanxian-9!' })).toMatchObject({
      ret: 0,
      msg: expect.stringContaining('在其他区也有身份'),
    })
  })
})
