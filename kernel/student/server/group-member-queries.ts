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

/** Those of these pupils who are in another free group of the same subject and term on the day or later. */
export async function findMemberElsewhere(
  db: Db,
  groupId: string,
  ids: readonly string[],
  day: string,
): Promise<{ name: string; groupName: string } | undefined> {
  const { rows } = await sql<{ name: string; groupName: string }>`
    select n.name, g.name as "groupName" from v_teaching_group own
    join v_teaching_group g on g.org_id = own.org_id and g.term_id = own.term_id and g.subject_id = own.subject_id
      and g.kind = 'free' and g.id <> own.id
    join group_member m on m.group_id = g.id and (m.over_on is null or m.over_on > ${day}::date)
    join student s on s.id = m.student_id join v_person n on n.id = s.person_id
    where own.id = ${groupId} and m.student_id = any(${ids}::uuid[])
    order by n.pinyin collate "C", m.student_id limit 1
  `.execute(db)
  return rows[0]
}

export interface MemberOfGroup {
  groupId: string
  studentId: string
  name: string
  /** The class of the day. */
  classId: string | null
}

/** The pupils of free groups on a day, who study at the school of the group. */
export async function listMembersOfGroups(db: Db, groupIds: readonly string[], day: string): Promise<MemberOfGroup[]> {
  const { rows } = await sql<MemberOfGroup>`
    select m.group_id as "groupId", m.student_id as "studentId", n.name, p.class_id as "classId"
    from group_member m join v_teaching_group g on g.id = m.group_id
    join enrolment p on p.student_id = m.student_id and p.org_id = g.org_id and p.status = 'studying' and ${isEnrolledOn(day)}
    join student s on s.id = m.student_id join v_person n on n.id = s.person_id
    where m.group_id = any(${groupIds}::uuid[]) and m.begins_on <= ${day}::date
      and (m.over_on is null or m.over_on > ${day}::date)
    order by m.group_id, n.pinyin collate "C", m.student_id
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
