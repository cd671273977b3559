import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { teachingAreas, type TeachingArea } from '#packages/contract'
import { dayOf, newId, type Actor } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import type { PersonRights } from '#applications/teaching-affairs/contract.ts'
import { ensureTerms } from '#kernel/schooling/server/api.ts'
import { aGrade, classOf } from '#kernel/schooling/server/example.ts'
import { aPupil } from '#kernel/student/server/example.ts'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let school: { grade: Awaited<ReturnType<typeof aGrade>>; own: string; other: string }

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  school = await database.as(world.owner, async (ctx) => {
    await ensureTerms(ctx)
    const grade = await aGrade(ctx, world.home.school, { classes: 2 })
    const own = await aPupil(ctx, classOf(grade, 0), { name: '本班生' })
    const other = await aPupil(ctx, classOf(grade, 1), { name: '邻班生' })
    return { grade, own: own.id, other: other.id }
  })
})
afterAll(() => app.close())

type Answer<Data> = { ret: number; msg: string; data: Data }
type Send = <Data = Record<string, unknown>>(path: string, payload?: object) => Promise<Answer<Data>>

async function enter(actor: Actor): Promise<Send> {
  const token = await world.people.session(actor)
  return async (path, payload) => {
    const headers = { authorization: `Bearer ${token}` }
    const url = `/api/${path}`
    return (await app.inject(payload ? { method: 'POST', url, payload, headers } : { url, headers })).json()
  }
}
const hire = (orgId = world.home.school.id) => world.people.hire(world.home.districtId, orgId, [])

/** Gives exactly these permissions on the page of the application. */
async function give(administrator: Send, person: Actor, permissions: { code: string; onlyClasses: boolean }[]) {
  const { userId } = person
  const { data } = await administrator<PersonRights>(`teachingAffairs/rights?userId=${userId}`)
  return administrator('teachingAffairs/saveRights', { userId, version: data.version, permissions })
}

type Rights = Record<TeachingArea, { visit: number; functions: string[]; onlyCurClassData: number }>
const readRights = async (person: Send) => (await person<Rights>('app/jiaoWuPermission')).data

interface Case {
  area: TeachingArea
  /** The permission that gives the functions; without any it is the view. */
  code: string
  functions: readonly string[]
  /** An interface of the area that needs it. */
  call: () => readonly [path: string, payload?: object]
  /** What the call answers with the permission, if not 1: it got past the door and found nothing. */
  answer?: number
}
const ofSchool = () => ({ orgId: world.home.school.id })
const schemeDay = { startsOn: '2031-09-01', endsOn: '2031-12-31', gradeIds: [], followsId: '', version: 0 }
const firstPeriod = { id: null, fName: '第1节', fStartTime: '08:00', fEndTime: '08:40', fSort: 1, kind: 'lesson' }
const noSubjects = { firstSubject: null, secondSubject: null, thirdSubject: null }
const cases: readonly Case[] = [
  {
    area: 'class',
    code: 'class.edit',
    functions: ['sort'],
    call: () => ['jiaowu/setClassSort', { ids: school.grade.classIds }],
  },
  {
    area: 'grade',
    code: 'class.edit',
    functions: ['edit'],
    call: () => ['jiaowu/batchAddClass', { grades: [{ stage: 3, startYear: 2025, classes: 1 }] }],
  },
  {
    area: 'gradeName',
    code: 'class.read',
    functions: [],
    call: () => ['jiaowu/gradeList'],
  },
  {
    area: 'subject',
    code: 'subject.edit',
    functions: ['add'],
    call: () => [
      'jiaowu/subject/create',
      { ...ofSchool(), name: '围棋', shortName: '棋', kind: 'school', stages: [3], isExam: false, isDisabled: false },
    ],
  },
  {
    area: 'term',
    code: 'term.edit',
    functions: ['edit'],
    call: () => ['jiaowu/clearCalendarDay', { ...ofSchool(), from: '2031-10-11', to: '2031-10-11' }],
  },
  {
    area: 'classTime',
    code: 'term.edit',
    functions: ['add'],
    call: () => [
      'jiaowu/saveClassTime',
      { ...ofSchool(), ...schemeDay, id: '', name: '未来作息', periods: [firstPeriod] },
    ],
  },
  { area: 'courseTable', code: 'timetable.read', functions: ['print'], call: () => ['timetable/list'] },
  {
    area: 'courseTable',
    code: 'timetable.publish',
    functions: ['publish'],
    call: () => ['timetable/publish', { id: newId(), effectiveOn: '2031-09-01', version: 1 }],
    answer: -5,
  },
  { area: 'inSubject', code: 'teaching.edit', functions: ['edit'], call: () => ['jiaowu/inSubjectStaff'] },
  {
    area: 'profession',
    code: 'profession.edit',
    functions: ['add'],
    call: () => [
      'teachingAffairs/profession/create',
      {
        ...ofSchool(),
        ...noSubjects,
        name: '学前教育',
        code: '',
        kind: 'profession',
        years: 3,
        stages: [5],
        isDisabled: false,
      },
    ],
  },
  {
    area: 'student',
    code: 'student.read',
    functions: ['print'],
    call: () => ['student/page', {}],
  },
  {
    area: 'courseImport',
    code: 'timetable.import',
    functions: ['import'],
    call: () => [`excel/importTarget?target=timetable&orgId=${world.home.school.id}`],
  },
  { area: 'permission', code: 'role.assign', functions: ['edit'], call: () => ['teachingAffairs/people'] },
]

