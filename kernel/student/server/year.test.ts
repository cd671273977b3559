import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aBureau, aSchool, type OrgNode } from '#kernel/org/server/example.ts'
import { aGrade, classOf } from '#kernel/schooling/server/example.ts'
import { newId, type Actor, type Ctx } from '#packages/core'
import { fingerprintTables, createActor, useDatabase } from '#packages/testing'
import type { YearPlanInput } from '../contract.ts'
import { createStudents } from './service/students/create-students.ts'
import { changeEnrolments } from './service/students/change-enrolments.ts'
import { applyYearPlan, saveYearPlan, undoYearPlan } from './service/year/apply-year-change.ts'
import { getYearPlan } from './service/year/year-plan-view.ts'
import { createImporter } from './sheet/sheet.fixture.ts'
import { aPupilRow } from './example.ts'

const database = useDatabase()
const { sql } = database

/** The summer of the year change, and days around it. */
const july = new Date('2026-07-20T02:00:00Z')
const nextDay = new Date('2026-07-21T02:00:00Z')
const at = <T>(moment: Date, work: (ctx: Ctx) => Promise<T>, actor: Actor = clerk) =>
  database.as(actor, (ctx) => work({ ...ctx, now: moment }))

let bureau: OrgNode
let clerk: Actor
let school: OrgNode
let grades: Record<number, Awaited<ReturnType<typeof aGrade>>>
let schools = 0

beforeAll(async () => {
  // The days of this story are before the partitions of a new database.
  await database.ensurePartitions('2025-09-01', 12)
  bureau = await at(july, (ctx) => aBureau(ctx), createActor())
})

/** A middle school in the school year 2025: 七 to 九年级, two classes each, three pupils per class. */
beforeEach(async () => {
  await at(
    new Date('2025-09-02T02:00:00Z'),
    async (ctx) => {
      school = await aSchool(ctx, bureau, `文澜中学${++schools}`)
      clerk = await createImporter(ctx, school)
      grades = {}
      for (const startYear of [2023, 2024, 2025])
        grades[startYear] = await aGrade(ctx, school, { startYear, classes: 2 })
    },
    createActor(),
  )
  for (const startYear of [2023, 2024, 2025])
    for (const classId of grades[startYear]!.classIds) await enrol(startYear, classId, 3)
})

let names = 0
const enrol = (startYear: number, classId: string | null, count: number) =>
  at(new Date('2025-09-02T02:00:00Z'), (ctx) =>
    createStudents(
      ctx,
      Array.from({ length: count }, () =>
        aPupilRow(classOf(grades[startYear]!, classId), { name: `学生${++names}`, on: '2025-09-01' }),
      ),
      { type: 'enrol' },
    ),
  )

const createInput = (more: Partial<YearPlanInput> = {}): YearPlanInput => ({
  leavesOn: '2026-07-01',
  newGrades: [{ stage: 3, classes: 4 }],
  pupils: [],
  ...more,
})
const save = (input: YearPlanInput, version = 0) =>
  at(july, (ctx) => saveYearPlan(ctx, { orgId: school.id, schoolYear: 2026, input, version }))
const nameOf = () => `文澜中学${schools}`
const apply = (plan: { id: string | null; version: number }, moment = july, said: object = {}) =>
  at(moment, (ctx) =>
    applyYearPlan(ctx, { id: plan.id!, version: plan.version, orgName: nameOf(), isEarly: false, ...said }),
  )
const undo = (plan: { id: string | null }, moment = nextDay) => at(moment, (ctx) => undoYearPlan(ctx, plan.id!))
/** Includes timestamps and versions. */
const print = () => fingerprintTables(sql, ['student', 'enrolment', 'grade', 'school_class'], { isToTheByte: true })
const inClass = (classId: string) =>
  sql<{ id: string; name: string }>(
    `select s.id, q.name from tenant.enrolment p join tenant.student s on s.id = p.student_id
     join tenant.person q on q.id = s.person_id where p.class_id = $1 and p.over_on is null order by s.id`,
    [classId],
  )

