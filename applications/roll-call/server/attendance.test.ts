import { beforeAll, expect, it } from 'vitest'
import { emptyScope, orgTreeScope, Ret, type Actor, type Ctx } from '#packages/core'
import { exportAllColumns } from '#packages/testing'
import type { AttendanceFigures } from '#engines/attendance/contract.ts'
import { createRollWorld, monday } from '#engines/attendance/server/sessions/rolls.fixture.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { getStatistics, listMissed } from './attendance-statistics.ts'
import { listClasses, readClassDay } from './record-routes.ts'
import { rollRecords } from './records.ts'
import { monthSheetExport, readMonthSheet, readStudentTerm, studentTermExport } from './sheets.ts'
import { attendanceMetricCounts } from './statistics.ts'

const story = createRollWorld()
const { database, world, as, teacher, lessonAt, begin, save, pupil } = story
const thursday = '2026-11-19'
const week = { from: monday, to: '2026-11-20' }
const later = new Date('2026-11-20T20:00:00+08:00')
const all = ['roll.read', 'roll.handle', 'roll.stat']
const can = (actor: Actor, scope = orgTreeScope(world.week.school)): Actor => ({
  ...actor,
  permissions: new Map(all.map((code) => [code, scope])),
})
const of = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => as(actor, later, work)
const refused = { ret: Ret.notFound }

let office: Actor
let heads: Actor[]
let stranger: Actor
let classIds: readonly string[]
let missedId: string

beforeAll(async () => {
  const { school, other } = world.week
  classIds = world.week.grade.classIds
  const hire = (name: string, at = school) =>
    world.week.inOffice((ctx) => aTeacher(ctx, { at, name, since: '2020-08-01' }))
  office = can(await hire('教务'))
  stranger = can(await hire('外校教务', other), orgTreeScope(other))
  heads = []
  for (const [at, name] of ['一班班主任', '二班班主任'].entries()) {
    const head = await hire(name)
    await world.week.inOffice((ctx) =>
      setClassHeads(ctx, [{ classId: classIds[at]!, userId: head.userId }], '2026-09-01'),
    )
    heads.push(can(head, { ...emptyScope, classesOf: head.userId }))
  }
  const call = async (actor: Actor, group: number | string, day: string, period: number, marks: object[] = []) => {
    const lesson = await lessonAt(group, day, period)
    await save(actor, lesson, begin(lesson), { submit: true, marks: marks as never })
  }
  await call(teacher('语文'), 0, monday, 1, [
    { studentId: pupil(0), status: 'missing' },
    { studentId: pupil(1), status: 'late', minutes: 24 },
  ])
  await call(teacher('数学'), 1, monday, 1)
  await call(teacher('英语'), 1, monday, 2, [{ studentId: pupil(30), status: 'sick' }])
  await call(teacher('篮球'), '篮球', thursday, 5, [
    { studentId: pupil(0), status: 'truant' },
    { studentId: pupil(40), status: 'early' },
  ])
  missedId = (await lessonAt(0, monday, 2)).id
})

/** One pupil-lesson after the other. */
async function countRows(classId: string | null = null) {
  const rows = await database.sql<{ status: keyof AttendanceFigures; count: number }>(
    `select coalesce(k.status, 'present') as status, count(*)::int as count
     from tenant.attendance_session s cross join lateral unnest(s.expected) as e (id)
     join tenant.enrolment n on n.student_id = e.id and n.valid @> s.day_on
     left join tenant.attendance_mark k on k.session_id = s.id and k.student_id = e.id
     where s.state <> 'open' and ($1::uuid is null or n.class_id = $1) group by 1`,
    [classId],
  )
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  return { ...counts, expected: rows.reduce((sum, { count }) => sum + count, 0) }
}