it.each(cases)('$area: what $code lets somebody do is given and taken on the page', async (one) => {
  const administrator = await enter(world.owner)
  const person = await hire()
  const her = await enter(person)
  const works = async () => (await her(...one.call())).ret
  const before = await readRights(her)
  expect(Object.keys(before).toSorted()).toEqual(Object.keys(teachingAreas).toSorted())
  expect(before[one.area]).toEqual({ visit: 0, functions: [], onlyCurClassData: 0 })
  expect(await works()).toBe(-6)
  expect(await give(administrator, person, [{ code: one.code, onlyClasses: false }])).toMatchObject({ ret: 1 })
  // A process keeps the permissions of a session for at most two seconds.
  await expect.poll(async () => (await readRights(her))[one.area].visit, { timeout: 60_000 }).toBe(1)
  const { functions, onlyCurClassData } = (await readRights(her))[one.area]
  expect(functions).toEqual(expect.arrayContaining([...one.functions]))
  expect(onlyCurClassData).toBe(0)
  expect(await works()).toBe(one.answer ?? 1)
  expect(await give(administrator, person, [])).toMatchObject({ ret: 1 })
  await expect.poll(async () => (await readRights(her))[one.area].visit, { timeout: 60_000 }).toBe(0)
  expect(await works()).toBe(-6)
})

it('somebody with only her own classes gets no row of another class: page, detail, export and search', async () => {
  const administrator = await enter(world.owner)
  const person = await hire()
  const [own, other] = school.grade.classIds as [string, string]
  // Not the head teacher, who has a role of her own: only what the page gives counts here.
  await database.sql(
    `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
     values ($1, $2, $3, $4, 'life', daterange($5, null), now(), now())`,
    [world.home.districtId, newId(), own, person.userId, dayOf(new Date())],
  )
  const limited = ['class.read', 'student.read', 'data.export', 'timetable.read'].map((code) => ({
    code,
    onlyClasses: true,
  }))
  expect(await give(administrator, person, limited)).toMatchObject({
    ret: 1,
  })
  const her = await enter(person)
  expect((await readRights(her)).student).toMatchObject({
    visit: 1,
    onlyCurClassData: 1,
    functions: ['export', 'print'],
  })
  const pupils = async (filter: object) =>
    (await her<{ items: { id: string }[] }>('student/page', filter)).data.items.map(({ id }) => id)
  expect(await pupils({})).toEqual([school.own])
  expect(await pupils({ keyword: '班生' })).toEqual([school.own])
  expect((await her<{ items: unknown[] } | null>('student/page', { classId: other })).data?.items ?? []).toEqual([])
  expect((await her(`student/detail?id=${school.own}`)).ret).toBe(1)
  expect((await her(`student/detail?id=${school.other}`)).ret).toBe(-5)
  const exported = async (filter: object) =>
    (
      await her<{ count: number } | null>('excel/exportPreview', {
        source: 'student',
        filter,
        columns: ['name'],
        isWhole: false,
      })
    ).data?.count ?? 0
  expect(await exported({})).toBe(1)
  expect(await exported({ classId: other })).toBe(0)
  const classes = async (query: string) =>
    (await her<{ items: { fClassId: string }[] }>(`jiaowu/classList?${query}`)).data.items.map(
      ({ fClassId }) => fClassId,
    )
  expect(await classes('')).toEqual([own])
  const found = await her<{ id: string }[]>('jiaowu/findClasses', { keyword: '班' })
  expect(found.data.map(({ id }) => id)).toEqual([own])
  expect((await her(`jiaowu/classDetail?id=${own}`)).ret).toBe(1)
  expect((await her(`jiaowu/classDetail?id=${other}`)).ret).toBe(-5)
  expect((await readRights(her)).courseTable).toEqual({ visit: 1, functions: ['print'], onlyCurClassData: 1 })
  expect((await her(`timetable/week?classId=${own}`)).ret).toBe(1)
  expect((await her(`timetable/week?classId=${other}`)).ret).toBe(-5)
  expect((await her('timetable/list')).data).toEqual([])
})

