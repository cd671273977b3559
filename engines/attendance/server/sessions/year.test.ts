import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, newId, type Ctx } from '#packages/core'
import { extendTimeouts } from '#packages/db'
import { useDatabase } from '#packages/testing'
import { createLargeSchool, aFullDraft } from '#engines/timetable/server/large-school.fixture.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { publishTimetable } from '#engines/timetable/server/publish.ts'
import { toMoment } from '#engines/timetable/server/api.ts'
import { requireDraft } from '#engines/timetable/server/timetables.ts'
import type { AttendanceFigures, AttendanceStatus } from '../../contract.ts'
import { attendanceSetting } from '../settings.ts'
import { getClassDay } from './class-day.ts'
import { countStatus, noFigures, sumFigures, sumTotal, type FigureRow } from './figures.ts'
import { getMonthSheet } from './month-sheet.ts'
import { listPupilDays, sumDays } from './pupil-days.ts'
import { getCurrentRoll } from './roll-lessons.ts'
import { rollOf } from './rolls.fixture.ts'
import { saveRoll } from './save-roll.ts'
import { seedRolls } from './seed-rolls.ts'

/**
 * A term of a school: `pnpm proof attendance-year --long` takes 36 classes, 25,000 lessons and 1.1 million pupil-lessons,
 * and checks the seconds.
 */
const classes = Number(process.env['QIMING_ROLL_CLASSES'] ?? 3)
const isTimed = process.env['QIMING_ROLL_TIMED'] === '1'
const pupilsOfClass = 45
/** Those of a school that chose nothing. */
const rules = { halfLessonMinutes: 20 }

const database = useDatabase({ poolSize: 8 })
/** The Sunday before the first full week of the term. */
const before = new Date('2026-09-06T02:00:00Z')
const now = new Date('2027-01-24T12:00:00Z')
let school: Awaited<ReturnType<typeof createLargeSchool>>
let term: { from: string; to: string }
/** The rolls of the last weeks are called by the test. */
const rolledUntil = '2026-12-18'

const inOffice = <T>(work: (ctx: Ctx) => Promise<T>) =>
  school.as(school.office, now, async (ctx) => {
    await extendTimeouts(ctx.db, 5)
    return work(ctx)
  })

/** A limit is three times the goal, for a busy machine. */
async function timed<T>(what: string, goal: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  console.log(`attendance: ${classes} classes: ${what} ${seconds.toFixed(3)} s`)
  expect({ what, isQuick: !isTimed || seconds <= goal * 3 }).toEqual({ what, isQuick: true })
  return result
}

/** Pupils as rows: their numbers and guardians say nothing about attendance. One of each class moves to the next one. */
async function enrolPupils() {
  const { districtId } = school.office
  const moved = addDays(term.from, 40)
  for (const { gradeId, classIds } of school.grades)
    for (const [at, classId] of classIds.entries()) {
      const pupils = Array.from({ length: pupilsOfClass }, () => ({
        person: newId(),
        student: newId(),
        first: newId(),
      }))
      const list = (of: (pupil: (typeof pupils)[number]) => string) => pupils.map((one) => of(one))
      await database.sql(
        `insert into tenant.person (district_id, id, name, created_at, updated_at)
         select $1, id, '学生' || n, now(), now() from unnest($2::uuid[]) with ordinality as p (id, n)`,
        [districtId, list(({ person }) => person)],
      )
      await database.sql(
        `insert into tenant.student (district_id, id, person_id, org_id, status, created_at, updated_at)
         select $1, s, p, $2, 'studying', now(), now() from unnest($3::uuid[], $4::uuid[]) as x (s, p)`,
        [districtId, school.school.id, list(({ student }) => student), list(({ person }) => person)],
      )
      await database.sql(
        `insert into tenant.enrolment (district_id, id, student_id, org_id, grade_id, class_id, seat_no, valid, created_at, updated_at)
         select $1::int, e, s, $2::uuid, $3::uuid, $4::uuid, n, daterange('2026-08-01', case when n = 1 then $5::date end), now(), now()
         from unnest($6::uuid[], $7::uuid[]) with ordinality as x (e, s, n)
         union all
         select $1, gen_random_uuid(), $8::uuid, $2, $3, $9::uuid, 99, daterange($5::date, null), now(), now()`,
        [
          districtId,
          school.school.id,
          gradeId,
          classId,
          moved,
          list(({ first }) => first),
          list(({ student }) => student),
          pupils[0]!.student,
          classIds[(at + 1) % classIds.length],
        ],
      )
    }
}

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  database.contribute('settings', attendanceSetting)
  await database.ensurePartitions('2026-08-01', 8)
  const began = performance.now()
  school = await createLargeSchool(database, before, classes)
  term = { from: '2026-09-07', to: '2027-01-23' }
  await enrolPupils()
  await database.sql('analyze')
  await school.as(school.office, before, async (ctx) => {
    await extendTimeouts(ctx.db, 5)
    const timetableId = await aFullDraft(ctx, school.term.id)
    const { version } = await requireDraft(ctx, 'timetable.publish', timetableId)
    await publishTimetable(ctx, { timetableId, effectiveOn: term.from, version })
  })
  await database.sql('analyze')
  const sessions = await inOffice((ctx) =>
    seedRolls(ctx, { orgId: school.school.id, ...term, to: rolledUntil, missed: 3 }),
  )
  await database.sql('analyze')
  const [count] = await database.sql<{ pupils: number; marks: number }>(
    `select (select sum(cardinality(expected)) from tenant.attendance_session)::int as pupils,
       (select count(*) from tenant.attendance_mark)::int as marks`,
  )
  console.log(
    `attendance: ${sessions} rolls of ${count?.pupils} pupil-lessons with ${count?.marks} exceptions, written in ` +
      `${((performance.now() - began) / 1000).toFixed(1)} s with their school`,
  )
}, 600_000)

