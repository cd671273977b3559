import { addDays, newId, type Actor } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { aTaughtGrade } from '#engines/timetable/server/example.ts'
import { atMoment, createTimetableSchools } from '#engines/timetable/server/timetable.fixture.ts'
import { ensureDefaultPeriods, setClassHeads } from '#kernel/schooling/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { attendanceSetting } from '../settings.ts'
import { absenceAlert } from './absence-alert.ts'

/** A Monday in the term. */
export const day = '2026-11-16'
const gradeYears = [2024, 2025, 2026]
/** The first lessons of the day. */
export const lessonTimes = [
  ['08:10', '08:50'],
  ['09:00', '09:40'],
  ['10:10', '10:50'],
] as const

/** How a family can be reached. */
export type FamilyState = 'both' | 'one' | 'not-bound' | 'restricted' | 'no-guardian'

export interface MorningChild {
  id: string
  classAt: number
  /** The class until yesterday, of a pupil who changed it. */
  formerClassAt: number | null
  family: FamilyState
  /** Persons who may be informed. */
  parents: string[]
  /** Persons who may not. */
  restricted: string[]
}
export interface MorningClass {
  classId: string
  groupId: string
  /** Null: the class has no teacher in charge. */
  headPersonId: string | null
  teacher: Actor
  lessonIds: string[]
}

