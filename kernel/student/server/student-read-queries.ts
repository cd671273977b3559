import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { IdKind, Relation, StudentStatus } from '../contract.ts'
import { isEnrolledOn } from './enrolment-queries.ts'

/** A pupil as of a day: with the place of that day, or for somebody who is nowhere then the last one before. */
export interface StudentRow {
  id: string
  personId: string
  name: string
  sex: '男' | '女' | null
  idCard: Buffer | null
  phone: Buffer | null
  idKind: IdKind
  studentNo: Buffer | null
  schoolNo: string
  orgId: string
  orgName: string
  gradeId: string | null
  classId: string | null
  seatNo: number | null
  beginsOn: string | null
  overOn: string | null
  /** Whether the place is one of that day. */
  isThere: boolean
  status: StudentStatus
  nation: string
  enteredOn: string | null
  isBoarding: boolean
  isSpecial: boolean
  private: Buffer | null
  icCard: Buffer | null
  accountId: string | null
  /** Stated by the pupil, not entered by the school. */
  idCardIsClaim: boolean
  /** Nothing before the first slip. */
  loginName: string
  version: number
}

const columns = sql`
  s.id, s.person_id as "personId", n.name, n.sex, n.id_card as "idCard", n.phone, s.id_kind as "idKind",
  s.student_no as "studentNo", s.school_no as "schoolNo", coalesce(p.org_id, s.org_id) as "orgId",
  coalesce(o.name, '') as "orgName", p.grade_id as "gradeId", p.class_id as "classId", p.seat_no as "seatNo",
  p.begins_on as "beginsOn", p.over_on as "overOn", coalesce(p.is_there, false) as "isThere",
  case when p.is_there then p.status else s.status end as status, s.nation, s.entered_on as "enteredOn",
  s.is_boarding as "isBoarding", s.is_special as "isSpecial", s.private, s.ic_card as "icCard",
  n.account_id as "accountId", n.id_card_is_claim as "idCardIsClaim",
  coalesce(s.login_name, lower(n.login_name)) as "loginName", s.version`

/** The place of the day; failing that, the last one before it. */
const joinEnrolmentOn = (day: string) => sql`
  left join lateral (
    select p.*, (p.over_on is null or p.over_on > ${day}::date) as is_there from student_place p
    where p.student_id = s.id and p.begins_on <= ${day}::date
    order by p.begins_on desc limit 1
  ) p on true`
const joinPersonAndOrg = sql`
  join v_staff_person n on n.id = s.person_id
  left join v_org o on o.id = coalesce(p.org_id, s.org_id)`

/** Rows of pupils who were found within reach before, in the order of these ids. */
export async function listStudentRows(db: Db, ids: readonly string[], day: string): Promise<StudentRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StudentRow>`
    select ${columns}
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    join student s on s.id = asked.id ${joinEnrolmentOn(day)} ${joinPersonAndOrg}
    order by asked.place
  `.execute(db)
  return rows
}

/**
 * Whom this reach has on a day. A class is reached by those who had to do with it that day; whoever is nowhere then is
 * reached only by way of the school that he or she belongs to now, or was the last. `staffDay`: whose classes these are
 * goes by another day.
 */
export async function listStudentIdsInScope(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  day: string,
  staffDay = day,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from student s left join student_place p on p.student_id = s.id and ${isEnrolledOn(day)}
    where s.id = any(${ids}::uuid[])
      and (p.id is not null and ${inScope(scope, { org: 'p.org_id', class: 'p.class_id', day: staffDay })}
        or p.id is null and ${inScope(scope, { org: 's.org_id' })})
    order by s.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export interface StudentGuardianRow {
  id: string
  studentId: string
  name: string
  relation: Relation
  phone: Buffer | null
  isPrimary: boolean
  isEmergency: boolean
  restriction: Buffer | null
  status: 'listed' | 'pending' | 'active' | 'ended'
  version: number
}

/** Those who are called first stand first. Whoever only asked to be bound is not on the roster yet. */
export async function listGuardiansOfStudents(db: Db, studentIds: readonly string[]): Promise<StudentGuardianRow[]> {
  const { rows } = await sql<StudentGuardianRow>`
    select id, student_id as "studentId", name, relation, phone, is_primary as "isPrimary", is_emergency as "isEmergency",
      restriction, status, version
    from guardian_link where student_id = any(${studentIds}::uuid[]) and status <> 'ended'
    order by student_id, (status = 'pending'), is_primary desc, sort, id
  `.execute(db)
  return rows
}

/** How a pupil comes in: with an account, with a slip that nobody has used yet, or not at all. */
export async function hasOpenAccountSlip(db: Db, studentId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from student_activation where student_id = ${studentId} and used_at is null and expires_at > ${now}
  `.execute(db)
  return rows.length > 0
}

export interface StudentRecordRow {
  name: string
  orgId: string
  orgName: string
  classId: string | null
}

/** Where a pupil belongs on a day: whoever is nowhere then, to a school and to no class. The same that `idsWithin` goes by. */
export async function findStudentRecord(db: Db, id: string, day: string): Promise<StudentRecordRow | undefined> {
  const { rows } = await sql<StudentRecordRow>`
    select n.name, coalesce(p.org_id, s.org_id) as "orgId", coalesce(o.name, '') as "orgName", p.class_id as "classId"
    from student s join v_person n on n.id = s.person_id
    left join student_place p on p.student_id = s.id and ${isEnrolledOn(day)}
    left join v_org o on o.id = coalesce(p.org_id, s.org_id)
    where s.id = ${id}
  `.execute(db)
  return rows[0]
}
