import { sql } from 'kysely'
import type { Db } from '#packages/db'

interface OpenPlace {
  studentId: string
  gradeId: string
  classId: string | null
  status: 'studying' | 'suspended'
  beginsOn: string
}

/** The places of a school that have no end. */
export async function placesAt(db: Db, orgId: string): Promise<OpenPlace[]> {
  const { rows } = await sql<OpenPlace>`
    select student_id as "studentId", grade_id as "gradeId", class_id as "classId", status, begins_on as "beginsOn"
    from student_place where org_id = ${orgId} and over_on is null order by student_id
  `.execute(db)
  return rows
}

/** How many are still here, but not for long: what will happen to them has been written down already. */
export async function countEnding(db: Db, orgId: string, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from student_place where org_id = ${orgId} and over_on > ${day}::date
  `.execute(db)
  return rows[0]!.count
}

/** Those who have left a school and are at no other. */
export async function pastOf(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from student where org_id = ${orgId} order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whose school is gone belongs to the one that it went up in: where they were and when stays as it was. */
export const redirectPast = (db: Db, ids: readonly string[], orgId: string, now: Date) =>
  sql`
    update student set org_id = ${orgId}, school_no = '', version = version + 1, updated_at = ${now}, changed_at = now()
    where id = any(${ids}::uuid[])
  `.execute(db)
