import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPhone, openAccount, anIdCard } from '#kernel/identity/server/example.ts'
import { aClass } from '#kernel/schooling/server/example.ts'
import { newForm, editForm } from '#kernel/staff/server/example.ts'
import { aSeventhGrader } from '#kernel/student/server/example.ts'
import { emptyId, dayOf, type Actor } from '#packages/core'
import { inDirectory } from '#packages/db/directory.ts'
import { useDatabase, type World } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { createTestUsers } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
const lines: string[] = []
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let classroom: { gradeId: string; classId: string }
let names: string[]

beforeAll(async () => {
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log })
  world = await buildWorld(database)
  // Somebody decides about requests for people of schools without an administrator.
  await world.people.hire(world.home.districtId, world.home.bureauId, ['district-admin'], null, { hasAccount: true })
  testUsers = createTestUsers(database, world, () => app)
  classroom = await testUsers.inHome((ctx) => aClass(ctx, world.home.school))
  names = (await database.sql<{ name: string }>('select name from tenant.organisation')).map(({ name }) => name)
})
afterAll(() => app.close())

let clerk: { actor: Actor; token: string }
// Each test has its own clerk, because lookups are counted per person.
beforeEach(async () => {
  const actor = await world.people.hire(world.home.districtId, world.home.school.id, ['school-admin'])
  clerk = { actor, token: await world.people.session(actor) }
})