interface Session {
  id: string
  expected: string[]
  classId: string
  grade: string
  subject: string
  teacher: string
  period: string
  day: string
}

/** Every pupil-lesson one by one, as if each were a row. */
async function countRecords() {
  const sessions = await database.sql<Session>(
    `select id, expected, class_id as "classId", grade_id as grade, subject_id as subject, teacher_id as teacher,
       period_id as period, day_on::text as day from tenant.attendance_session`,
  )
  const marks = new Map(
    (
      await database.sql<{ sessionId: string; studentId: string; status: AttendanceStatus; minutes: number | null }>(
        'select session_id as "sessionId", student_id as "studentId", status, minutes from tenant.attendance_mark',
      )
    ).map((mark) => [mark.sessionId + mark.studentId, mark]),
  )
  const by = {
    class: new Map(),
    grade: new Map(),
    subject: new Map(),
    teacher: new Map(),
    period: new Map(),
  } as Record<'class' | 'grade' | 'subject' | 'teacher' | 'period', Map<string, AttendanceFigures>>
  const pupils = new Map<string, AttendanceFigures>()
  const at = (of: Map<string, AttendanceFigures>, key: string) => {
    const known = of.get(key) ?? { ...noFigures }
    of.set(key, known)
    return known
  }
  for (const { id, expected, classId, grade, subject, teacher, period } of sessions)
    for (const studentId of expected) {
      const mark = marks.get(id + studentId) ?? { status: 'present' as const, minutes: null }
      const all = [at(by.class, classId), at(by.grade, grade), at(by.subject, subject), at(by.teacher, teacher)]
      for (const figures of [...all, at(by.period, period), at(pupils, studentId)]) countStatus(figures, mark, rules)
    }
  return { by, pupils, sessions }
}

const withoutNames = (rows: readonly FigureRow[]) =>
  new Map(
    rows.map(({ key, name: _, lessons: _lessons, rolled: _rolled, unrecorded: _unrecorded, ...figures }) => [
      key,
      figures,
    ]),
  )

describe('a term of rolls', () => {
  it('counts presence from the exceptions as from a row for every pupil', async () => {
    const { by, pupils, sessions } = await countRecords()
    const span = { orgId: school.school.id, ...term }
    for (const name of ['class', 'grade', 'subject', 'teacher', 'period'] as const) {
      const rows = await timed(`figures by ${name}`, 1.5, () =>
        inOffice((ctx) => sumFigures(ctx, { ...span, by: name })),
      )
      const wanted = new Map([...by[name]].map(([key, { unrecorded: _, ...figures }]) => [key, figures]))
      expect(withoutNames(rows)).toEqual(wanted)
    }
    // One who changed the class is in the lessons of both.
    const mover = await database.sql<{ id: string }>(
      'select student_id as id from tenant.enrolment group by 1 having count(*) = 2 limit 1',
    )
    for (const studentId of [mover[0]?.id ?? '', [...pupils.keys()].at(-1) ?? '']) {
      const days = await timed('the term of a pupil', 1, () =>
        inOffice((ctx) => listPupilDays(ctx, { studentId, ...term })),
      )
      const { unrecorded, ...figures } = sumDays(days, rules)
      const { unrecorded: _, ...wanted } = pupils.get(studentId) ?? noFigures
      expect(figures).toEqual(wanted)
      expect(unrecorded).toBeGreaterThan(0)
    }
    expect(sessions.length).toBeGreaterThan(classes * 400)
  }, 120_000)

  it('of a class is there at once, by subject and by day', async () => {
    const classId = school.grades[0]!.classIds[0]!
    const span = { classIds: [classId] as [string], ...term }
    const rows = await timed('the term of a class', 1, () =>
      inOffice((ctx) => sumFigures(ctx, { ...span, by: 'subject' })),
    )
    const total = await inOffice((ctx) => sumTotal(ctx, span))
    const [own] = await inOffice((ctx) => sumFigures(ctx, { ...span, by: 'class' }))
    expect(rows.reduce((sum, { expected }) => sum + expected, 0)).toBe(own?.expected)
    expect(own).toMatchObject(total)
    // What nobody recorded is in no rate, and is known to be missing.
    expect(total.lessons).toBe(total.rolled + (await countMissed(classId)))
    expect(total.unrecorded).toBe((await countMissed(classId)) * pupilsOfClass)

    const month = await timed('the month sheet of a class', 1.5, () =>
      inOffice((ctx) => getMonthSheet(ctx, { classId, month: '2026-11' })),
    )
    const { from, to } = { from: '2026-11-01', to: '2026-11-30' }
    const november = await inOffice((ctx) => sumTotal(ctx, { classIds: [classId], from, to }))
    for (const name of Object.keys(noFigures) as (keyof AttendanceFigures)[])
      expect({ [name]: month.rows.reduce((sum, { figures }) => sum + figures[name], 0) }).toEqual({
        [name]: november[name],
      })
    const day = await timed('the day of a class', 0.5, () =>
      inOffice((ctx) => getClassDay(ctx, { classId, day: '2026-11-18' })),
    )
    const ofDay = await inOffice((ctx) => sumTotal(ctx, { classIds: [classId], from: day.day, to: day.day }))
    expect(ofDay).toMatchObject(day.figures)
    expect(day.lessons).toHaveLength(7)
    expect(month.rows).toHaveLength(pupilsOfClass)
  }, 60_000)
})