it('nobody loses her own right to give rights, or grants what she lacks, and one administrator stays', async () => {
  const administrator = await enter(world.owner)
  const person = await hire()
  const assigning = [{ code: 'role.assign', onlyClasses: false }]
  expect(await give(administrator, person, assigning)).toMatchObject({ ret: 1 })
  const her = await enter(person)
  await expect.poll(async () => (await her('teachingAffairs/people')).ret, { timeout: 60_000 }).toBe(1)
  expect(await give(her, person, [])).toMatchObject({ ret: 0, msg: '不能取消自己的权限管理权限' })
  const colleague = await hire()
  expect(await give(her, colleague, [{ code: 'term.edit', onlyClasses: false }])).toMatchObject({
    ret: 0,
    msg: '不能授予超出本人权限的功能',
  })
  expect(await give(administrator, colleague, [{ code: 'term.edit', onlyClasses: true }])).toMatchObject({
    ret: 0,
    msg: '“维护学期、校历和作息”不能只限本班数据',
  })
  const stranger = await hire(world.home.otherSchool.id)
  expect((await administrator(`teachingAffairs/rights?userId=${stranger.userId}`)).ret).toBe(-5)
  // The second of two who save at once gets an error and overwrites nothing.
  const form = { userId: colleague.userId, version: 0, permissions: [{ code: 'term.edit', onlyClasses: false }] }
  expect(await administrator('teachingAffairs/saveRights', form)).toMatchObject({ ret: 1 })
  expect(await administrator('teachingAffairs/saveRights', form)).toMatchObject({ ret: -9 })
})

it('what is given on the page is a role with one member, which nobody else may hold', async () => {
  const administrator = await enter(world.owner)
  const [person, colleague] = [await hire(), await hire()]
  await give(administrator, person, [{ code: 'class.read', onlyClasses: true }])
  const { data } = await administrator<{ roles: { roleId: string; name: string }[] }>(
    `role/ofUser?userId=${person.userId}`,
  )
  const [role] = data.roles
  expect(role?.name).toMatch(/的单独授权$/)
  expect(
    await administrator('role/setMembers', {
      id: role!.roleId,
      add: [colleague.userId],
      remove: [],
      from: null,
      to: null,
    }),
  ).toMatchObject({ ret: 0, msg: '该角色是一人的单独授权，不能分配给其他人' })
  const { data: rights } = await administrator<PersonRights>(`teachingAffairs/rights?userId=${person.userId}`)
  expect(rights.permissions.find(({ code }) => code === 'class.read')).toMatchObject({ own: 'classes', given: [] })
  const people = await administrator<{ userId: string }[]>('teachingAffairs/people?keyword=人员')
  expect(people.data.map(({ userId }) => userId)).toContain(person.userId)
})

it('the overview counts what the caller may see, and names what is missing', async () => {
  const { home, people } = world
  const administrator = await people.hire(home.districtId, home.otherSchool.id, ['school-admin'])
  await database.as(administrator, async (ctx) => {
    await ensureTerms(ctx)
    const grade = await aGrade(ctx, home.otherSchool, { classes: 2 })
    await aPupil(ctx, classOf(grade, 0), { name: '新生' })
    await aPupil(ctx, classOf(grade, null), { name: '未分班生' })
  })
  type Overview = { orgName: string; areas: { area: TeachingArea; figure: number | null; note: string }[] }
  const { data } = await (await enter(administrator))<Overview>('teachingAffairs/overview')
  const of = (area: TeachingArea) => data.areas.find((one) => one.area === area)
  expect(data.orgName).toBe('甲二学校')
  expect(of('class')).toMatchObject({ figure: 2, note: '2个班没有班主任' })
  expect(of('student')).toMatchObject({ figure: 2, note: '1名学生未分班' })
  expect(of('inSubject')?.note).toMatch(/没有教师|任课/)
  expect(of('courseTable')).toMatchObject({
    figure: 0,
    note: expect.stringMatching(/^\d{4}学年第.学期还没有发布课表$/),
  })
  const nobody = await enter(await hire(home.otherSchool.id))
  expect((await nobody<Overview>('teachingAffairs/overview')).data.areas).toEqual([])
})
