import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPhone, anIdCard } from '#kernel/identity/server/example.ts'
import { aClass } from '#kernel/schooling/server/example.ts'
import { newForm, editForm } from '#kernel/staff/server/example.ts'
import { dayOf } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { createBrowser, waitForSmsCode, type ApiAnswer } from '../testing/browser.ts'
import { createTestUsers } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let admin: string
let classroom: { gradeId: string; classId: string }
let count = 0

beforeAll(async () => {
  app = await createApi(await loadModules(process.env), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  testUsers = createTestUsers(database, world, () => app)
  admin = await world.people.session(world.owner)
  classroom = await testUsers.inHome((ctx) => aClass(ctx, world.home.school))
})
afterAll(() => app.close())

/** A guardian account with any phone. */
async function createGuardian() {
  const browser = createBrowser(app, { address: `10.9.${++count}.7` })
  const phone = aPhone()
  const { data } = await browser.post('userSmsLogin', { phone })
  const entered = await browser.post('userCheckCode', { msgId: data['msgId'], code: await waitForSmsCode(phone) })
  const token = String(entered.data['token'])
  const call = async (path: string, payload: object) =>
    (await browser.send({ method: 'POST', url: `/api/${path}`, payload }, token)).json<ApiAnswer>()
  await call('student/accept', { kinds: ['user', 'privacy', 'children'] })
  const [person] = await database.sql<{ id: string }>(
    'select g.person_id as id from tenant.guardian g order by g.created_at desc, g.id desc limit 1',
  )
  return { personId: person!.id, claim: (idCard: string) => call('users/changeIdCard', { idCard }) }
}
const answerText = ({ ret, msg, data }: ApiAnswer) => JSON.stringify([ret, msg, data])

const send = async (path: string, payload: object): Promise<ApiAnswer> => {
  const headers = { authorization: `Bearer ${admin}` }
  return (await app.inject({ method: 'POST', url: `/api/${path}`, payload, headers })).json()
}
const today = dayOf(new Date())
const addPupil = (name: string, idCard: string) =>
  send('student/add', {
    name,
    sex: '',
    idKind: 'id-card',
    idCard,
    schoolNo: '',
    birthday: '',
    nation: '01',
    household: '',
    isBoarding: false,
    isSpecial: false,
    orgId: world.home.school.id,
    ...classroom,
    seatNo: null,
    type: 'enrol',
    on: today,
    reason: '',
    guardians: [],
  })
const addUser = (name: string, idCard: string) =>
  send('users/add', newForm(world.home.school, name, { nation: '01', workerType: 1, startsOn: today, idCard }))
const proposalsOf = (personId: string) =>
  database.sql<{ other: string; status: string }>(
    'select other_person_id as other, status from tenant.merge_proposal where person_id = $1 order by created_at, id',
    [personId],
  )
const personNamed = async (name: string) =>
  (await database.sql<{ id: string }>('select id from tenant.person where name = $1', [name]))[0]!.id

describe('an ID number that a user enters for herself', () => {
  it('gets the same answer whether it is the headteacher’s or nobody’s', async () => {
    const headCard = anIdCard()
    const head = await testUsers.createUser({ idCard: headCard, sex: '女', roles: ['school-admin'] })
    const [one, other] = [await createGuardian(), await createGuardian()]
    const answers = [await one.claim(headCard), await other.claim(anIdCard())]
    expect(answers[0]).toMatchObject({ ret: 1 })
    expect(answerText(answers[0]!)).toBe(answerText(answers[1]!))
    // An administrator has to review the two people.
    expect(await proposalsOf(one.personId)).toEqual([{ other: head.personId, status: 'open' }])
    expect(await proposalsOf(other.personId)).toEqual([])
  })

  it('does not block the school from entering it: the school’s entry counts, and the two people are proposed for review', async () => {
    const [childCard, teacherCard] = [anIdCard(), anIdCard()]
    const [one, other] = [await createGuardian(), await createGuardian()]
    for (const [who, number] of [
      [one, childCard],
      [other, teacherCard],
    ] as const)
      expect(await who.claim(number)).toMatchObject({ ret: 1 })
    expect(await addPupil('成年生', childCard)).toMatchObject({ ret: 1 })
    expect(await addUser('真老师', teacherCard)).toMatchObject({ ret: 1 })
    expect(await proposalsOf(one.personId)).toEqual([{ other: await personNamed('成年生'), status: 'open' }])
    expect(await proposalsOf(other.personId)).toEqual([{ other: await personNamed('真老师'), status: 'open' }])
    // The search does not find the claimant by the number, but the person whom the school entered.
    const found = await send('users/search', { keyword: teacherCard })
    expect(found.data).toMatchObject({ itemCount: 1, items: [{ fRealName: '真老师' }] })
  })

  it('can be entered three times a day, right or wrong', async () => {
    const { claim, personId } = await createGuardian()
    const taken = anIdCard()
    const owner = await testUsers.createUser({ idCard: taken, sex: '女' })
    for (const number of [anIdCard(), taken, anIdCard()]) expect(await claim(number)).toMatchObject({ ret: 1 })
    expect(await proposalsOf(personId)).toEqual([{ other: owner.personId, status: 'refused' }])
    expect(await claim(taken)).toMatchObject({ ret: -4 })
    expect(await proposalsOf(personId)).toHaveLength(1)
  })

  it('counts as confirmed as soon as the school has entered it for the same person', async () => {
    const person = await testUsers.createUser({ sex: '女' })
    const { token, browser } = await testUsers.signIn(person)
    const number = anIdCard()
    const claim = (idCard: string) => browser.post('changeIdCard', { idCard }, token)
    expect(await claim(number)).toMatchObject({ ret: 1 })
    const read = () =>
      database.sql<{ claimed: boolean; version: number; name: string }>(
        `select p.id_card_claim_hash is not null as claimed, m.version, p.name from tenant.person p
         join tenant.membership m on m.district_id = p.district_id and m.person_id = p.id where p.id = $1`,
        [person.personId],
      )
    const [before] = await read()
    expect(before).toMatchObject({ claimed: true })
    const { version, name } = before!
    const edited = await send(
      'users/edit',
      editForm(person.userId, name, version, { nation: '01', workerType: 1, sex: '女', idCard: number }),
    )
    expect(edited).toMatchObject({ ret: 1 })
    expect(await read()).toMatchObject([{ claimed: false }])
    expect(await proposalsOf(person.personId)).toEqual([])
    expect(await claim(anIdCard())).toMatchObject({ ret: 0, msg: '身份证号已登记，如需更正请联系管理员' })
  })
})