it('statistics count what a look at every pupil in every lesson counts', async () => {
  const figures = await of(office, (ctx) => getStatistics(ctx, { orgId: null, by: 'class', ...week }))
  expect(figures.total).toMatchObject(await countRows())
  expect(figures.total).toMatchObject({ missing: 1, late: 1, sick: 1, truant: 1, early: 1, expected: 26 * 3 + 45 })
  for (const classId of classIds)
    expect(figures.rows.find(({ key }) => key === classId)).toMatchObject(await countRows(classId))
  for (const by of ['grade', 'subject', 'teacher', 'period'] as const) {
    const { rows } = await of(office, (ctx) => getStatistics(ctx, { orgId: null, by, ...week }))
    const sum = (key: 'expected' | 'missing' | 'rolled') => rows.reduce((count, row) => count + row[key], 0)
    expect([by, sum('expected'), sum('missing'), sum('rolled')]).toEqual([by, 123, 1, 4])
  }
})

it('a lesson without a roll is in no rate, and a day without lessons is a gap', async () => {
  const { total, days } = await of(office, (ctx) => getStatistics(ctx, { orgId: null, by: 'class', ...week }))
  expect(total.lessons).toBeGreaterThan(total.rolled)
  expect(total.unrecorded).toBeGreaterThan(0)
  expect(days.map(({ day }) => day)).toEqual([monday, thursday])
  const missed = await of(office, (ctx) => listMissed(ctx, { orgId: null, ...week }))
  expect(missed).toHaveLength(total.lessons - total.rolled)
  // The list of records has the same lessons.
  const page = { keyword: '', orgId: null, pageNumber: 1, pageSize: 100, status: 'missed' }
  const { items } = await of(office, (ctx) => rollRecords.list(ctx, page as never))
  expect(items.map(({ id }) => id).toSorted()).toEqual(missed.map(({ lessonId }) => lessonId).toSorted())
})

it('whoever was so late that half a lesson was missed is counted, by the minutes that the school chose', async () => {
  const classId = classIds[0]!
  const count = () =>
    of(office, async (ctx) => {
      const { rows } = await getStatistics(ctx, { orgId: null, by: 'class', ...week })
      const day = await readClassDay(ctx, { classId, date: monday })
      const { rows: pupils } = await readMonthSheet(ctx, { classId, month: '2026-11' })
      const { figures } = await readStudentTerm(ctx, { studentId: pupil(1), termId: null })
      const ofMonth = pupils.reduce((sum, one) => sum + one.figures.halfMissed, 0)
      return [rows.find(({ key }) => key === classId)?.halfMissed, day.figures.halfMissed, ofMonth, figures.halfMissed]
    })
  const choose = (halfLessonMinutes: number) =>
    world.week.inOffice((ctx) => writeSetting(ctx, world.week.school.id, 'attendance', { halfLessonMinutes }))
  expect(await count()).toEqual([1, 1, 1, 1])
  await choose(25)
  expect(await count()).toEqual([0, 0, 0, 0])
  await choose(24)
  expect(await count()).toEqual([1, 1, 1, 1])
})

it('metrics are those of the day, and nothing on a day off', async () => {
  const count = (code: string, day: string, orgId = world.week.school.id) =>
    of(office, (ctx) => attendanceMetricCounts.find((one) => one.code === code)!.count(ctx, { orgId, day }))
  expect(await count('attendance.rate', monday)).toEqual([{ value: 26 * 3 - 2, of: 26 * 3 }])
  expect(await count('attendance.late', monday)).toEqual([{ value: 1, of: 26 * 3 }])
  expect(await count('attendance.rolled', monday)).toEqual([{ value: 3, of: 4 }])
  expect(await count('attendance.unexplained', monday)).toEqual([{ value: 1 }])
  expect(await count('attendance.minutes', monday)).toBeNull()
  expect(await count('attendance.leave', monday)).toEqual([])
  expect(await count('attendance.long', monday)).toEqual([{ value: 0 }])
  for (const { code } of attendanceMetricCounts) {
    expect([code, await count(code, '2026-11-15')]).toEqual([code, null])
    expect([code, await count(code, monday, world.week.other.id)]).toEqual([code, null])
  }
})

