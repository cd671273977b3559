import { sql } from 'kysely'
import { leadingRoles, type Db } from '#packages/db'

interface ClassStaffRow {
  /** Null when the school no longer exists. */
  orgPath: string | null
  /** Staff with an assignment in the class on the day, and the class teachers among them. */
  staff: string[]
  leaders: string[]
}

/** The path of a class's school in the tree, and the staff of the class on a day. */
export async function getClassStaff(
  db: Db,
  orgId: string,
  classId: string | null,
  day: string,
): Promise<ClassStaffRow> {
  const { rows } = await sql<ClassStaffRow>`
    select (select path::text from v_org where id = ${orgId}) as "orgPath",
      coalesce(array_agg(distinct user_id), '{}') as staff,
      coalesce(array_agg(distinct user_id) filter (where role = any(${leadingRoles}::text[])), '{}') as leaders
    from v_class_staff
    where class_id = ${classId} and begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows[0]!
}