it('proposes who leaves, the new names of grades, and the new classes', async () => {
  const plan = await at(july, (ctx) => getYearPlan(ctx, {}))
  expect(plan).toMatchObject({ status: 'none', id: null, schoolYear: 2026, orgId: school.id })
  expect(plan.grades.map(({ nameNow, nameThen, leaves, pupils }) => [nameNow, nameThen, leaves, pupils])).toEqual([
    ['九年级', '毕业', true, 6],
    ['七年级', '八年级', false, 6],
    ['八年级', '九年级', false, 6],
  ])
  expect(plan.newGrades).toEqual([{ stage: 3, name: '七年级', classes: 2, isThere: false }])
  expect(plan.counts).toEqual({ leave: 6, goOn: 12, repeat: 0, newClasses: 2 })
})

it('changes only pupils who leave or repeat, and undo restores every row exactly', async () => {
  const [repeater] = await inClass(grades[2024]!.classIds[0]!)
  const [completing] = await inClass(grades[2023]!.classIds[1]!)
  const before = await print()
  const untouched = await sql(`select md5(string_agg(t::text, '' order by id)) as print from tenant.student t where id in (
    select student_id from tenant.enrolment where class_id = $1)`, [grades[2025]!.classIds[0]]) // prettier-ignore
  const draft = await save(
    createInput({
      pupils: [
        { studentId: repeater!.id, decision: 'repeat', classId: grades[2025]!.classIds[1]!, reason: '家长申请' },
        { studentId: completing!.id, decision: 'complete', classId: null, reason: '' },
      ],
    }),
  )
  expect(draft).toMatchObject({ status: 'draft', counts: { leave: 6, goOn: 11, repeat: 1, newClasses: 4 } })
  expect(await print()).toEqual(before)
  const done = await apply(draft)
  expect(done).toMatchObject({
    status: 'applied',
    counts: { leave: 6, goOn: 11, repeat: 1, newClasses: 4 },
    whyNot: '',
  })
  expect(done.undoUntil).toBe('2026-07-27T02:00:00.000Z')
  const left = await sql<{ status: string; count: number }>(
    `select s.status, count(*) from tenant.student s join tenant.enrolment p on p.student_id = s.id
     where p.grade_id = $1 and p.over_on = '2026-07-01' group by 1 order by 1`,
    [grades[2023]!.gradeId],
  )
  expect(left).toEqual([
    { status: 'completed', count: 1 },
    { status: 'graduated', count: 5 },
  ])
  const enrolments = await sql(`select grade_id, valid::text from tenant.enrolment where student_id = $1 order by begins_on`, [repeater!.id]) // prettier-ignore
  expect(enrolments).toEqual([
    { grade_id: grades[2024]!.gradeId, valid: '[2025-09-01,2026-09-01)' },
    { grade_id: grades[2025]!.gradeId, valid: '[2026-09-01,)' },
  ])
  // Pupils who simply move up have unchanged rows.
  expect(await sql(`select md5(string_agg(t::text, '' order by id)) as print from tenant.student t where id in (
    select student_id from tenant.enrolment where class_id = $1)`, [grades[2025]!.classIds[0]])).toEqual(untouched) // prettier-ignore
  await expect(apply(done)).rejects.toThrow('本学年升级已执行')
  await expect(save(createInput(), done.version)).rejects.toThrow('本学年升级已执行')

  expect(await undo(done)).toMatchObject({ status: 'undone', undoUntil: null })
  expect(await print()).toEqual(before)
  const notes = await sql('select count(*) filter (where undone_at is null) as open, count(*) as all from tenant.student_change where plan_id = $1', [done.id]) // prettier-ignore
  expect(notes).toEqual([{ open: 0, all: 7 }])
  // The plan can be applied again.
  const again = await save(createInput())
  expect(again.id).not.toBe(done.id)
  expect(await apply(again)).toMatchObject({ status: 'applied', counts: { leave: 6 } })
})