it('a class teacher has the figures, lessons and records of the own class, also those of walking lessons', async () => {
  const [first, second] = heads
  const figures = await of(first!, (ctx) => getStatistics(ctx, { orgId: null, by: 'class', ...week }))
  expect(figures.rows.map(({ key }) => key)).toEqual([classIds[0]])
  expect(figures.total).toMatchObject(await countRows(classIds[0]!))
  const missed = await of(first!, (ctx) => listMissed(ctx, { orgId: null, ...week }))
  expect(missed.map(({ lessonId }) => lessonId)).toContain(missedId)
  const others = await of(second!, (ctx) => listMissed(ctx, { orgId: null, ...week }))
  expect(others.map(({ lessonId }) => lessonId)).not.toContain(missedId)
  const basketball = (await lessonAt('篮球', thursday, 5)).id
  for (const [at, head] of heads.entries()) {
    const page = { keyword: '', orgId: null, pageNumber: 1, pageSize: 100 }
    const { items } = await of(head, (ctx) => rollRecords.list(ctx, page as never))
    expect(items.map(({ id }) => id)).toContain(basketball)
    const day = await of(head, (ctx) => readClassDay(ctx, { classId: classIds[at]!, date: thursday }))
    const column = day.lessons.findIndex(({ lessonId }) => lessonId === basketball)
    expect(day.lessons[column]).toMatchObject({ status: 'submitted', groupName: '篮球' })
    const marks = day.pupils.map((one) => one.marks[column]?.status ?? null)
    expect(marks.filter((status) => status !== null)).toHaveLength(at === 0 ? 26 : 19)
    expect(marks).toContain(at === 0 ? 'truant' : 'early')
    // Seven pupils of the second class do not play.
    expect(marks.filter((status) => status === null)).toHaveLength(at === 0 ? 0 : 7)
  }
})

it('the class of a colleague and the pupils of another school are not there', async () => {
  const [first, second] = heads
  const [ownClass = ''] = classIds
  const attempts: ((ctx: Ctx) => Promise<unknown>)[] = [
    (ctx) => readClassDay(ctx, { classId: ownClass, date: monday }),
    (ctx) => readStudentTerm(ctx, { studentId: pupil(0), termId: null }),
    (ctx) => readMonthSheet(ctx, { classId: ownClass, month: '2026-11' }),
    (ctx) => rollRecords.get(ctx, { id: missedId }),
    (ctx) => monthSheetExport.count(ctx, { classId: ownClass, month: '2026-11' }),
    (ctx) => studentTermExport.count(ctx, { studentId: pupil(0), termId: null }),
  ]
  for (const attempt of attempts) {
    expect(await of(first!, attempt)).toBeDefined()
    await expect(of(second!, attempt)).rejects.toMatchObject(refused)
    await expect(of(stranger, attempt)).rejects.toMatchObject(refused)
  }
  const orgId = world.week.school.id
  await expect(of(stranger, (ctx) => getStatistics(ctx, { orgId, by: 'class', ...week }))).rejects.toMatchObject(
    refused,
  )
  await expect(of(stranger, (ctx) => listMissed(ctx, { orgId, ...week }))).rejects.toMatchObject(refused)
  await expect(of(stranger, (ctx) => listClasses(ctx, { orgId }))).rejects.toMatchObject(refused)
})

it('lists the classes whose day somebody reads, the own one marked', async () => {
  const own = await of(heads[1]!, (ctx) => listClasses(ctx, { orgId: null }))
  expect(own).toMatchObject([{ id: classIds[1], isOwn: true }])
  const every = await of(office, (ctx) => listClasses(ctx, { orgId: null }))
  expect(every.map(({ id, isOwn }) => [id, isOwn])).toEqual(classIds.map((id) => [id, false]))
})

it('the sheet of a month and the term of a pupil can be exported', async () => {
  const [classId = ''] = classIds
  const at = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => of(actor, work)
  const month = await exportAllColumns(at, office, monthSheetExport, { classId, month: '2026-11' })
  expect(month.lines).toHaveLength(26)
  expect(month.lines.filter((line) => line['16日'] === '缺')).toHaveLength(1)
  expect(month.lines.filter((line) => line['19日'] === '旷')).toHaveLength(1)
  const term = await exportAllColumns(at, office, studentTermExport, { studentId: pupil(0), termId: null })
  expect(term.lines.map((line) => [line['日期'], line['状态']])).toEqual([
    [monday, '未到'],
    [thursday, '旷课'],
  ])
  const none = await exportAllColumns(at, office, monthSheetExport, { classId: null, month: '2026-11' })
  expect(none.lines).toEqual([])
})
