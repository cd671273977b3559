import { beforeEach, expect, it } from 'vitest'
import { aSchool } from '#kernel/org/server/example.ts'
import { newId, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { createTemplateRoles } from '#kernel/access/server/role-templates.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import type { SchoolReadiness } from '../contract.ts'
import { createStaffAt, november, onDay, createSchools, createTeacherActor, type Schools } from './classes.fixture.ts'
import { setClassTeachers } from './service/classes/class-teachers.ts'
import { skipSetUpStep } from './service/classes/school-set-up.ts'
import { listReadiness, previewReminder, remindSchools } from './service/readiness.ts'
import { ensureDefaultPeriods } from './service/time/timetable-periods.ts'
import { ensureTerms } from './service/time/terms.ts'
import { aGrade } from './example.ts'

const database = useDatabase({ eachTest: true })
const as = onDay(database)
const run = <T>(work: (ctx: Ctx) => Promise<T>) => as(createActor(), work)
let at: Schools

beforeEach(async () => {
  at = await run(async (ctx) => {
    await createTemplateRoles(ctx)
    return createSchools(ctx)
  })
})

const usual = { keyword: '', only: 'all', sort: 'sort', desc: 0, pageNumber: 1, pageSize: 20 } as const
type Asked = Partial<Parameters<typeof listReadiness>[1]>
const list = (who: Actor, span: Asked = {}) => as(who, (ctx) => listReadiness(ctx, { ...usual, ...span }))
const namesOf = ({ items }: { items: readonly SchoolReadiness[] }) => items.map(({ orgName }) => orgName)

/** A school administrator with the role, not only with the permissions. */
const appoint = (org: { id: string }, name: string) =>
  run(async (ctx) => {
    const personId = await createPerson(ctx, { name })
    const early = { ...ctx, now: new Date('2020-08-01T00:00:00Z') }
    const userId = await addMembership(early, { personId, orgId: org.id, userType: 'teacher' })
    await assignTemplates(ctx, userId, ['school-admin'])
    return personId
  })

/** Inserts pupils like kernel/student does. */
async function enrol(orgId: string, gradeId: string, count: number) {
  for (let number = 0; number < count; number++) {
    const personId = await run((ctx) => createPerson(ctx, { name: `学生${number}` }))
    const studentId = newId()
    await database.sql(
      `insert into tenant.student (district_id, id, person_id, org_id, status, created_at, updated_at)
       values ($1, $2, $3, $4, 'studying', now(), now())`,
      [database.home, studentId, personId, orgId],
    )
    await database.sql(
      `insert into tenant.enrolment (district_id, id, student_id, org_id, grade_id, valid, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, $4, daterange('2026-09-01', null), now(), now())`,
      [database.home, studentId, orgId, gradeId],
    )
  }
}

/** A complete school: facts, term, periods, two classes with heads, and pupils. */
async function setUpWhole() {
  await database.sql(`update tenant.organisation set phone = '0571-88880000', address = '文澜路1号' where id = $1`, [
    at.school.id,
  ])
  await run(ensureTerms)
  await run((ctx) => ensureDefaultPeriods(ctx, at.school.id))
  const { gradeId, classIds: ids } = await run((ctx) => aGrade(ctx, at.school, { startYear: 2026, classes: 2 }))
  const staff = await run(async (ctx) => [await createStaffAt(ctx, at.school), await createStaffAt(ctx, at.school)])
  const items = ids.map((classId, index) => ({ classId, userId: staff[index]!.userId }))
  await as(at.head, (ctx) => setClassTeachers(ctx, { items, role: 'head', from: '2026-09-01' }))
  await enrol(at.school.id, gradeId, 3)
  return { gradeId, ids, staff }
}

it('counts what each school has and lacks in one query', async () => {
  await setUpWhole()
  await database.sql(
    `insert into tenant.org_import (district_id, org_id, target, applied_at)
     values ($1, $2, 'staff', '2026-11-01T02:00:00Z'), ($1, $2, 'student', '2026-11-03T02:00:00Z')`,
    [database.home, at.school.id],
  )
  const { items, schoolCount, openCount } = await list(at.chief)
  expect({ schoolCount, openCount }).toEqual({ schoolCount: 2, openCount: 1 })
  const [whole, empty] = items as [SchoolReadiness, SchoolReadiness]
  expect(whole).toMatchObject({
    orgName: '实验学校',
    doneCount: 7,
    isReady: true,
    pupilCount: 3,
    staffCount: 2,
    accountCount: 0,
    classCount: 2,
    untaughtCount: 2,
    lastImportAt: '2026-11-03T02:00:00.000Z',
    remindedOn: null,
  })
  expect(whole.steps.map(({ key, count }) => [key, count])).toEqual([
    ['facts', null],
    ['terms', 2],
    ['periods', 1],
    ['classes', 2],
    ['staff', 2],
    ['teachers', 0],
    ['students', 3],
  ])
  expect(empty).toMatchObject({ orgName: '文澜中学', doneCount: 1, isReady: false, lastImportAt: null })
})

it('agrees with the set-up page of the school', async () => {
  const { ids } = await setUpWhole()
  await as(at.head, (ctx) =>
    setClassTeachers(ctx, { items: [{ classId: ids[0]!, userId: null }], role: 'head', from: '2026-10-01' }),
  )
  const [row] = (await list(at.head)).items
  expect(row!.steps.find(({ key }) => key === 'teachers')).toMatchObject({
    state: 'open',
    about: '1个班级没有班主任',
    count: 1,
  })
})

it('a school that skipped every step is ready, and so is one that has finished the set-up', async () => {
  const skip = (step: SchoolReadiness['steps'][number]['key']) =>
    as(at.head, (ctx) => skipSetUpStep(ctx, { orgId: null, step, isSkipped: true }))
  for (const step of ['facts', 'terms', 'periods', 'classes', 'staff', 'teachers', 'students'] as const)
    await skip(step)
  expect((await list(at.chief)).items[0]).toMatchObject({ isReady: true, doneCount: 1 })
  expect(namesOf(await list(at.chief, { only: 'open' }))).toEqual(['文澜中学'])
})

it('lists the schools in scope: all for a district, its own for a school, none for a teacher', async () => {
  expect(namesOf(await list(at.chief))).toEqual(['实验学校', '文澜中学'])
  expect(namesOf(await list(at.neighbour))).toEqual(['文澜中学'])
  expect(namesOf(await list(createTeacherActor(at.school, newId())))).toEqual([])
  await database.sql('update tenant.organisation set is_disabled = true where id = $1', [at.other.id])
  expect(namesOf(await list(at.chief))).toEqual(['实验学校'])
})

it('sorts, searches and pages', async () => {
  await run((ctx) => createStaffAt(ctx, at.other))
  await run((ctx) => aSchool(ctx, at.bureau, '城东小学'))
  expect(namesOf(await list(at.chief, { sort: 'name' }))).toEqual(['城东小学', '实验学校', '文澜中学'])
  expect(namesOf(await list(at.chief, { sort: 'staff', desc: 1 }))[0]).toBe('文澜中学')
  expect(namesOf(await list(at.chief, { keyword: 'wl' }))).toEqual(['文澜中学'])
  const page = await list(at.chief, { pageNumber: 2, pageSize: 2 })
  expect(page).toMatchObject({ itemCount: 3, pageCount: 2, schoolCount: 3 })
  expect(page.items).toHaveLength(1)
})

it('counts pending decisions for the school that they concern', async () => {
  const { personId } = await run((ctx) => createStaffAt(ctx, at.school))
  await database.sql(
    `insert into tenant.staff_change (district_id, id, type, status, person_id, from_org_id, to_org_id, effective_on, reason,
       applicant_id, created_at)
     values ($1, gen_random_uuid(), 1, 0, $2, $3, $4, '2026-12-01', '', $2, now())`,
    [database.home, personId, at.school.id, at.other.id],
  )
  expect((await list(at.chief)).items.map(({ changeCount }) => changeCount)).toEqual([1, 1])
})

const messages = () =>
  database.sql<{ name: string; title: string; body: string; url: string; orgId: string }>(
    `select p.name, b.title, b.body, b.url, m.org_id as "orgId" from tenant.message m
     join tenant.message_batch b on b.id = m.batch_id join tenant.person p on p.id = m.person_id order by p.name`,
  )

it('a reminder previews its recipients and lists what the school lacks', async () => {
  await setUpWhole()
  await appoint(at.school, '李敏')
  await appoint(at.other, '王强')
  const preview = await as(at.chief, (ctx) => previewReminder(ctx, { orgIds: [] }))
  expect(preview).toEqual([
    {
      orgId: at.other.id,
      orgName: '文澜中学',
      administrators: ['王强'],
      isRemindedToday: false,
      missing: ['facts', 'periods', 'classes', 'staff', 'teachers', 'students'],
    },
  ])
  const sent = await as(at.chief, (ctx) => remindSchools(ctx, { orgIds: [at.school.id, at.other.id] }))
  expect(sent).toEqual({ schools: 1, people: 1, skipped: 1 })
  expect(await messages()).toEqual([
    {
      name: '王强',
      title: '请完成学校初始化',
      url: '/baseData/SetUp',
      orgId: at.other.id,
      body: '教育局提醒：贵校还有未完成的设置：核对学校信息、作息时间、年级班级、教师、班主任、学生。',
    },
  ])
})

it('a school gets one reminder a day, no matter who sends it and how often', async () => {
  await appoint(at.other, '王强')
  const remind = (now: Date) =>
    onDay(database, now)(at.chief, (ctx) => remindSchools(ctx, { orgIds: [at.other.id, at.other.id] }))
  expect(await remind(november)).toEqual({ schools: 1, people: 1, skipped: 0 })
  expect(await remind(november)).toEqual({ schools: 0, people: 0, skipped: 1 })
  expect((await list(at.chief)).items.map(({ remindedOn }) => remindedOn)).toEqual([null, '2026-11-15'])
  expect(await as(at.chief, (ctx) => previewReminder(ctx, { orgIds: [at.other.id] }))).toMatchObject([
    { isRemindedToday: true },
  ])
  expect(await messages()).toHaveLength(1)
  expect(await remind(new Date('2026-11-16T02:00:00Z'))).toMatchObject({ schools: 1 })
  expect(await messages()).toHaveLength(2)
})

it('two concurrent reminders send one message', async () => {
  await appoint(at.other, '王强')
  const remind = () => as(at.chief, (ctx) => remindSchools(ctx, { orgIds: [at.other.id] }))
  const results = await Promise.all([remind(), remind()])
  expect(results.reduce((sum, { schools }) => sum + schools, 0)).toBe(1)
  expect(await messages()).toHaveLength(1)
})

it('a school without an administrator is named in the preview and can be reminded later', async () => {
  expect(await as(at.chief, (ctx) => previewReminder(ctx, { orgIds: [at.other.id] }))).toMatchObject([
    { administrators: [] },
  ])
  expect(await as(at.chief, (ctx) => remindSchools(ctx, { orgIds: [at.other.id] }))).toMatchObject({ schools: 0 })
  await appoint(at.other, '王强')
  expect(await as(at.chief, (ctx) => remindSchools(ctx, { orgIds: [at.other.id] }))).toMatchObject({ schools: 1 })
})

it('refuses a reminder to a school outside the scope', async () => {
  await appoint(at.other, '王强')
  await expect(as(at.head, (ctx) => remindSchools(ctx, { orgIds: [at.other.id] }))).rejects.toThrow('组织不存在')
  await expect(as(at.head, (ctx) => previewReminder(ctx, { orgIds: [at.other.id] }))).rejects.toThrow('组织不存在')
  expect(await as(at.head, (ctx) => previewReminder(ctx, { orgIds: [] }))).toMatchObject([{ orgName: '实验学校' }])
  expect(await messages()).toEqual([])
})
