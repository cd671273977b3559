import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#packages/db'
import type { ChangeType, StudentStatus } from '../contract.ts'

/** The columns of an enrolment that `enrolment_of_student` contains: with any other one the rows would be read. */
export const enrolmentColumns = sql`p.student_id, p.begins_on, p.over_on, p.org_id, p.grade_id, p.class_id, p.seat_no, p.status`

/** The enrolment of a day. Plain comparisons, because behind row-level security only these use an index. */
export const isEnrolledOn = (day: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`p.begins_on <= ${day}::date and (p.over_on is null or p.over_on > ${day}::date)`

/** Serialises changes of one school: classes and seats are counted under this lock until the transaction ends. */
export const lockOrg = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('student:' || tenant.current_district() || ':' || ${orgId}, 0))`.execute(
    db,
  )

export interface CurrentEnrolment {
  studentId: string
  personId: string
  name: string
  /** The status of the pupil: the current one, or the one since the last day at school. */
  status: StudentStatus
  studentOrgId: string
  hasSchoolNo: boolean
  /** The last enrolment, open or ended; null if there never was one. */
  enrolmentId: string | null
  orgId: string | null
  gradeId: string | null
  classId: string | null
  enrolmentStatus: 'studying' | 'suspended' | null
  beginsOn: string | null
  overOn: string | null
}

/** Locks the pupils in a fixed order until the transaction ends, and returns their last enrolments. */
export async function lockEnrolments(db: Db, ids: readonly string[]): Promise<CurrentEnrolment[]> {
  await sql`select from student where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
  return listCurrentEnrolments(db, ids)
}

/** The same without locks. */
export async function listCurrentEnrolments(db: Db, ids: readonly string[]): Promise<CurrentEnrolment[]> {
  const { rows } = await sql<CurrentEnrolment>`
    select s.id as "studentId", s.person_id as "personId", n.name, s.status, s.org_id as "studentOrgId",
      s.school_no <> '' as "hasSchoolNo", p.id as "enrolmentId", p.org_id as "orgId", p.grade_id as "gradeId",
      p.class_id as "classId", p.status as "enrolmentStatus", p.begins_on as "beginsOn", p.over_on as "overOn"
    from student s
    join v_person n on n.id = s.person_id
    left join lateral (
      select * from enrolment p where p.student_id = s.id order by p.begins_on desc limit 1
    ) p on true
    where s.id = any(${ids}::uuid[])
    order by s.id
  `.execute(db)
  return rows
}

export interface NewEnrolment {
  id: string
  studentId: string
  orgId: string
  gradeId: string
  classId: string | null
  status: 'studying' | 'suspended'
  seatNo: number | null
  on: string
}

export const insertEnrolments = (db: Db, enrolments: readonly NewEnrolment[], now: Date) =>
  sql`
    insert into enrolment (id, student_id, org_id, grade_id, class_id, status, seat_no, valid, created_at, updated_at)
    select id, "studentId", "orgId", "gradeId", "classId", status, "seatNo", daterange("on", null), ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(enrolments)}::jsonb) as r (id uuid, "studentId" uuid, "orgId" uuid, "gradeId" uuid,
      "classId" uuid, status text, "seatNo" smallint, "on" date)
  `.execute(db)

/** Ends enrolments; the given day is the first day without them. */
export const closeEnrolments = (db: Db, closings: readonly { id: string; on: string }[], now: Date) =>
  sql`
    update enrolment p set valid = daterange(p.begins_on, r."on"), updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(closings)}::jsonb) as r (id uuid, "on" date)
    where p.id = r.id
  `.execute(db)

/** For enrolments that another change on their first day replaces. */
export const deleteEnrolments = (db: Db, ids: readonly string[]) =>
  sql`delete from enrolment where id = any(${ids}::uuid[])`.execute(db)

export interface StudentStatusChange {
  id: string
  status: StudentStatus
  orgId: string
  /** A school number is valid only in its school. */
  dropsSchoolNo: boolean
}

export const updateStudentStatuses = (db: Db, changes: readonly StudentStatusChange[], now: Date) =>
  sql`
    update student s set status = r.status, org_id = r."orgId",
      school_no = case when r."dropsSchoolNo" then '' else s.school_no end,
      version = s.version + 1, updated_at = ${now}, changed_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (id uuid, status text, "orgId" uuid, "dropsSchoolNo" boolean)
    where s.id = r.id
  `.execute(db)

