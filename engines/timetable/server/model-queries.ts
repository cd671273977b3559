import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { ModelRoom } from './model.ts'

/** The rooms of a school that may be used. */
export async function listRoomsOfSchool(db: Db, orgId: string): Promise<ModelRoom[]> {
  const { rows } = await sql<ModelRoom>`
    select id, name, capacity from v_room where org_id = ${orgId} and not is_disabled order by building, name
  `.execute(db)
  return rows
}

/** The pupils of the free groups of a term with their class on a day. */
export async function listGroupPupils(db: Db, orgId: string, termId: string, day: string) {
  const { rows } = await sql<{ groupId: string; studentId: string; name: string; classId: string | null }>`
    select m.group_id as "groupId", m.student_id as "studentId", p.name, e.class_id as "classId"
    from v_teaching_group as g join v_group_member as m on m.group_id = g.id
    join v_student as s on s.id = m.student_id join v_person as p on p.id = s.person_id
    left join v_enrolment as e on e.student_id = m.student_id
      and e.begins_on <= ${day}::date and (e.over_on is null or e.over_on > ${day}::date)
    where g.org_id = ${orgId} and g.term_id = ${termId} and g.kind = 'free'
      and m.begins_on <= ${day}::date and (m.over_on is null or m.over_on > ${day}::date)
    order by m.student_id, m.group_id
  `.execute(db)
  return rows
}

const known = {
  members: sql`select id from v_membership where org_id = `,
  subjects: sql`select id from v_subject where org_id is null or org_id = `,
  grades: sql`select id from v_grade where org_id = `,
  classes: sql`select id from v_class where org_id = `,
  rooms: sql`select id from v_room where org_id = `,
  periods: sql`select slot_id as id from v_lesson_period where org_id = `,
}

/** Those of these ids that the school has. */
export async function listKnownIds(
  db: Db,
  kind: keyof typeof known,
  orgId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct id from (${known[kind]}${orgId}) as there where id = any(${ids}::uuid[])
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The ids of subjects of the district by their names. */
export async function listSubjectIds(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_subject where org_id is null and name = any(${names}::text[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