it('does not apply while pupils are unresolved', async () => {
  const [suspended, other] = await inClass(grades[2023]!.classIds[0]!)
  const [nowhere] = await enrol(2023, null, 1)
  const away = { orgId: school.id, gradeId: grades[2023]!.gradeId, classId: null, status: 'suspended' as const }
  await at(july, (ctx) =>
    changeEnrolments(ctx, [{ studentId: suspended!.id, type: 'suspend', on: '2026-03-01', to: away }]),
  )
  await sql(
    `insert into tenant.student_transfer (district_id, id, student_id, from_org_id, to_org_id, to_grade_id, happens_on, status,
       reason, requested_name, by_person_id, created_at) values (1, $1, $2, $3, $3, $4, '2026-07-10', 'requested', '\\x00', '\\x00', $1, now())`,
    [newId(), other!.id, school.id, grades[2023]!.gradeId],
  )
  const plan = await save(createInput())
  expect(new Map(plan.unresolved.map(({ studentId, why }) => [studentId, why]))).toEqual(
    new Map([
      [suspended!.id, '休学中'],
      [other!.id, '转学申请待处理'],
      [nowhere!, '未编班'],
    ]),
  )
  await expect(apply(plan)).rejects.toThrow('还有3名学生待处理')
  const decided = await save(
    createInput({
      pupils: [
        { studentId: suspended!.id, decision: 'repeat', classId: null, reason: '' },
        { studentId: other!.id, decision: 'graduate', classId: null, reason: '' },
        { studentId: nowhere!, decision: 'leave-early', classId: null, reason: '' },
      ],
    }),
    plan.version,
  )
  expect(decided.unresolved).toEqual([])
  const before = await print()
  const done = await apply(decided)
  const [enrolment] = await sql('select grade_id, class_id, status from tenant.enrolment where student_id = $1 and over_on is null', [suspended!.id]) // prettier-ignore
  expect(enrolment).toEqual({ grade_id: grades[2024]!.gradeId, class_id: null, status: 'suspended' })
  await undo(done)
  expect(await print()).toEqual(before)
})

it('a repeater of the first grade joins the newly opened grade', async () => {
  const [first] = await inClass(grades[2025]!.classIds[0]!)
  const repeat = { studentId: first!.id, decision: 'repeat' as const, classId: null, reason: '' }
  const before = await print()
  const done = await apply(await save(createInput({ pupils: [repeat] })))
  const [enrolment] = await sql('select g.start_year from tenant.enrolment p join tenant.grade g on g.id = p.grade_id where p.student_id = $1 and p.over_on is null', [first!.id]) // prettier-ignore
  expect(enrolment).toEqual({ start_year: 2026 })
  await undo(done)
  expect(await print()).toEqual(before)
})

it('refuses to undo after a changed row was changed again, and names the pupil', async () => {
  const [pupil] = await inClass(grades[2023]!.classIds[0]!)
  const done = await apply(await save(createInput()))
  const target = {
    orgId: school.id,
    gradeId: grades[2024]!.gradeId,
    classId: grades[2024]!.classIds[0]!,
    status: 'studying' as const,
  }
  await at(nextDay, (ctx) =>
    changeEnrolments(ctx, [{ studentId: pupil!.id, type: 'enrol', on: '2026-07-21', to: target }]),
  )
  await expect(undo(done)).rejects.toThrow(`${pupil!.name}在升级后又有变动，不能撤销`)
  const seen = await at(nextDay, (ctx) => getYearPlan(ctx, { schoolYear: 2026 }))
  expect(seen).toMatchObject({ status: 'applied', undoUntil: null, whyNot: `${pupil!.name}在升级后又有变动，不能撤销` })
})

it('refuses to undo once the new classes are in use, or after seven days', async () => {
  const done = await apply(await save(createInput()))
  await expect(undo(done, new Date('2026-07-27T02:00:00Z'))).rejects.toThrow('执行已超过7天，不能撤销')
  const [fresh] = await sql<{ id: string }>('select c.id from tenant.school_class c join tenant.grade g on g.id = c.grade_id where g.org_id = $1 and g.start_year = 2026 limit 1', [school.id]) // prettier-ignore
  await at(nextDay, (ctx) =>
    createStudents(
      ctx,
      [
        {
          name: '新生',
          sex: '',
          orgId: school.id,
          gradeId: grades[2025]!.gradeId,
          classId: fresh!.id,
          seatNo: null,
          on: '2026-07-21',
          guardians: [],
        },
      ],
      { type: 'enrol' },
    ),
  )
  await expect(undo(done)).rejects.toThrow('已有学生、班主任或任课安排，不能撤销')
})