interface LessonToCall {
  id: string
  day: string
  begins: string
  userId: string
  personId: string
}
/** Lessons without a roll after the last one, with their teachers. */
const listLessonsToCall = (count: number) =>
  database.sql<LessonToCall>(
    `select l.id, l.day_on::text as day, to_char(l.begins, 'HH24:MI') as begins, m.id as "userId", m.person_id as "personId"
     from tenant.lesson l join tenant.membership m on m.id = l.teacher_ids[1]
     where l.day_on > $1 and not exists (select from tenant.attendance_session s where s.ref = l.id)
     order by l.day_on, l.begins, l.id limit $2`,
    [rolledUntil, count],
  )

const statementsOfSave = 20

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

/** Begins so many calls in so many seconds, each at its moment, and returns their milliseconds. */
async function runAtPace(count: number, seconds: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const began = performance.now()
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const due = began + (at / count) * seconds * 1000
      await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())))
      const start = performance.now()
      await work(at)
      return performance.now() - start
    }),
  )
}

it('the lessons of a district are submitted within two minutes', async () => {
  const [submits, seconds] = isTimed ? [4_300, 120] : [60, 3]
  const lessons = await listLessonsToCall(submits)
  expect(lessons).toHaveLength(submits)
  const inLesson = <T>(lesson: LessonToCall, work: (ctx: Ctx) => Promise<T>) => {
    const { userId, personId, day, begins } = lesson
    return school.as({ ...school.office, userId, personId }, toMoment(day, begins), work)
  }
  const current = await runAtPace(Math.min(300, submits), Math.min(15, seconds), (at) =>
    inLesson(lessons[at]!, async (ctx) => expect((await getCurrentRoll(ctx))?.pupils).toHaveLength(pupilsOfClass)),
  )
  const saved = await runAtPace(submits, seconds, (at) => {
    const lesson = lessons[at]!
    const form = rollOf(lesson, toMoment(lesson.day, lesson.begins), { submit: true })
    return inLesson(lesson, (ctx) => saveRoll(ctx, form))
  })
  // What the database alone needs on this machine at this moment: as many statements that do nothing.
  const bare = await runAtPace(Math.min(300, submits), Math.min(15, seconds), (at) =>
    inLesson(lessons[at]!, async (ctx) => {
      for (let count = 0; count < statementsOfSave; count++) await sql`select 1`.execute(ctx.db)
    }),
  )
  const idle = percentile(bare, 0.5)
  for (const [name, times, goal] of [
    ['current', current, 300],
    [`${submits} submits in ${seconds} s`, saved, 500],
  ] as const) {
    const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)]
    const ratio = `${(half / idle).toFixed(1)} times ${statementsOfSave} empty statements (${idle.toFixed(0)} ms)`
    console.log(`attendance: ${name}: median ${half.toFixed(0)} ms, p95 ${most.toFixed(0)} ms, ${ratio}`)
    expect({ name, isQuick: !isTimed || most <= goal * 3 }).toEqual({ name, isQuick: true })
  }
}, 300_000)

const countMissed = async (classId: string) =>
  Number(
    (
      await database.sql<{ count: number }>(
        `select count(*) from tenant.lesson l join tenant.teaching_group g on g.id = l.group_id
         where g.class_id = $1 and not exists (select from tenant.attendance_session s where s.ref = l.id)
           and l.day_on between $2 and $3`,
        [classId, term.from, term.to],
      )
    )[0]?.count,
  )
