import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { IdKind, LinkStatus, Relation, StudentStatus } from '../contract.ts'

/** The schools of an organisation within the scope. */
export async function listSchoolsBelow(
  db: Db,
  readerScope: Scope,
  path: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from v_org o
    where o.path <@ ${path}::ltree and o.type in ('school', 'kindergarten', 'other-school')
      and ${inScope(readerScope, { org: 'o.id', orgPath: 'o.path' })}
    order by o.sort, o.id
  `.execute(db)
  return rows
}

export async function listGradesOfSchools(db: Db, orgIds: readonly string[]) {
  const { rows } = await sql<{ id: string; orgId: string; stage: number; startYear: number; years: number }>`
    select id, org_id as "orgId", stage, start_year as "startYear", years from v_grade
    where org_id = any(${orgIds}::uuid[]) order by start_year desc, stage
  `.execute(db)
  return rows
}

export async function listClassesOfSchools(db: Db, orgIds: readonly string[]) {
  const { rows } = await sql<{ id: string; gradeId: string; name: string; code: string }>`
    select id, grade_id as "gradeId", name, code from v_class
    where org_id = any(${orgIds}::uuid[]) and closed_on is null order by sort, name
  `.execute(db)
  return rows
}

const bytes = (hashes: readonly string[]) => sql`${hashes.map((hash) => `\\x${hash}`)}::bytea[]`

export interface NumberOwnerRow {
  by: 'studentNo' | 'idCard' | 'schoolNo' | 'name'
  /** The hash as hex; for school numbers and names, the school id and the text. */
  key: string
  personId: string
  /** Null for a person who is no pupil. */
  studentId: string | null
}

interface NumbersToFind {
  /** Hashes as hex. */
  studentNos: readonly string[]
  idCards: readonly string[]
  orgIds: readonly string[]
  schoolNos: readonly string[]
  /** Only of rows without a number. */
  names: readonly string[]
}

/** The owners of these numbers: 学籍号 and ID number in the whole district, 学号 and names in these schools. */
export async function findNumberOwners(db: Db, numbers: NumbersToFind): Promise<NumberOwnerRow[]> {
  const { rows } = await sql<NumberOwnerRow>`
    select 'studentNo' as by, encode(s.student_no_hash, 'hex') as key, s.person_id as "personId", s.id as "studentId"
    from student s where s.student_no_hash = any(${bytes(numbers.studentNos)})
    union all
    select 'idCard', encode(q.id_card_hash, 'hex'), coalesce(q.merged_into, q.id), s.id
    from v_staff_person q left join student s on s.person_id = coalesce(q.merged_into, q.id)
    where q.id_card_hash = any(${bytes(numbers.idCards)})
    union all
    select 'schoolNo', s.org_id || ':' || s.school_no, s.person_id, s.id from student s
    where s.org_id = any(${numbers.orgIds}::uuid[]) and s.school_no <> '' and s.school_no = any(${numbers.schoolNos}::text[])
    union all
    select 'name', s.org_id || ':' || q.name, s.person_id, s.id
    from v_staff_person q join student s on s.person_id = q.id
    where q.name = any(${numbers.names}::text[]) and s.org_id = any(${numbers.orgIds}::uuid[])
      and s.status in ('studying', 'suspended')
  `.execute(db)
  return rows
}

export interface RegisteredGuardianRow {
  id: string
  name: string
  relation: Relation
  /** As hex. */
  phone: string | null
  status: LinkStatus
}

/** A pupil, or a person who is no pupil yet, with encrypted numbers. */
export interface RegisteredPersonRow {
  personId: string
  name: string
  sex: '男' | '女' | null
  idCard: Buffer | null
  personVersion: number
  id: string | null
  /** No pupil, but a person with a membership or an account. */
  isStaff: boolean
  orgId: string
  orgName: string
  status: StudentStatus
  studentNo: Buffer | null
  schoolNo: string
  idKind: IdKind
  nation: string
  isBoarding: boolean
  isSpecial: boolean
  private: Buffer | null
  icCard: Buffer | null
  version: number
  gradeId: string | null
  classId: string | null
  seatNo: number | null
  beginsOn: string | null
  overOn: string | null
  enrolmentStatus: 'studying' | 'suspended' | null
  guardians: RegisteredGuardianRow[]
}

/** Table by table, because the planner has no statistics for new rows and would scan whole tables for each row. */
export async function listRegisteredPeople(db: Db, personIds: readonly string[]): Promise<RegisteredPersonRow[]> {
  const { rows } = await sql<RegisteredPersonRow>`
    with pupils as materialized (select * from student where person_id = any(${personIds}::uuid[])),
    places as materialized (
      select distinct on (p.student_id) p.* from enrolment p
      where p.student_id = any(array(select id from pupils)) order by p.student_id, p.begins_on desc
    ), links as materialized (
      select l.student_id, jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'relation', l.relation,
        'phone', encode(l.phone, 'hex'), 'status', l.status) order by l.sort, l.id) as links
      from guardian_link l where l.student_id = any(array(select id from pupils)) and l.status <> 'ended'
      group by l.student_id
    )
    select q.id as "personId", q.name, q.sex, case when q.id_card_is_claim then null else q.id_card end as "idCard", q.version as "personVersion",
      s.id, s.org_id as "orgId", coalesce(o.name, '') as "orgName", s.status, s.student_no as "studentNo",
      s.id is null and (q.account_id is not null or exists (select from v_membership m where m.person_id = q.id)) as "isStaff",
      s.school_no as "schoolNo", s.id_kind as "idKind", s.nation, s.is_boarding as "isBoarding",
      s.is_special as "isSpecial", s.private, s.ic_card as "icCard", s.version,
      p.grade_id as "gradeId", p.class_id as "classId", p.seat_no as "seatNo", p.begins_on as "beginsOn",
      p.over_on as "overOn", p.status as "enrolmentStatus", coalesce(g.links, '[]') as guardians
    from v_staff_person q
    left join pupils s on s.person_id = q.id
    left join v_org o on o.id = s.org_id
    left join places p on p.student_id = s.id
    left join links g on g.student_id = s.id
    where q.id = any(${personIds}::uuid[])
  `.execute(db)
  return rows
}

/** Locks the pupils and returns the versions of pupil and person. */
export async function lockStudentVersions(db: Db, studentIds: readonly string[]) {
  const { rows } = await sql<{ id: string; version: number; personVersion: number }>`
    select s.id, s.version, q.version as "personVersion" from student s join v_staff_person q on q.id = s.person_id
    where s.id = any(${studentIds}::uuid[]) order by s.id for update of s
  `.execute(db)
  return new Map(rows.map(({ id, version, personVersion }) => [id, `${version}.${personVersion}`]))
}

/** The number of pupils today per class; pupils without a class count for the school. */
export async function countPupilsByClass(db: Db, orgIds: readonly string[], day: string) {
  const { rows } = await sql<{ orgId: string; classId: string | null; count: number }>`
    select org_id as "orgId", class_id as "classId", count(*)::int as count from enrolment
    where org_id = any(${orgIds}::uuid[]) and begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)
    group by org_id, class_id
  `.execute(db)
  return rows
}
