import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface OpenLessonRow {
  id: string
  termId: string
  day: string
  begins: string
  ends: string
  groupName: string
  classId: string | null
  gradeId: string
  subjectId: string
  subjectName: string
  personIds: string[]
}

/** Those of these lessons that the school has. */
export async function listOpenLessons(db: Db, orgId: string, ids: readonly string[]): Promise<OpenLessonRow[]> {
  const { rows } = await sql<OpenLessonRow>`
    select l.id, g.term_id as "termId", l.day_on as day, to_char(l.begins, 'HH24:MI') as begins,
      to_char(l.ends, 'HH24:MI') as ends, g.name as "groupName", g.class_id as "classId", g.grade_id as "gradeId",
      g.subject_id as "subjectId", s.name as "subjectName",
      array(select m.person_id from v_membership as m where m.id = any(l.teacher_ids)) as "personIds"
    from v_lesson as l join v_teaching_group as g on g.id = l.group_id join v_subject as s on s.id = g.subject_id
    where l.org_id = ${orgId} and l.id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

export interface TeacherRow {
  userId: string
  personId: string
  name: string
  from: string
  over: string | null
  /** What the membership says she teaches: 数学. */
  subject: string
  subjectIds: string[]
  classIds: string[]
  gradeIds: string[]
}

/**
 * Whoever teaches at the school in these terms, and whoever is there as a teacher, with what they teach between two days.
 * Of a person with two memberships the one that teaches.
 */
export async function listTeachers(
  db: Db,
  { orgId, termIds, from, to }: { orgId: string; termIds: readonly string[]; from: string; to: string },
): Promise<TeacherRow[]> {
  const { rows } = await sql<TeacherRow>`
    with taught as materialized (
      select m.person_id, array_agg(distinct a.user_id) as user_ids, array_agg(distinct g.subject_id) as subject_ids,
        coalesce(array_agg(distinct g.class_id) filter (where g.class_id is not null), '{}') as class_ids,
        array_agg(distinct g.grade_id) as grade_ids
      from v_teaching_group as g join v_teaching_assignment as a on a.group_id = g.id
      join v_membership as m on m.id = a.user_id
      where g.org_id = ${orgId} and g.term_id = any(${termIds}::uuid[])
        and a.begins_on <= ${to}::date and (a.over_on is null or a.over_on > ${from}::date)
      group by m.person_id
    )
    select distinct on (m.person_id) m.id as "userId", m.person_id as "personId", p.name,
      lower(m.valid)::text as "from", upper(m.valid)::text as over, m.subject,
      coalesce(t.subject_ids, '{}') as "subjectIds", coalesce(t.class_ids, '{}') as "classIds",
      coalesce(t.grade_ids, '{}') as "gradeIds"
    from v_membership as m join v_person as p on p.id = m.person_id left join taught as t on t.person_id = m.person_id
    where m.org_id = ${orgId} and not m.is_suspended and m.valid && daterange(${from}::date, ${to}::date, '[]')
      and (t.person_id is not null or m.user_type = 'teacher')
    order by m.person_id, coalesce(m.id = any(t.user_ids), false) desc, m.is_main desc, m.id
  `.execute(db)
  return rows
}

/** The kinds in which a colleague gives a lesson of somebody else. */
const coverKinds = sql`('substitute', 'supervise', 'merge')`

export interface Days {
  orgId: string
  from: string
  to: string
}

/** The covers of a school that were given or are in force, by person and day. */
export async function countCovers(db: Db, { orgId, from, to }: Days) {
  const { rows } = await sql<{ personId: string; termId: string; day: string; count: number }>`
    select m.person_id as "personId", r.term_id as "termId", l.day_on as day, count(*)::int as count
    from cover_leg as l join cover_request as r on r.id = l.request_id join v_membership as m on m.id = l.to_id
    where l.org_id = ${orgId} and l.day_on between ${from}::date and ${to}::date and r.kind in ${coverKinds}
      and (l.state = 'current' or (l.state = 'ended' and l.completed_at is not null))
    group by m.person_id, r.term_id, l.day_on
  `.execute(db)
  return rows
}

/** Whom open requests ask, or who has said yes. What everybody may claim counts for nobody. */
export async function listPendingCovers(db: Db, { orgId, from, to }: Days) {
  const { rows } = await sql<{ personId: string; lessonId: string; day: string }>`
    select distinct m.person_id as "personId", l.lesson_id as "lessonId", l.day_on as day
    from cover_leg as l join cover_request as r on r.id = l.request_id
    left join cover_ask as a on a.request_id = r.id
      and (a.answer = 'yes' or (a.answer = 'waiting' and r.ask_mode <> 'everybody'))
    join v_membership as m on m.id in (l.to_id, a.member_id)
    where l.org_id = ${orgId} and l.day_on between ${from}::date and ${to}::date and l.state = 'pending'
      and r.kind in ${coverKinds} and r.status in ('asking', 'agreed', 'auditing')
  `.execute(db)
  return rows
}
