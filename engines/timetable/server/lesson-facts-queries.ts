import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'
import { named, namedColumns, type LessonRow } from './lesson-queries.ts'

interface Days {
  from: string
  to: string
}
/** Which lessons of a school. */
export type LessonQuestion =
  | { ids: readonly string[] }
  /** Those that one of these members gives. */
  | (Days & { teacherIds: readonly string[] })
  /** Those that one of these groups has. */
  | (Days & { groupIds: readonly string[] })
  /** Those that take place and have no teacher. */
  | (Days & { isWithoutTeacher: true })
  /** All. */
  | (Days & { isEvery: true })

function toCondition(question: LessonQuestion): RawBuilder<unknown> {
  if ('ids' in question) return sql`l.id = any(${question.ids}::uuid[])`
  if ('teacherIds' in question) return sql`l.teacher_ids && ${question.teacherIds}::uuid[]`
  if ('groupIds' in question) return sql`l.group_id = any(${question.groupIds}::uuid[])`
  if ('isWithoutTeacher' in question) return sql`l.teacher_ids = '{}' and l.status <> 'cancelled'`
  return sql`true`
}

export interface DatedLesson extends LessonRow {
  updatedAt: Date
}
const dated = sql`select ${namedColumns}, l.updated_at as "updatedAt" from ${named}`

export async function listLessonsOfIds(db: Db, ids: readonly string[]): Promise<DatedLesson[]> {
  const { rows } = await sql<DatedLesson>`${dated} where l.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

export async function listLessonsWhere(db: Db, orgId: string, question: LessonQuestion): Promise<DatedLesson[]> {
  const days = 'ids' in question ? sql`true` : sql`l.day_on between ${question.from}::date and ${question.to}::date`
  const { rows } = await sql<DatedLesson>`
    ${dated}
    where l.org_id = ${orgId} and ${days} and ${toCondition(question)}
    order by l.day_on, l.begins, s.sort, l.id
  `.execute(db)
  return rows
}

/** The schools of lessons, by lesson. */
export async function listLessonOrgs(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; orgId: string }>`
    select id, org_id as "orgId" from lesson where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, orgId }) => [id, orgId]))
}

/** The groups of a term that share a pupil with a group on a day, and the groups of its own class. */
export async function listNearGroups(db: Db, groupId: string, day: string): Promise<string[]> {
  const isOn = sql`begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)`
  const { rows } = await sql<{ id: string }>`
    with own as (select * from v_teaching_group where id = ${groupId}),
    pupil as materialized (
      select e.student_id, e.class_id from own join v_enrolment as e on e.class_id = own.class_id
      where e.status = 'studying' and ${isOn}
      union
      select e.student_id, e.class_id
      from (select student_id from v_group_member where group_id = ${groupId} and ${isOn}) as m
      join v_enrolment as e on e.student_id = m.student_id where e.status = 'studying' and ${isOn}
    )
    select g.id from v_teaching_group as g join own on own.term_id = g.term_id and own.org_id = g.org_id
    where g.id = own.id or g.class_id = own.class_id or g.class_id in (select class_id from pupil)
      or g.id in (select m.group_id from v_group_member as m
        where m.student_id in (select student_id from pupil) and ${isOn})
  `.execute(db)
  return rows.map(({ id }) => id)
}
