import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPhone, password } from '#kernel/identity/server/example.ts'
import { dayOf, newId, type Actor } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { createBrowser } from '../testing/browser.ts'
import { createTestUsers } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
const loadedModules = await loadModules()
const lines: string[] = []
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let head: string

beforeAll(async () => {
  const log = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } }
  app = await createApi(loadedModules, database.cells, { ...database.redis, log })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
  head = await world.people.session(world.owner)
})
afterAll(() => app.close())

async function send(token: string, path: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` }
  const url = `/api/${path}`
  const response = await app.inject(payload ? { method: 'POST', url, payload, headers } : { url, headers })
  return response.json<{ ret: number; msg: string; data: Record<string, unknown> }>()
}

const facts = {
  name: '宋清如',
  sex: '',
  birthday: '',
  nation: '01',
  userType: 'teacher',
  workerType: 1,
  post: '语文教师',
  number: 'S-2026',
  subject: '语文',
  officePhone: '',
  email: '',
  qq: '',
  teacherLevel: '',
  diploma: '',
  graduateSchool: '',
  specialty: '',
  workedFrom: '',
  resume: '',
  remark: '',
  noSecondStep: false,
}

it('a staff member is returned with the names of the specification and masked numbers', async () => {
  const { school } = world.home
  const mobile = '13866667777'
  const form = {
    ...facts,
    mobile,
    orgId: school.id,
    departmentId: school.departmentId,
    startsOn: '2026-09-01',
    joinExisting: false,
  }
  const { data: made } = await send(head, 'users/add', form)
  const { data } = await send(head, `users/getByUserID?fUserID=${String(made['id'])}`)
  expect(data).toMatchObject({
    fUserID: made['id'],
    fRealName: '宋清如',
    fOrgID: school.id,
    fDepartmentID: school.departmentId,
    fMobilePhone: '138****7777',
    fPhone: '138****7777',
    fDuty: '语文教师',
    fUserNumber: 'S-2026',
    fWorkerType: 1,
    fDeleted: 0,
    fNoSecCheck: 0,
    fSecondLoginName: '',
    fNation: '01',
    fVersion: 1,
  })
  const { data: listed } = await send(
    head,
    `users/get?orgId=${school.id}&updateTime=${encodeURIComponent('2026-01-01 08:00:00')}`,
  )
  expect(listed['items']).toContainEqual(expect.objectContaining({ fUserID: made['id'], fRealName: '宋清如' }))
  expect(typeof listed['asOf']).toBe('string')
  for (const noTime of ['2026-13-45', '2026-01-01 25:00:00', 'yesterday'])
    expect(await send(head, `users/get?updateTime=${encodeURIComponent(noTime)}`)).toMatchObject({ ret: -1 })
  const { data: found } = await send(head, 'users/search', { keyword: mobile })
  expect(found['itemCount']).toBe(1)
  const wrong = await send(head, 'users/add', { ...form, name: '', mobile: '123' })
  expect(wrong).toMatchObject({
    ret: -1,
    data: {
      errors: [
        { field: 'name', msg: '请填写姓名' },
        { field: 'mobile', msg: '请输入正确的手机号' },
      ],
    },
  })
  expect(await send(head, 'users/add', form)).toMatchObject({ ret: 0, msg: '该手机号已被宋清如使用' })
  const revealed = await send(head, 'users/reveal', { id: made['id'], field: 'mobile', reason: '核对名单' })
  expect(revealed.data).toEqual({ value: mobile, leftToday: expect.any(Number) })
  // No log line contains the number, however it was sent.
  expect(lines.join('')).not.toContain(mobile)
})

/** Repeats the request until the session cache expires: a session ends within seconds. */
async function endOf(token: string) {
  for (let tries = 0; tries < 100; tries++) {
    const { ret } = await send(token, 'users/loginInof')
    if (ret !== 1) return ret
    await new Promise((done) => setTimeout(done, 50))
  }
  return 1
}

it('a person who is dismissed or leaves is signed out within seconds', async () => {
  const people: Actor[] = []
  for (const _ of [1, 2]) people.push(await world.people.hire(world.home.districtId, world.home.school.id, ['teacher']))
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', null) where id = $1", [
    people[1]!.userId,
  ])
  const [suspended, left] = [await world.people.session(people[0]!), await world.people.session(people[1]!)]
  await send(head, 'users/suspend', { targets: { ids: [people[0]!.userId] }, isSuspended: true })
  const yesterday = dayOf(new Date(Date.now() - 24 * 3600_000))
  await send(head, 'users/delete', { targets: { ids: [people[1]!.userId] }, on: yesterday, reason: '退休' })
  expect(await endOf(suspended)).toBe(-8)
  expect(await endOf(left)).toBe(-8)
})

it('a membership that belongs to another person lets only its owner in', async () => {
  const one = await testUsers.createUser()
  const other = await testUsers.createUser({ orgId: world.home.otherSchool.id })
  const { token } = await testUsers.signIn(one)
  expect((await send(token, 'users/loginInof')).ret).toBe(1)
  // As when a merge of two people is undone while one of them uses a membership of the other.
  await database.sql('update tenant.membership set person_id = $1 where id = $2', [other.personId, one.userId])
  expect(await endOf(token)).toBe(-8)
})

it('a revealed number is shown once, and nothing of it is stored', async () => {
  const teacher = await testUsers.createUser()
  const mobile = aPhone()
  const { data } = await send(head, `users/getByUserID?fUserID=${teacher.userId}`)
  const form = {
    ...facts,
    id: teacher.userId,
    name: data['fRealName'],
    departmentId: null,
    mobile,
    version: data['fVersion'],
  }
  expect(await send(head, 'users/edit', form)).toMatchObject({ ret: 1 })
  const headers = { authorization: `Bearer ${head}`, 'idempotency-key': newId() }
  const payload = { id: teacher.userId, field: 'mobile', reason: '核对名单' }
  const reveal = () => app.inject({ method: 'POST', url: '/api/users/reveal', payload, headers })
  expect((await reveal()).json()).toMatchObject({ ret: 1, data: { value: mobile } })
  expect((await reveal()).json()).toMatchObject({ ret: 0, msg: '该内容只显示一次，请重新操作', data: null })
  const stored = await database.sql("select answer from tenant.idempotency where route = '/api/users/reveal'")
  expect(stored).toEqual([{ answer: null }])
})

it('a password reset ends the open sessions, and the new password has to be changed first', async () => {
  const teacher = await testUsers.createUser()
  const { token } = await testUsers.signIn(teacher)
  const { data } = await send(head, 'users/resetPwd', { id: teacher.userId })
  expect(await endOf(token)).toBe(-8)
  const browser = createBrowser(app, { address: '10.9.9.9' })
  expect(await browser.post('login', { userName: teacher.userName, userPwd: password })).toMatchObject({ ret: 0 })
  const again = await browser.post('login', { userName: teacher.userName, userPwd: data['password'] })
  expect(again).toMatchObject({ ret: 1, data: { mustChangePassword: true } })
  expect(lines.join('')).not.toContain(String(data['password']))
})
