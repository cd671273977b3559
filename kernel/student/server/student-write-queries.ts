import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { IdKind, StudentStatus } from '../contract.ts'

/** Bytes are hex, because JSON cannot hold bytes. */
export interface StudentRecord {
  id: string
  person_id: string
  org_id: string
  status: StudentStatus
  student_no: string | null
  student_no_hash: string | null
  school_no: string
  id_kind: IdKind
  nation: string
  entered_on: string
  is_boarding: boolean
  is_special: boolean
  private: string | null
  ic_card: string | null
}

export const insertStudents = (db: Db, rows: readonly StudentRecord[], now: Date) =>
  sql`
    insert into student (id, person_id, org_id, status, student_no, student_no_hash, school_no, id_kind, nation,
      entered_on, is_boarding, is_special, private, ic_card, created_at, updated_at)
    select id, person_id, org_id, status, decode(student_no, 'hex'), decode(student_no_hash, 'hex'),
      school_no, id_kind, nation,
      entered_on, is_boarding, is_special, decode(private, 'hex'), decode(ic_card, 'hex'), ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, person_id uuid, org_id uuid, status text,
      student_no text, student_no_hash text, school_no text, id_kind text, nation text, entered_on date, is_boarding boolean,
      is_special boolean, private text, ic_card text)
  `.execute(db)

export interface GuardianRecord {
  id: string
  student_id: string
  name: string
  relation: number
  phone: string | null
  phone_hash: string | null
  phone_tail_hash: string | null
  is_primary: boolean
  is_emergency: boolean
  restriction: string | null
  may_see: boolean
  sort: number
}

export const insertGuardians = (db: Db, rows: readonly GuardianRecord[], now: Date) =>
  sql`
    insert into guardian_link (id, student_id, name, relation, phone, phone_hash, phone_tail_hash, is_primary, is_emergency,
      restriction, may_see, sort, created_at, updated_at)
    select id, student_id, name, relation, decode(phone, 'hex'), decode(phone_hash, 'hex'), decode(phone_tail_hash, 'hex'),
      is_primary, is_emergency, decode(restriction, 'hex'), may_see, sort, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, student_id uuid, name text, relation smallint,
      phone text, phone_hash text, phone_tail_hash text, is_primary boolean, is_emergency boolean, restriction text,
      may_see boolean, sort smallint)
  `.execute(db)

export interface IdCardOwner {
  personId: string
  name: string
  idCardHash: string
  /**
   * A person with a membership or an account. No school may make a pupil of such a person and thereby get the account.
   */
  isStaff: boolean
  /** The pupil of this person, if there is one. */
  studentId: string | null
  orgName: string | null
  orgId: string | null
}

/** The owners of these ID numbers in the district, pupils or not. Hashes are hex. */
export async function findByIdCards(db: Db, hashes: readonly string[]): Promise<IdCardOwner[]> {
  const { rows } = await sql<IdCardOwner>`
    select n.id as "personId", n.name, encode(q.id_card_hash, 'hex') as "idCardHash", s.id as "studentId",
      s.id is null and (n.account_id is not null or exists (select from v_membership m where m.person_id = n.id)) as "isStaff",
      o.name as "orgName", s.org_id as "orgId"
    from v_staff_person q
    join v_staff_person n on n.id = coalesce(q.merged_into, q.id)
    left join student s on s.person_id = n.id
    left join v_org o on o.id = s.org_id
    where q.id_card_hash = any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])
  `.execute(db)
  return rows
}

/** The pupil with this 学籍号 in any school. */
export async function findByStudentNo(db: Db, hash: Buffer) {
  const { rows } = await sql<{
    id: string
    personId: string
    name: string
    orgId: string
    orgName: string
    status: StudentStatus
  }>`
    select s.id, s.person_id as "personId", n.name, s.org_id as "orgId", o.name as "orgName", s.status
    from student s join v_person n on n.id = s.person_id join v_org o on o.id = s.org_id
    where s.student_no_hash = ${hash}
  `.execute(db)
  return rows[0]
}

export type StudentUpdate = Partial<{
  school_no: string
  id_kind: IdKind
  nation: string
  is_boarding: boolean
  is_special: boolean
  private: Buffer | null
  ic_card: Buffer | null
  student_no: Buffer | null
  student_no_hash: Buffer | null
}>

/** Updates the row if its version is still the given one. */
export async function updateStudent(db: Db, id: string, version: number, change: StudentUpdate, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('student')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: now, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const lockStudent = (db: Db, id: string) =>
  sql`select from student where id = ${id} for no key update`.execute(db)

export type GuardianUpdate = Partial<{
  name: string
  relation: number
  phone: Buffer | null
  phone_hash: Buffer | null
  phone_tail_hash: Buffer | null
  is_primary: boolean
  is_emergency: boolean
  restriction: Buffer | null
  may_see: boolean
  sort: number
}>

export async function updateGuardian(db: Db, id: string, version: number, change: GuardianUpdate, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('guardian_link')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: now })
    // A phone number that the school enters allows its owner to bind the child.
    .$if('phone' in change, (query) => query.set({ is_from_school: true }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes only unbound entries. Bound guardians are unbound instead, because consents refer to them. */
export const deleteUnboundGuardians = (db: Db, ids: readonly string[]) =>
  sql`delete from guardian_link where id = any(${ids}::uuid[]) and status = 'listed'
    and not exists (select from consent c where c.link_id = guardian_link.id)`.execute(db)

export interface SeatRow {
  studentId: string
  enrolmentId: string
  seatNo: number | null
  schoolNo: string
  pinyin: string
}

/** The pupils of a class on a day with their seats. */
export async function listSeats(db: Db, classId: string, day: string): Promise<SeatRow[]> {
  const { rows } = await sql<SeatRow>`
    select p.student_id as "studentId", p.id as "enrolmentId", p.seat_no as "seatNo", s.school_no as "schoolNo", n.pinyin
    from enrolment p join student s on s.id = p.student_id join v_person n on n.id = s.person_id
    where p.class_id = ${classId} and p.begins_on <= ${day}::date and (p.over_on is null or p.over_on > ${day}::date)
    order by p.seat_no nulls last, p.id
  `.execute(db)
  return rows
}

export const updateSeats = (db: Db, seats: readonly { enrolmentId: string; seatNo: number | null }[], now: Date) =>
  sql`
    update enrolment p set seat_no = r."seatNo", updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as r ("enrolmentId" uuid, "seatNo" smallint) where p.id = r."enrolmentId"
  `.execute(db)
