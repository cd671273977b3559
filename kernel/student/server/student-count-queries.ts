import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { isEnrolledOn } from './enrolment-queries.ts'

interface SexCounts {
  males: number
  females: number
}
const sexCounts = sql`count(*) filter (where n.sex = '男') as males, count(*) filter (where n.sex = '女') as females`

/** The pupils who study in these classes on a day. Suspended pupils have no class. */
export async function countByClass(db: Db, classIds: readonly string[], day: string) {
  const { rows } = await sql<SexCounts & { id: string; total: number }>`
    select p.class_id as id, ${sexCounts}, count(*) as total
    from enrolment p join student s on s.id = p.student_id join v_person n on n.id = s.person_id
    where p.class_id = any(${classIds}::uuid[]) and ${isEnrolledOn(day)} and p.status = 'studying'
    group by p.class_id
  `.execute(db)
  return rows
}

export async function countByGrade(db: Db, gradeIds: readonly string[], day: string) {
  const { rows } = await sql<{ id: string; total: number }>`
    select p.grade_id as id, count(*) as total from enrolment p
    where p.org_id in (select org_id from v_grade where id = any(${gradeIds}::uuid[]))
      and p.grade_id = any(${gradeIds}::uuid[]) and ${isEnrolledOn(day)}
    group by p.grade_id
  `.execute(db)
  return rows
}

/** Pupils with a past, current or future enrolment in the class. */
export async function countEverInClass(db: Db, classId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct student_id) as count from enrolment where class_id = ${classId}
  `.execute(db)
  return rows[0]!.count
}

export async function countInOrgs(db: Db, orgIds: readonly string[], day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from enrolment p where p.org_id = any(${orgIds}::uuid[]) and ${isEnrolledOn(day)}
  `.execute(db)
  return rows[0]!.count
}

/** Current and future pupils: an organisation with any of them cannot be deleted. */
export async function countInOrgsFrom(db: Db, orgIds: readonly string[], day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct p.student_id) as count from enrolment p
    where p.org_id = any(${orgIds}::uuid[]) and (p.over_on is null or p.over_on > ${day}::date)
  `.execute(db)
  return rows[0]!.count
}

/**
 * Members of free groups who are still at the school. A pupil who leaves the school thereby leaves its groups without
 * an update of the memberships.
 */
export async function countByGroup(db: Db, groupIds: readonly string[], day: string) {
  const { rows } = await sql<{ id: string; total: number }>`
    select m.group_id as id, count(*) as total
    from group_member m
    join v_teaching_group g on g.id = m.group_id
    join enrolment p on p.student_id = m.student_id and p.org_id = g.org_id and p.status = 'studying' and ${isEnrolledOn(day)}
    where m.group_id = any(${groupIds}::uuid[])
      and m.begins_on <= ${day}::date and (m.over_on is null or m.over_on > ${day}::date)
    group by m.group_id
  `.execute(db)
  return rows
}

export interface HeadCount extends SexCounts {
  gradeId: string
  classId: string | null
  status: 'studying' | 'suspended'
  total: number
}

/** All pupils of a school on a day, by grade, class and status. */
export async function countSchoolHeads(db: Db, orgId: string, day: string): Promise<HeadCount[]> {
  const { rows } = await sql<HeadCount>`
    select p.grade_id as "gradeId", p.class_id as "classId", p.status, ${sexCounts}, count(*) as total
    from enrolment p join student s on s.id = p.student_id join v_person n on n.id = s.person_id
    where p.org_id = ${orgId} and ${isEnrolledOn(day)}
    group by p.grade_id, p.class_id, p.status
  `.execute(db)
  return rows
}

export interface RosterRow {
  id: string
  personId: string
  name: string
  sex: '男' | '女' | null
  seatNo: number | null
  orgId: string
  gradeId: string
  classId: string | null
}
const rosterColumns = sql`
  s.id, s.person_id as "personId", n.name, n.sex, p.seat_no as "seatNo", p.org_id as "orgId", p.grade_id as "gradeId",
  p.class_id as "classId"`
const byName = sql`n.pinyin collate "C", s.id`

export async function listClassRoster(db: Db, classId: string, day: string): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    select ${rosterColumns}
    from enrolment p join student s on s.id = p.student_id join v_person n on n.id = s.person_id
    where p.class_id = ${classId} and p.status = 'studying' and ${isEnrolledOn(day)}
    order by p.seat_no nulls last, ${byName}
  `.execute(db)
  return rows
}

export interface TeachingGroupRow {
  id: string
  kind: 'class' | 'free'
  classId: string | null
  orgId: string
  gradeId: string
  capacity: number | null
}
export async function findTeachingGroup(db: Db, id: string): Promise<TeachingGroupRow | undefined> {
  const { rows } = await sql<TeachingGroupRow>`
    select id, kind, class_id as "classId", org_id as "orgId", grade_id as "gradeId", capacity from v_teaching_group where id = ${id}
  `.execute(db)
  return rows[0]
}

export async function listGroupRoster(db: Db, groupId: string, day: string): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    select ${rosterColumns}
    from group_member m
    join v_teaching_group g on g.id = m.group_id
    join enrolment p on p.student_id = m.student_id and p.org_id = g.org_id and p.status = 'studying' and ${isEnrolledOn(day)}
    join student s on s.id = p.student_id join v_person n on n.id = s.person_id
    where m.group_id = ${groupId} and m.begins_on <= ${day}::date and (m.over_on is null or m.over_on > ${day}::date)
    order by ${byName}
  `.execute(db)
  return rows
}