it('refuses invalid decisions', async () => {
  const [young] = await inClass(grades[2025]!.classIds[0]!)
  const [old] = await inClass(grades[2023]!.classIds[0]!)
  const pupilDecision = (studentId: string, decision: 'graduate' | 'repeat', classId: string | null) =>
    save(createInput({ pupils: [{ studentId, decision, classId, reason: '' }] }))
  await expect(pupilDecision(newId(), 'graduate', null)).rejects.toThrow('学生不存在')
  await expect(pupilDecision(young!.id, 'graduate', null)).rejects.toThrow('不在毕业年级，不能毕业')
  await expect(pupilDecision(old!.id, 'repeat', newId())).rejects.toThrow('班级不存在')
  await expect(pupilDecision(old!.id, 'repeat', grades[2025]!.classIds[0]!)).rejects.toThrow('只能留到低一级的班级')
  await expect(pupilDecision(old!.id, 'repeat', null)).rejects.toThrow('留级后的班级')
  await expect(save(createInput({ leavesOn: '2026-04-01' }))).rejects.toThrow('离校日期应在2026年5月至12月之间')
  await save(createInput())
  await expect(save(createInput(), 7)).rejects.toThrow('数据已被他人修改')
})

it('needs the name of the school, and before June an explicit confirmation', async () => {
  const march = new Date('2026-03-20T02:00:00Z')
  const seen = await at(march, (ctx) => getYearPlan(ctx, { schoolYear: 2026 }))
  expect(seen).toMatchObject({ isEarly: true, daysLeft: 103 })
  const plan = await save(createInput())
  await expect(apply(plan, july, { orgName: '文澜中学' })).rejects.toThrow('学校名称不一致')
  await expect(apply(plan, march)).rejects.toThrow('离学年结束还有103天')
  const before = await print()
  const done = await apply(plan, march, { isEarly: true })
  // The pupils stay until the day on which the decision takes effect.
  const ends = await sql<{ over_on: string }>(
    `select distinct over_on::text from tenant.enrolment where grade_id = $1`,
    [grades[2023]!.gradeId],
  )
  expect(ends).toEqual([{ over_on: '2026-07-01' }])
  expect(
    await sql(`select from tenant.event where name = 'student.left' and ids ->> 'orgId' = $1`, [school.id]),
  ).toEqual([])
  await undo(done, new Date('2026-03-21T02:00:00Z'))
  expect(await print()).toEqual(before)
})

it('another school finds neither the school nor its plan', async () => {
  const plan = await save(createInput())
  const stranger = await at(july, async (ctx) => createImporter(ctx, await aSchool(ctx, bureau, '别校')))
  await expect(at(july, (ctx) => getYearPlan(ctx, { orgId: school.id }), stranger)).rejects.toThrow('学校不存在')
  await expect(
    at(
      july,
      (ctx) => applyYearPlan(ctx, { id: plan.id!, version: plan.version, orgName: nameOf(), isEarly: false }),
      stranger,
    ),
  ).rejects.toThrow('不存在')
})

it('applies once when two users confirm at the same time', async () => {
  const plan = await save(createInput())
  const both = await Promise.allSettled([apply(plan), apply(plan)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('applies to a school of five thousand in seconds', { timeout: 300_000 }, async () => {
  for (const startYear of [2023, 2024, 2025])
    for (const classId of grades[startYear]!.classIds) await enrol(startYear, classId, 830)
  const before = await print()
  const plan = await save(createInput())
  const start = performance.now()
  const done = await apply(plan)
  const middle = performance.now()
  await undo(done)
  process.stdout.write(
    `5,000 pupils: ${done.counts.leave} leave in ${Math.round(middle - start)} ms, back in ${Math.round(performance.now() - middle)} ms\n`,
  )
  expect(middle - start).toBeLessThan(20_000)
  expect(await print()).toEqual(before)
})

it('refuses a target class that was closed since the plan was saved', async () => {
  const [repeater] = await inClass(grades[2024]!.classIds[0]!)
  const classId = grades[2025]!.classIds[1]!
  const pupils = [{ studentId: repeater!.id, decision: 'repeat' as const, classId, reason: '病假过长' }]
  const plan = await save(createInput({ pupils }))
  await sql(`update tenant.school_class set closed_on = '2026-07-10' where id = $1`, [classId])
  await expect(apply(plan)).rejects.toThrow('班级不存在')
})
