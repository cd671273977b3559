import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { isEnrolledOn } from './enrolment-queries.ts'

export interface GroupMemberRow {
  id: string
  studentId: string
  beginsOn: string
}

/** Locks the members of a group on a day or later. */
export async function lockGroupMembersFrom(db: Db, groupId: string, day: string): Promise<GroupMemberRow[]> {
  const { rows } = await sql<GroupMemberRow>`
    select id, student_id as "studentId", begins_on as "beginsOn" from group_member
    where group_id = ${groupId} and (over_on is null or over_on > ${day}::date) order by id for no key update
  `.execute(db)
  return rows
}

/** Filters the ids by pupils who study at the school on a day. */
export async function listStudyingAt(db: Db, orgId: string, ids: readonly string[], day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.student_id as id from enrolment p
    where p.student_id = any(${ids}::uuid[]) and p.org_id = ${orgId} and p.status = 'studying' and ${isEnrolledOn(day)}
  `.execute(db)
  return rows.map(({ id }) => id)
}

export const insertGroupMembers = (
  db: Db,
  groupId: string,
  members: readonly { id: string; studentId: string }[],
  from: string,
  now: Date,
) =>
  sql`
    insert into group_member (id, group_id, student_id, valid, created_at, updated_at)
    select id, ${groupId}, "studentId", daterange(${from}::date, null), ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as r (id uuid, "studentId" uuid)
  `.execute(db)

export const endGroupMembers = (db: Db, ids: readonly string[], on: string, now: Date) =>
  sql`update group_member set valid = daterange(begins_on, ${on}::date), updated_at = ${now} where id = any(${ids}::uuid[])`.execute(
    db,
  )
export const deleteGroupMembers = (db: Db, ids: readonly string[]) =>
  sql`delete from group_member where id = any(${ids}::uuid[])`.execute(db)
