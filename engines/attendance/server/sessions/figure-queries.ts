import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'
import type { MarkStatus } from '../../contract.ts'
import type { AttendanceRules } from './load-lessons.ts'
import { missedLessons, missedPupils, type NeededLessons } from './needed-lesson-queries.ts'

/** Schools, or some classes of one: then only their pupils count. */
export interface FigureSpan {
  orgIds: readonly string[]
  classIds: readonly string[] | null
  from: string
  to: string
}
export type FigureKey = 'class' | 'grade' | 'subject' | 'teacher' | 'period' | 'day' | 'schoolDay'

const ofSession: Record<Exclude<FigureKey, 'class'>, RawBuilder<unknown>> = {
  grade: sql`s.grade_id::text`,
  subject: sql`s.subject_id::text`,
  teacher: sql`s.teacher_id::text`,
  period: sql`s.period_id::text`,
  day: sql`s.day_on::text`,
  schoolDay: sql`s.org_id::text || ' ' || s.day_on::text`,
}
const ofMissed: Record<FigureKey, RawBuilder<unknown>> = {
  class: sql`p.class_id::text`,
  grade: sql`l.grade_id::text`,
  subject: sql`l.subject_id::text`,
  teacher: sql`l.teacher_ids[1]::text`,
  period: sql`l.period_id::text`,
  day: sql`l.day_on::text`,
  schoolDay: sql`l.org_id::text || ' ' || l.day_on::text`,
}

const isInSpan = ({ orgIds, from, to }: FigureSpan) =>
  sql`s.org_id = any(${orgIds}::uuid[]) and s.day_on between ${from}::date and ${to}::date and s.state <> 'open'`

/** Submitted rolls and the pupils they expected. */
export async function sumSessions(
  db: Db,
  span: FigureSpan,
  by: FigureKey,
): Promise<{ key: string; rolled: number; expected: number }[]> {
  const { classIds } = span
  if (by !== 'class' && classIds === null) {
    const { rows } = await sql<{ key: string; rolled: number; expected: number }>`
      select coalesce(${ofSession[by]}, '') as key, count(*) as rolled, sum(cardinality(s.expected)) as expected
      from attendance_session s where ${isInSpan(span)} group by 1
    `.execute(db)
    return rows
  }
  const key = by === 'class' ? sql`c.class_id::text` : ofSession[by]
  const isOfClass = classIds === null ? sql`true` : sql`c.class_id = any(${classIds}::uuid[])`
  const { rows } = await sql<{ key: string; rolled: number; expected: number }>`
    select coalesce(${key}, '') as key, count(distinct s.id) as rolled, sum(c.expected) as expected
    from attendance_session_class c join attendance_session s on s.id = c.session_id
    where c.day_on between ${span.from}::date and ${span.to}::date and ${isOfClass} and ${isInSpan(span)} group by 1
  `.execute(db)
  return rows
}

/** The exceptions of submitted rolls. */
export async function sumMarks(
  db: Db,
  span: FigureSpan,
  by: FigureKey,
  { halfLessonMinutes }: Pick<AttendanceRules, 'halfLessonMinutes'>,
): Promise<{ key: string; status: MarkStatus; count: number; halfMissed: number }[]> {
  const key = by === 'class' ? sql`m.class_id::text` : ofSession[by]
  // A pupil who is in no class is in the sum of the school, and in that of no class.
  const isInClass = by === 'class' ? sql`m.class_id is not null` : sql`true`
  const isOfClass = span.classIds === null ? isInClass : sql`m.class_id = any(${span.classIds}::uuid[])`
  const { rows } = await sql<{ key: string; status: MarkStatus; count: number; halfMissed: number }>`
    select coalesce(${key}, '') as key, m.status, count(*) as count,
      count(*) filter (where m.status = 'late' and m.minutes >= ${halfLessonMinutes}) as "halfMissed"
    from attendance_mark m join attendance_session s on s.id = m.session_id
    where m.org_id = any(${span.orgIds}::uuid[]) and m.day_on between ${span.from}::date and ${span.to}::date
      and m.status <> 'present' and ${isOfClass} and ${isInSpan(span)}
    group by 1, 2
  `.execute(db)
  return rows
}

const isMissedIn = ({ orgIds, from, to }: FigureSpan) =>
  sql`l.org_id = any(${orgIds}::uuid[]) and l.day_on between ${from}::date and ${to}::date`

/** Lessons without a roll that needed one, and the pupils of whom nothing is known. */
export async function sumMissed(
  db: Db,
  span: FigureSpan,
  by: FigureKey,
  needed: NeededLessons,
): Promise<{ key: string; missed: number; unrecorded: number }[]> {
  const isOfClass = span.classIds === null ? sql`true` : sql`p.class_id = any(${span.classIds}::uuid[])`
  const { rows } = await sql<{ key: string; missed: number; unrecorded: number }>`
    with missed as materialized (${missedLessons(isMissedIn(span), needed)}),
    pupils as materialized (
      select group_id, day_on, class_id, count(*) as pupils from (${missedPupils}) x group by 1, 2, 3)
    select coalesce(${ofMissed[by]}, '') as key, count(distinct l.id) as missed, sum(p.pupils) as unrecorded
    from missed l join pupils p on p.group_id = l.group_id and p.day_on = l.day_on
    where ${isOfClass} group by 1
  `.execute(db)
  return rows
}

/** The lessons that needed a roll and have none, in the order of the days. */
export async function listMissedIds(db: Db, span: FigureSpan, needed: NeededLessons, most: number): Promise<string[]> {
  const isOfClass = span.classIds === null ? sql`true` : sql`x.class_id = any(${span.classIds}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    with missed as materialized (${missedLessons(isMissedIn(span), needed)}),
    pupils as materialized (select distinct group_id, day_on from (${missedPupils}) x where ${isOfClass})
    select l.id from missed l join pupils p on p.group_id = l.group_id and p.day_on = l.day_on
    order by l.day_on desc, l.begins, l.id limit ${most}
  `.execute(db)
  return rows.map(({ id }) => id)
}

export async function listSubjectNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_subject where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The school of a class. */
export async function findOrgOfClass(db: Db, classId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orgId: string }>`select org_id as "orgId" from v_class where id = ${classId}`.execute(db)
  return rows[0]?.orgId
}
