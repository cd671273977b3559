import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { FaceState, IdKind, Relation, StudentStatus } from '../contract.ts'
import { enrolmentColumns, isEnrolledOn } from './enrolment-queries.ts'
import { faceStateSql } from './student-search-queries.ts'

/** A pupil as of a day: with the enrolment of that day, or else the last one before it. */
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
  /** Whether the enrolment includes that day. */
  isThere: boolean
  status: StudentStatus
  nation: string
  enteredOn: string | null
  isBoarding: boolean
  isSpecial: boolean
  private: Buffer | null
  icCard: Buffer | null
  accountId: string | null
  /** Entered by the pupil and not confirmed by the school. */
  idCardIsClaim: boolean
  /** Empty before the first account slip. */
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

/** The enrolment of the day, or else the last one before it. */
const joinEnrolmentOn = (day: string) => sql`
  left join lateral (
    select ${enrolmentColumns}, (p.over_on is null or p.over_on > ${day}::date) as is_there from enrolment p
    where p.student_id = s.id and p.begins_on <= ${day}::date
    order by p.begins_on desc limit 1
  ) p on true`
const joinPersonAndOrg = sql`
  join v_staff_person n on n.id = s.person_id
  left join v_org o on o.id = coalesce(p.org_id, s.org_id)`

/** The rows of these pupils in the order of the ids. Does not check the scope: the caller must. */
export async function listStudentRows(db: Db, ids: readonly string[], day: string): Promise<StudentRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StudentRow>`
    select ${columns}
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join student s on s.id = wanted.id ${joinEnrolmentOn(day)} ${joinPersonAndOrg}
    order by wanted.position
  `.execute(db)
  return rows
}

/**
 * The pupils in scope on a day. Class staff cover the pupils of their classes on that day. A pupil without an enrolment
 * then is covered only through the current or last school. `staffDay`: the day that decides who the class staff are.
 */
export async function listStudentIdsInScope(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  day: string,
  staffDay = day,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from student s left join enrolment p on p.student_id = s.id and ${isEnrolledOn(day)}
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

/** The primary guardian first. Pending bind requests come last. */
export async function listGuardiansOfStudents(db: Db, studentIds: readonly string[]): Promise<StudentGuardianRow[]> {
  const { rows } = await sql<StudentGuardianRow>`
    select id, student_id as "studentId", name, relation, phone, is_primary as "isPrimary", is_emergency as "isEmergency",
      restriction, status, version
    from guardian_link where student_id = any(${studentIds}::uuid[]) and status <> 'ended'
    order by student_id, (status = 'pending'), is_primary desc, sort, id
  `.execute(db)
  return rows
}

/** A pupil with what a list shows beside the row: the first guardian, the photo state, the class and the grade. */
export interface ShownStudentRow extends StudentRow {
  guardianId: string | null
  guardianName: string | null
  guardianRelation: Relation | null
  guardianPhone: Buffer | null
  face: FaceState
  className: string | null
  /** Of the grade of the class. */
  classStage: number | null
  classStartYear: number | null
  classYears: number | null
  stage: number | null
  startYear: number | null
  years: number | null
  /** The path of the bureau, whose settings decide how grades are called. */
  bureauPath: string | null
}

/**
 * As `listStudentRows`, with what lists show beside them. One statement, because each further one costs a list more
 * than what it reads. The pupils of a page share few classes; each is read once.
 */
export async function listShownStudents(db: Db, ids: readonly string[], day: string): Promise<ShownStudentRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ShownStudentRow>`
    with s as materialized (
      select ${columns}, wanted.position
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
      join student s on s.id = wanted.id ${joinEnrolmentOn(day)} ${joinPersonAndOrg}
    )
    select s.*, l.id as "guardianId", l.name as "guardianName", l.relation as "guardianRelation",
      l.phone as "guardianPhone", ${faceStateSql} as face, k.name as "className", k.stage as "classStage",
      k.start_year as "classStartYear", k.years as "classYears", g.stage, g.start_year as "startYear", g.years,
      (select path::text from v_org where parent_id is null) as "bureauPath"
    from s
    left join lateral (
      select id, name, relation, phone from guardian_link where student_id = s.id and status <> 'ended'
      order by (status = 'pending'), is_primary desc, sort, id limit 1) as l on true
    left join (select * from v_class where id = any(array(select distinct "classId" from s)) offset 0) as k
      on k.id = s."classId"
    left join (select * from v_grade where id = any(array(select distinct "gradeId" from s)) offset 0) as g
      on g.id = s."gradeId"
    order by s.position
  `.execute(db)
  return rows
}

/** Whether the pupil has an account slip that is neither used nor expired. */
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

/** The school and class of a pupil on a day; without an enrolment only the school. As in `listStudentIdsInScope`. */
export async function findStudentRecord(db: Db, id: string, day: string): Promise<StudentRecordRow | undefined> {
  const { rows } = await sql<StudentRecordRow>`
    select n.name, coalesce(p.org_id, s.org_id) as "orgId", coalesce(o.name, '') as "orgName", p.class_id as "classId"
    from student s join v_person n on n.id = s.person_id
    left join enrolment p on p.student_id = s.id and ${isEnrolledOn(day)}
    left join v_org o on o.id = coalesce(p.org_id, s.org_id)
    where s.id = ${id}
  `.execute(db)
  return rows[0]
}