/** The same numbers for the same seed (Park and Miller). */
export function createRandom(start: number) {
  let state = (start % 2_147_483_646) + 1
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

interface MorningFacts {
  pupils: number
  random: (below: number) => number
}

/** A school with its classes, families and the first three lessons of a Monday. */
export async function createMorning(database: TestDatabase, { pupils, random }: MorningFacts) {
  const as = atMoment(database)
  const morning = new Date(`${day}T06:30:00+08:00`)
  await database.ensurePartitions('2026-01-01', 14)
  const at = await as(createActor(), morning, createTimetableSchools)
  const { office, school } = at
  const classCount = Math.max(1, Math.round(pupils / gradeYears.length / 45))
  const staff = await as(office, morning, async (ctx) => {
    await ensureDefaultPeriods(ctx, school.id)
    const hire = (name: string) => aTeacher(ctx, { at: school, name, since: '2020-08-01' })
    const grades: Awaited<ReturnType<typeof aTaughtGrade>>[] = []
    for (const startYear of gradeYears)
      grades.push(await aTaughtGrade(ctx, school, { classes: classCount, startYear, subjects: { 语文: 5 } }))
    const classIds = grades.flatMap((grade) => grade.classIds)
    const heads: string[] = []
    const teachers: Actor[] = []
    for (const [index, classId] of classIds.entries()) {
      const head = await hire(`班主任${index}`)
      teachers.push(await hire(`教师${index}`))
      // Every twelfth class has lost its teacher in charge.
      const hasHead = index % 12 !== 7
      heads.push(hasHead ? head.personId : '')
      if (hasHead) await setClassHeads(ctx, [{ classId, userId: head.userId }], '2026-09-01')
    }
    const people = { grade: await hire('年级组长'), moral: await hire('德育'), leader: await hire('校长') }
    return { grades, classIds, heads, teachers, people, substitute: await hire('代课教师') }
  })
  const { people } = staff
  database.contribute('settings', attendanceSetting)
  database.contribute('alerts', absenceAlert)
  database.contribute('attendanceOffice', {
    listPeople: async (_ctx, { role }) => (role === 'health' ? [] : [people[role].personId]),
    findRight: async () => undefined,
  })
  const children = Array.from({ length: pupils }, (_, index) =>
    aChild(random, index % staff.classIds.length, staff.classIds.length),
  )
  await insertChildren(database, school.id, staff.grades, staff.classIds, children)
  const classes = await insertLessons(database, at, staff)
  return { ...at, ...staff, children, classes }
}

function aChild(random: (below: number) => number, classAt: number, classCount: number): MorningChild {
  const dice = random(100)
  const family: FamilyState =
    dice < 60 ? 'both' : dice < 90 ? 'one' : dice < 95 ? 'not-bound' : dice < 98 ? 'restricted' : 'no-guardian'
  const count = { both: 2, one: 1, 'not-bound': 0, restricted: 0, 'no-guardian': 0 }[family]
  return {
    id: newId(),
    classAt,
    formerClassAt: random(80) === 0 ? (classAt + 1) % classCount : null,
    family,
    parents: Array.from({ length: count }, () => newId()),
    // Half of the families with one parent have another one who may not be informed.
    restricted: family === 'restricted' || (family === 'one' && random(2) === 0) ? [newId()] : [],
  }
}

async function insertChildren(
  { sql, home }: TestDatabase,
  orgId: string,
  grades: readonly { gradeId: string; classIds: readonly string[] }[],
  classIds: readonly string[],
  children: readonly MorningChild[],
) {
  const gradeOf = new Map(grades.flatMap(({ gradeId, classIds: own }) => own.map((id) => [id, gradeId] as const)))
  const rows = (some: readonly object[]) => JSON.stringify(some)
  const persons = children.flatMap(({ id, parents, restricted }, index) => [
    { id, name: `学生${index}` },
    ...[...parents, ...restricted].map((personId) => ({ id: personId, name: `家长${index}` })),
  ])
  await sql(
    `insert into tenant.person (district_id, id, name, created_at, updated_at)
     select $1, id, name, now(), now() from jsonb_to_recordset($2::jsonb) as r (id uuid, name text)`,
    [home, rows(persons)],
  )
  await sql(
    `insert into tenant.student (district_id, id, person_id, org_id, status, school_no, created_at, updated_at)
     select $1, id, id, $3, 'studying', right(id::text, 12), now(), now() from jsonb_to_recordset($2::jsonb) as r (id uuid)`,
    [home, rows(children), orgId],
  )
  const enrolments = children.flatMap(({ id, classAt, formerClassAt }) => {
    const stay = (at: number, from: string, to: string | null) => ({
      id: newId(),
      student: id,
      class: classIds[at]!,
      grade: gradeOf.get(classIds[at]!),
      from,
      to,
    })
    if (formerClassAt === null) return [stay(classAt, '2026-09-01', null)]
    return [stay(formerClassAt, '2026-09-01', day), stay(classAt, day, null)]
  })
  await sql(
    `insert into tenant.enrolment (district_id, id, student_id, org_id, grade_id, class_id, valid, created_at, updated_at)
     select $1, id, student, $3, grade, class, daterange("from", "to"), now(), now()
     from jsonb_to_recordset($2::jsonb) as r (id uuid, student uuid, class uuid, grade uuid, "from" date, "to" date)`,
    [home, rows(enrolments), orgId],
  )
  const links = children.flatMap(({ id, family, parents, restricted }) => [
    ...parents.map((personId, sort) => ({ id: newId(), student: id, person: personId, see: true, sort })),
    ...restricted.map((personId) => ({ id: newId(), student: id, person: personId, see: false, sort: 8 })),
    // Registered by the school, with a number that is out of use: she never bound her child.
    ...(family === 'not-bound' ? [{ id: newId(), student: id, person: null, see: true, sort: 0 }] : []),
  ])
  await sql(
    `insert into tenant.guardian (district_id, id, person_id, created_at, updated_at)
     select $1, person, person, now(), now() from jsonb_to_recordset($2::jsonb) as r (person uuid) where person is not null`,
    [home, rows(links)],
  )
  await sql(
    `insert into tenant.guardian_link (district_id, id, student_id, guardian_id, name, relation, is_primary, may_see, status,
       sort, created_at, updated_at)
     select $1, id, student, person, '家长', 2, sort = 0, see, case when person is null then 'listed' else 'active' end, sort,
       now(), now()
     from jsonb_to_recordset($2::jsonb) as r (id uuid, student uuid, person uuid, see boolean, sort int)`,
    [home, rows(links)],
  )
}

type Staff = { classIds: string[]; heads: string[]; teachers: Actor[]; grades: { term: { id: string } }[] }

async function insertLessons(
  { sql, home }: TestDatabase,
  { school, office }: { school: { id: string }; office: Actor },
  { classIds, heads, teachers, grades }: Staff,
): Promise<MorningClass[]> {
  const timetableId = newId()
  await sql(
    `insert into tenant.timetable (district_id, id, org_id, term_id, name, status, effective_on, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, '课表', 'published', $5, $6, now(), now())`,
    [home, timetableId, school.id, grades[0]!.term.id, addDays(day, -7), office.personId],
  )
  const slots = await sql<{ slotId: string }>(
    `select slot_id as "slotId" from tenant.v_lesson_period where org_id = $1 and kind = 'lesson' order by begins`,
    [school.id],
  )
  const periods = lessonTimes.map(([begins, ends], index) => ({ slotId: slots[index]!.slotId, begins, ends }))
  const groups = await sql<{ id: string; classId: string }>(
    'select id, class_id as "classId" from tenant.teaching_group where org_id = $1',
    [school.id],
  )
  const groupOf = new Map(groups.map(({ id, classId }) => [classId, id]))
  const classes = classIds.map((classId, index): MorningClass => ({
    classId,
    groupId: groupOf.get(classId)!,
    headPersonId: heads[index] === '' ? null : heads[index]!,
    teacher: teachers[index]!,
    lessonIds: periods.map(() => newId()),
  }))
  const lessons = classes.flatMap(({ groupId, teacher, lessonIds }) =>
    lessonIds.map((id, index) => ({ id, group: groupId, teacher: teacher.userId, ...periods[index]! })),
  )
  await sql(
    `insert into tenant.lesson (district_id, id, org_id, timetable_id, group_id, day_on, slot_on, period_id, begins, ends,
       teacher_ids, status, updated_at)
     select $1, id, $3, $4, "group", $5, $5, "slotId", begins, ends, array[teacher], 'planned', now()
     from jsonb_to_recordset($2::jsonb) as r (id uuid, "group" uuid, teacher uuid, "slotId" uuid, begins time, ends time)`,
    [home, JSON.stringify(lessons), school.id, timetableId, day],
  )
  return classes
}
