import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface PupilRow {
  id: string
  name: string
  /** The class on the day. */
  classId: string | null
  seatNo: number | null
}

/** These pupils, as far as they are or were at the school, with their class and seat on a day. */
export async function listPupilsOnDay(
  db: Db,
  orgId: string,
  ids: readonly string[],
  day: string,
): Promise<Map<string, PupilRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PupilRow>`
    select s.id, p.name, e.class_id as "classId", e.seat_no as "seatNo"
    from v_student s join v_person p on p.id = s.person_id
    left join v_enrolment e on e.student_id = s.id and e.org_id = ${orgId} and e.begins_on <= ${day}::date
      and (e.over_on is null or e.over_on > ${day}::date)
    where s.id = any(${ids}::uuid[])
      and exists (select from v_enrolment a where a.student_id = s.id and a.org_id = ${orgId})
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function listPersonNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_person where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Of these classes those that the member heads, or is the deputy of, on a day. */
export async function listHeadedClasses(
  db: Db,
  userId: string,
  classIds: readonly string[],
  day: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct class_id as id from v_class_staff
    where user_id = ${userId} and role in ('head', 'vice') and class_id = any(${classIds}::uuid[])
      and begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