export interface NewStudentChange {
  id: string
  studentId: string
  type: ChangeType
  on: string
  fromOrgId: string | null
  fromClassId: string | null
  toOrgId: string | null
  toClassId: string | null
  /** Encrypted, as hex. */
  reason: string | null
  planId: string | null
}

export const insertStudentChanges = (db: Db, changes: readonly NewStudentChange[], byPersonId: string, now: Date) =>
  sql`
    insert into student_change (id, student_id, type, happens_on, from_org_id, from_class_id, to_org_id, to_class_id, reason,
      plan_id, by_person_id, created_at)
    select id, "studentId", type, "on", "fromOrgId", "fromClassId", "toOrgId", "toClassId", decode(reason, 'hex'), "planId",
      ${byPersonId}, ${now}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (id uuid, "studentId" uuid, type text, "on" date,
      "fromOrgId" uuid, "fromClassId" uuid, "toOrgId" uuid, "toClassId" uuid, reason text, "planId" uuid)
  `.execute(db)

/** The pupils whose enrolment ended on this day and was entered in advance: their departure is not published yet. */
export async function listDeparturesOn(db: Db, day: string) {
  const { rows } = await sql<{ studentId: string; orgId: string }>`
    select p.student_id as "studentId", p.org_id as "orgId" from enrolment p
    where p.over_on = ${day}::date and not exists (
      select from enrolment next where next.student_id = p.student_id and next.org_id = p.org_id
        and next.begins_on = p.over_on)
  `.execute(db)
  return rows
}

/** The pupils of these classes on a day or later. */
export async function listPupilIdsInClassesFrom(db: Db, classIds: readonly string[], day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.student_id as id from enrolment p
    where p.class_id = any(${classIds}::uuid[]) and (p.over_on is null or p.over_on > ${day}::date)
  `.execute(db)
  return rows.map(({ id }) => id)
}

interface OpenEnrolment {
  studentId: string
  gradeId: string
  classId: string | null
  status: 'studying' | 'suspended'
  beginsOn: string
}

/** The enrolments of a school without an end. */
export async function listOpenEnrolments(db: Db, orgId: string): Promise<OpenEnrolment[]> {
  const { rows } = await sql<OpenEnrolment>`
    select student_id as "studentId", grade_id as "gradeId", class_id as "classId", status, begins_on as "beginsOn"
    from enrolment where org_id = ${orgId} and over_on is null order by student_id
  `.execute(db)
  return rows
}

/** Pupils whose enrolment ends on a known future day. */
export async function countEndingEnrolments(db: Db, orgId: string, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from enrolment where org_id = ${orgId} and over_on > ${day}::date
  `.execute(db)
  return rows[0]!.count
}

/** Locks all pupils of a school, also those who have left it. */
export async function lockStudentsOfOrg(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from student where org_id = ${orgId} order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Pupils of a merged school belong to its successor. Their past enrolments stay unchanged. */
export const moveStudentsToOrg = (db: Db, ids: readonly string[], orgId: string, now: Date) =>
  sql`
    update student set org_id = ${orgId}, school_no = '', version = version + 1, updated_at = ${now}, changed_at = now()
    where id = any(${ids}::uuid[])
  `.execute(db)

interface MovablePupil {
  studentId: string
  orgId: string
  gradeId: string
  otherClassId: string
}

/** Pupils of a school with another class in their grade, for the demo. */
export async function listMovablePupils(db: Db, orgId: string, limit: number): Promise<MovablePupil[]> {
  const { rows } = await sql<MovablePupil>`
    select p.student_id as "studentId", p.org_id as "orgId", p.grade_id as "gradeId", c.id as "otherClassId"
    from enrolment p
    join lateral (
      select c.id from v_class c where c.grade_id = p.grade_id and c.id <> p.class_id and c.closed_on is null order by c.id limit 1
    ) c on true
    where p.org_id = ${orgId} and p.over_on is null and p.status = 'studying' and p.begins_on < current_date
    order by p.student_id limit ${limit}
  `.execute(db)
  return rows
}