interface Answer {
  ret: number
  msg: string
  data: Record<string, unknown> | null
}
async function send(path: string, payload: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${clerk.token}` }
  const response = await app.inject({ method: 'POST', url: `/api/${path}`, payload, headers })
  return response.json<Answer>()
}
const answerText = ({ ret, msg, data }: Answer) => JSON.stringify([ret, msg, data])

const today = dayOf(new Date())
const guardians = [
  { name: '李秀兰', relation: 2, phone: '13911112222', isPrimary: true, isEmergency: true, restriction: 'none' },
]
const pupilFacts = {
  name: '问路人',
  sex: '女',
  idKind: 'id-card',
  schoolNo: '',
  birthday: '2012-05-06',
  nation: '01',
  household: '',
  isBoarding: false,
  isSpecial: false,
}
const addPupil = (more: object) => {
  const membership = { orgId: world.home.school.id, seatNo: null, type: 'enrol', on: today, reason: '' }
  return send('student/add', { ...pupilFacts, ...membership, ...classroom, guardians, ...more })
}
const addUser = (more: object) =>
  send('users/add', {
    ...newForm(world.home.school, '问路人', { nation: '01', workerType: 1, startsOn: today }),
    ...more,
  })

const elsewhere = () => world.home.otherSchool.id
const pupilAt = (orgId: string, name: string) => testUsers.inHome((ctx) => aSeventhGrader(ctx, { orgId, name }))

/** People whose numbers this school may not look up: children, a teacher, a head, a mother with an account. */
async function strangers() {
  const children = [await pupilAt(elsewhere(), '赖子轩'), await pupilAt(elsewhere(), '袁秀英')]
  const staff = []
  for (const sex of ['女', '男'] as const) {
    const [idCard, phone] = [anIdCard(sex), aPhone()]
    await world.people.hire(world.home.districtId, elsewhere(), ['teacher'], null, { idCard, phone, sex })
    staff.push({ idCard, phone })
  }
  const { guardian } = await world.people.family(world.home.districtId, elsewhere())
  const mother = anIdCard()
  await testUsers.inHome(async (ctx) => {
    const { updatePersonDetails } = await import('#kernel/identity/server/api.ts')
    await updatePersonDetails(ctx, guardian.personId, { idCard: mother })
  })
  const cards = [...children, ...staff].map(({ idCard }) => idCard)
  return { children, staff, cards: [...cards, mother], phones: staff.map(({ phone }) => phone) }
}

/** A pupil and a colleague of the clerk's own school, with the forms that change them. */
async function ownPeople() {
  const pupil = await pupilAt(world.home.school.id, '本校生')
  const colleague = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'], null, {
    phone: aPhone(),
  })
  const versionOf = async (table: string, id: string) =>
    (await database.sql<{ version: number }>(`select version from tenant.${table} where id = $1`, [id]))[0]!.version
  const name = await nameOf(colleague.personId)
  return {
    pupil,
    colleague,
    savePupil: async (more: object) => {
      const { id } = pupil
      const version = await versionOf('student', id)
      return send('student/save', { ...pupilFacts, name: '本校生', sex: '', id, version, ...more })
    },
    editUser: async (more: object) => {
      const id = colleague.userId
      const version = await versionOf('membership', id)
      return send('users/edit', { ...editForm(id, name, version, { nation: '01', workerType: 1 }), ...more })
    },
  }
}
const nameOf = async (personId: string) =>
  (await database.sql<{ name: string }>('select name from tenant.person where id = $1', [personId]))[0]!.name

/** Resets the counter of the minute. */
const waitAMinute = () =>
  inDirectory(database.cells, (db) =>
    sql`update limit_counter set ends_at = now() where ends_at < now() + interval '2 minutes'`.execute(db),
  )

const neutral = '该号码已登记，请走转学流程或联系区管理员'
const neutralPhone = '该手机号已登记，请核对或联系区管理员'

describe('the owner of an ID number', () => {
  it('of another school is revealed by no form, nor is the kind of person', async () => {
    const { cards, children, phones } = await strangers()
    const { savePupil, editUser } = await ownPeople()
    const answersByForm: Record<string, Set<string>> = {
      add: new Set(),
      save: new Set(),
      users: new Set(),
      edit: new Set(),
    }
    for (const idCard of cards) {
      answersByForm['add']!.add(answerText(await addPupil({ idCard, sex: '' })))
      answersByForm['save']!.add(answerText(await savePupil({ idCard })))
      answersByForm['users']!.add(answerText(await addUser({ idCard })))
      answersByForm['edit']!.add(answerText(await editUser({ idCard })))
      await waitAMinute()
    }
    for (const { studentNo } of children) {
      answersByForm['add']!.add(answerText(await addPupil({ studentNo })))
      answersByForm['save']!.add(answerText(await savePupil({ studentNo })))
    }
    const refused = JSON.stringify([0, neutral, null])
    expect(answersByForm).toEqual({
      add: new Set([refused]),
      save: new Set([refused]),
      edit: new Set([refused]),
      users: new Set([JSON.stringify([0, '该身份证号已在其他单位登记，是否申请任职？', null])]),
    })
    // A wrong name gets the same answer: a guess at the question says nothing about the owner.
    const joined = new Set<string>()
    for (const idCard of cards) {
      const { ret, msg, data } = await addUser({ idCard, joinExisting: true })
      joined.add(JSON.stringify([ret, msg, data?.['id']]))
    }
    expect(joined).toEqual(new Set([JSON.stringify([1, '', emptyId])]))
    await waitAMinute()
    const byPhone = new Set<string>()
    for (const mobile of phones)
      for (const answer of [await addUser({ mobile }), await editUser({ mobile })]) byPhone.add(answerText(answer))
    expect(byPhone).toEqual(new Set([JSON.stringify([0, neutralPhone, null])]))
    for (const answerLine of [...Object.values(answersByForm), joined, byPhone].flatMap((set) => [...set]))
      for (const secret of ['赖子轩', '袁秀英', ...names]) expect(answerLine).not.toContain(secret)
  })

  it('is not revealed either for an account that only another district has', async () => {
    const { editUser, colleague } = await ownPeople()
    await openAccount(database, colleague, `own.${colleague.userId.slice(-8)}`)
    const phone = aPhone()
    const away = await world.people.hire(world.away.districtId, world.away.school.id, ['teacher'], null, { phone })
    await openAccount(database, away, `away.${away.userId.slice(-8)}`)
    expect(await editUser({ mobile: phone })).toMatchObject({ ret: 0, msg: neutralPhone })
  })

  it('of one’s own school is shown with the name, and does not count as a lookup', async () => {
    const { pupil, savePupil, editUser } = await ownPeople()
    const second = await pupilAt(world.home.school.id, '另一位')
    const card = anIdCard('男')
    const facts = { idCard: card, phone: aPhone(), sex: '男' } as const
    const other = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'], null, facts)
    const name = await nameOf(other.personId)
    for (let times = 0; times < 40; times++)
      expect(await addPupil({ idCard: pupil.idCard, sex: '' })).toMatchObject({
        msg: '该学生已在本校，离校学生请办理复学',
      })
    expect(await addPupil({ studentNo: pupil.studentNo })).toMatchObject({ msg: '学籍号已存在（甲一学校）' })
    expect(await savePupil({ idCard: second.idCard })).toMatchObject({ msg: '该身份证号已被另一位使用' })
    expect(await editUser({ idCard: card })).toMatchObject({
      msg: `该身份证号已被${name}使用，如系同一人，请由区管理员合并`,
    })
    expect(await addUser({ idCard: card, name })).toMatchObject({ msg: '该人员已在甲一学校，是否添加为兼职？' })
  })

  it('can be looked up thirty times a minute and two hundred times a day, and the count survives a rollback', async () => {
    const { children } = await strangers()
    const { savePupil } = await ownPeople()
    const { idCard } = children[0]!
    const seen: string[] = []
    const lookups = [
      () => addPupil({ idCard, sex: '' }),
      // Nobody has this number, and another field is wrong: that answer also counts as a lookup.
      () => savePupil({ idCard: anIdCard(), studentNo: children[1]!.studentNo }),
      () => addUser({ idCard }),
    ]
    for (let minute = 0; minute < 9; minute++) {
      for (let times = 0; times < 35; times++) seen.push(answerText(await lookups[times % lookups.length]!()))
      await waitAMinute()
    }
    const answered = seen.filter((answerLine) => !answerLine.includes('查询过于频繁'))
    expect(answered.length).toBeGreaterThan(100)
    expect(answered.length).toBeLessThanOrEqual(200)
    // From now on nothing is looked up: a foreign number, an unused one, and one of the own school get the same answer.
    const own = await pupilAt(world.home.school.id, '自己人')
    const last = []
    for (const number of [idCard, anIdCard(), own.idCard]) last.push(await addPupil({ idCard: number, sex: '' }))
    for (const answer of last) expect(answer).toMatchObject({ ret: -4, msg: '查询过于频繁，请稍后再试' })
    // Forms without numbers still work.
    expect(await addPupil({ name: '无证件' })).toMatchObject({ ret: 1 })

    const alarms = lines.filter((line) => line.includes('"level":50') && line.includes('alarm'))
    expect(alarms).toHaveLength(1)
    for (const number of [idCard, children[1]!.studentNo]) expect(lines.join('')).not.toContain(number)
    const noted = await database.sql(
      'select account_id from tenant.operation_log where person_id = $1 and title = $2',
      [clerk.actor.personId, '按号码查询达到每日上限'],
    )
    expect(noted).toHaveLength(1)
  })

  it('can still be looked up by a clerk who enters new people all morning', async () => {
    for (let at = 0; at < 60; at++) {
      const idCard = anIdCard()
      const answer = await addPupil({ name: '新生', idCard, studentNo: `G${idCard}`, birthday: '' })
      expect(answer).toMatchObject({ ret: 1 })
    }
    const hired = []
    for (let at = 0; at < 20; at++) hired.push(await addUser({ name: '新教师', idCard: anIdCard(), mobile: aPhone() }))
    for (const answer of hired) expect(answer).toMatchObject({ ret: 1 })
  })

  it('is also looked up by a form that is saved with one number after another', async () => {
    const { savePupil } = await ownPeople()
    const answers = []
    for (let times = 0; times < 32; times++) answers.push(await savePupil({ idCard: anIdCard() }))
    expect(answers.filter(({ ret }) => ret === 1)).toHaveLength(30)
    expect(answers.at(-1)).toMatchObject({ ret: -4 })
  })
})
