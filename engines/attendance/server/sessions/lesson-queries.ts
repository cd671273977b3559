import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface MergedLesson {
  id: string
  /** The lesson that this one joins (合班): its pupils are called up there. */
  hostId: string | null
  /** The lessons that join this one. */
  joinedIds: string[]
}

const isTogether = sql`o.org_id = l.org_id and o.day_on = l.day_on and o.begins < l.ends and o.ends > l.begins
  and o.status <> 'cancelled' and o.id <> l.id and o.teacher_ids && l.teacher_ids`

/** Which of these lessons are held together with others. */
export async function listMergedLessons(db: Db, ids: readonly string[]): Promise<Map<string, MergedLesson>> {
  const { rows } = await sql<MergedLesson>`
    select l.id,
      case when l.shares_duty then (
        select o.id from v_lesson o where ${isTogether} and not o.shares_duty order by o.begins, o.id limit 1
      ) end as "hostId",
      case when l.shares_duty or l.status = 'cancelled' then '{}' else array(
        select o.id from v_lesson o where ${isTogether} and o.shares_duty order by o.begins, o.id
      ) end as "joinedIds"
    from v_lesson l where l.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The lessons that a member gives on a day, without those that join another one of hers; only those of a moment, if told. */
export async function listOwnLessonIds(
  db: Db,
  { orgId, userId, day }: { orgId: string; userId: string; day: string },
  moment?: { opensUntil: string; clock: string },
): Promise<string[]> {
  const isNow = moment ? sql`l.begins <= ${moment.opensUntil}::time and l.ends >= ${moment.clock}::time` : sql`true`
  const { rows } = await sql<{ id: string }>`
    select l.id from v_lesson l
    where l.org_id = ${orgId} and l.day_on = ${day}::date and l.teacher_ids @> array[${userId}::uuid]
      and l.status <> 'cancelled' and ${isNow}
      and not (l.shares_duty and exists (select from v_lesson o where ${isTogether} and not o.shares_duty))
    order by l.begins, l.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The lesson that has taken the place of another one when the timetable was written anew. */
export async function findLessonAt(
  db: Db,
  { groupId, day, periodId }: { groupId: string; day: string; periodId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select l.id from v_lesson l
    where l.group_id = ${groupId} and l.day_on = ${day}::date and l.period_id = ${periodId} and l.status <> 'cancelled'
    order by l.id limit 1
  `.execute(db)
  return rows[0]?.id
}

/** Whose lessons: a class with the free groups of its pupils, or one pupil. */
export type LessonsOf = { classId: string } | { studentId: string }

const toStays = (of: LessonsOf) =>
  'classId' in of
    ? sql`
        select id, '-infinity'::date, null::date from v_teaching_group where class_id = ${of.classId}
        union all
        select m.group_id, greatest(e.begins_on, m.begins_on), least(e.over_on, m.over_on)
        from v_enrolment e join v_group_member m on m.student_id = e.student_id where e.class_id = ${of.classId}`
    : sql`
        select g.id, e.begins_on, e.over_on from v_enrolment e join v_teaching_group g on g.class_id = e.class_id
        where e.student_id = ${of.studentId}
        union all
        select m.group_id, m.begins_on, m.over_on from v_group_member m where m.student_id = ${of.studentId}`

/** The lessons of some days that take place, in their order. */
export async function listLessonIdsOf(
  db: Db,
  of: LessonsOf,
  from: string,
  to: string,
): Promise<{ id: string; day: string }[]> {
  const { rows } = await sql<{ id: string; day: string }>`
    with own as materialized (select * from (${toStays(of)}) s (group_id, begins_on, over_on)
      where s.begins_on <= ${to}::date and (s.over_on is null or s.over_on > ${from}::date))
    select l.id, l.day_on as day from v_lesson l
    where l.group_id in (select group_id from own) and l.day_on between ${from}::date and ${to}::date
      and l.status <> 'cancelled' and exists (select from own where own.group_id = l.group_id
        and own.begins_on <= l.day_on and (own.over_on is null or own.over_on > l.day_on))
    order by l.day_on, l.begins, l.id
  `.execute(db)
  return rows
}

export interface GroupNames {
  subjectName: string
  groupName: string
}

/** How groups are called whose lesson is not there any more. */
export async function listGroupNames(db: Db, ids: readonly string[]): Promise<Map<string, GroupNames>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<GroupNames & { id: string }>`
    select g.id, s.name as "subjectName", g.name as "groupName"
    from v_teaching_group g join v_subject s on s.id = g.subject_id where g.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}

/** Names of members of staff. */
export async function listMemberNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, p.name from v_membership m join v_person p on p.id = m.person_id where m.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Of these groups those of the whole class. */
export async function listGroupsOfClass(db: Db, classId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from v_teaching_group where class_id = ${classId} and id = any(${ids}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
