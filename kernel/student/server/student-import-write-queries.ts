import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** The pupil data that an import writes. Bytes are hex, because JSON cannot hold bytes. */
export interface StudentState {
  id: string
  org_id: string
  status: string
  student_no: string | null
  student_no_hash: string | null
  school_no: string
  id_kind: string
  nation: string
  entered_on: string | null
  is_boarding: boolean
  is_special: boolean
  private: string | null
  ic_card: string | null
}

export async function listStudentStates(db: Db, ids: readonly string[]): Promise<StudentState[]> {
  const { rows } = await sql<StudentState>`
    select id, org_id, status, encode(student_no, 'hex') as student_no, encode(student_no_hash, 'hex') as student_no_hash,
      school_no, id_kind, nation, entered_on, is_boarding, is_special, encode(private, 'hex') as private,
      encode(ic_card, 'hex') as ic_card
    from student where id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

export const updateStudentStates = (db: Db, rows: readonly StudentState[], now: Date) =>
  sql`
    update student s set org_id = r.org_id, status = r.status, student_no = decode(r.student_no, 'hex'),
      student_no_hash = decode(r.student_no_hash, 'hex'), school_no = r.school_no, id_kind = r.id_kind, nation = r.nation,
      entered_on = r.entered_on, is_boarding = r.is_boarding, is_special = r.is_special,
      private = decode(r.private, 'hex'), ic_card = decode(r.ic_card, 'hex'), version = s.version + 1,
      updated_at = ${now}, changed_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, org_id uuid, status text, student_no text,
      student_no_hash text, school_no text, id_kind text, nation text, entered_on date, is_boarding boolean,
      is_special boolean, private text, ic_card text)
    where s.id = r.id
  `.execute(db)

/** A stored enrolment, for the undo of an import. */
export interface EnrolmentState {
  id: string
  student_id: string
  org_id: string
  grade_id: string
  class_id: string | null
  status: string
  seat_no: number | null
  valid: string
  created_at: string
}

export async function listEnrolmentStates(db: Db, studentIds: readonly string[]): Promise<EnrolmentState[]> {
  const { rows } = await sql<EnrolmentState>`
    select id, student_id, org_id, grade_id, class_id, status, seat_no, valid::text as valid, created_at::text as created_at
    from enrolment where student_id = any(${studentIds}::uuid[])
  `.execute(db)
  return rows
}

/** Replaces all enrolments of these pupils. */
export async function restoreEnrolments(
  db: Db,
  studentIds: readonly string[],
  rows: readonly EnrolmentState[],
  now: Date,
) {
  const ids = rows.map(({ id }) => id)
  await sql`
    delete from enrolment where student_id = any(${studentIds}::uuid[]) and id <> all(${ids}::uuid[])
  `.execute(db)
  await sql`
    insert into enrolment (id, student_id, org_id, grade_id, class_id, status, seat_no, valid, created_at, updated_at)
    select id, student_id, org_id, grade_id, class_id, status, seat_no, valid, created_at, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, student_id uuid, org_id uuid, grade_id uuid,
      class_id uuid, status text, seat_no smallint, valid daterange, created_at timestamptz)
    on conflict (district_id, id) do update set class_id = excluded.class_id, grade_id = excluded.grade_id,
      org_id = excluded.org_id, status = excluded.status, seat_no = excluded.seat_no, valid = excluded.valid,
      updated_at = excluded.updated_at
  `.execute(db)
}

export const updateOpenSeats = (db: Db, seats: readonly { id: string; seatNo: number }[], now: Date) =>
  sql`
    update enrolment p set seat_no = r."seatNo", updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as r (id uuid, "seatNo" smallint)
    where p.student_id = r.id and p.over_on is null
  `.execute(db)

/** A guardian that an import creates or updates. */
export interface GuardianLinkState {
  id: string
  student_id: string
  name: string
  relation: number
  phone: string | null
  phone_hash: string | null
  phone_tail_hash: string | null
  is_primary: boolean
  sort: number
}

export async function listGuardianLinkStates(db: Db, studentIds: readonly string[]): Promise<GuardianLinkState[]> {
  const { rows } = await sql<GuardianLinkState>`
    select id, student_id, name, relation, encode(phone, 'hex') as phone, encode(phone_hash, 'hex') as phone_hash,
      encode(phone_tail_hash, 'hex') as phone_tail_hash, is_primary, sort
    from guardian_link where student_id = any(${studentIds}::uuid[])
  `.execute(db)
  return rows
}

export const upsertGuardianLinks = (db: Db, rows: readonly GuardianLinkState[], now: Date) =>
  sql`
    insert into guardian_link (id, student_id, name, relation, phone, phone_hash, phone_tail_hash, is_primary, sort,
      created_at, updated_at)
    select id, student_id, name, relation, decode(phone, 'hex'), decode(phone_hash, 'hex'), decode(phone_tail_hash, 'hex'),
      is_primary, sort, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, student_id uuid, name text, relation smallint,
      phone text, phone_hash text, phone_tail_hash text, is_primary boolean, sort smallint)
    on conflict (district_id, id) do update set relation = excluded.relation, phone = excluded.phone,
      phone_hash = excluded.phone_hash, phone_tail_hash = excluded.phone_tail_hash,
      version = guardian_link.version + 1, updated_at = excluded.updated_at
  `.execute(db)

export const deleteGuardianLinks = (db: Db, ids: readonly string[]) =>
  sql`delete from guardian_link where id = any(${ids}::uuid[])`.execute(db)

/** Deletes pupils that an import created, with all their rows. */
export async function deleteStudents(db: Db, ids: readonly string[]) {
  await sql`delete from guardian_link where student_id = any(${ids}::uuid[])`.execute(db)
  await sql`delete from enrolment where student_id = any(${ids}::uuid[])`.execute(db)
  await sql`delete from student_change where student_id = any(${ids}::uuid[])`.execute(db)
  await sql`delete from student where id = any(${ids}::uuid[])`.execute(db)
}

/** Marks the student changes of an import as undone, found by pupil and time. */
export const markImportUndone = (db: Db, studentIds: readonly string[], at: string, now: Date) =>
  sql`
    update student_change set undone_at = ${now}
    where student_id = any(${studentIds}::uuid[]) and created_at = ${at}::timestamptz and undone_at is null
  `.execute(db)

/** A row without counters and timestamps, and without columns that change together with an account. */
const selectRowContent = (row: 's' | 'p' | 'l' | 'q') =>
  sql`(to_jsonb(${sql.ref(row)}) - '{version,updated_at,changed_at,account_id,login_name,is_bound,theme}'::text[])::text`

export interface StudentFingerprint {
  id: string
  personId: string
  /** A fingerprint of the pupil's rows: equal while nobody has changed them, or after they were restored. */
  mark: string
  /** The same for the person. */
  personMark: string
  accountId: string | null
}

/** Table by table, because the planner has no statistics for new rows and would scan whole tables for each row. */
export async function getStudentFingerprints(db: Db, ids: readonly string[]): Promise<StudentFingerprint[]> {
  const { rows } = await sql<StudentFingerprint>`
    with places as materialized (
      select p.student_id, string_agg(${selectRowContent('p')}, '' order by p.id) as content
      from enrolment p where p.student_id = any(${ids}::uuid[]) group by p.student_id
    ), links as materialized (
      select l.student_id, string_agg(${selectRowContent('l')}, '' order by l.id) as content
      from guardian_link l where l.student_id = any(${ids}::uuid[]) group by l.student_id
    ), pupils as materialized (
      select s.id, s.person_id, ${selectRowContent('s')} as content from student s where s.id = any(${ids}::uuid[])
    )
    select s.id, s.person_id as "personId", q.account_id as "accountId", md5(${selectRowContent('q')}) as "personMark",
      md5(s.content || coalesce(p.content, '') || coalesce(l.content, '')) as mark
    from pupils s
    join v_staff_person q on q.id = s.person_id
    left join places p on p.student_id = s.id
    left join links l on l.student_id = s.id
  `.execute(db)
  return rows
}

export const lockStudents = (db: Db, ids: readonly string[]) =>
  sql`select from student where id = any(${ids}::uuid[]) order by id for update`.execute(db)

/** The 学号 of these that another pupil of the school has now. */
export async function findTakenSchoolNos(db: Db, rows: readonly { id: string; orgId: string; schoolNo: string }[]) {
  const { rows: taken } = await sql<{ id: string }>`
    select r.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "orgId" uuid, "schoolNo" text)
    join student s on s.org_id = r."orgId" and s.school_no = r."schoolNo" and s.id <> r.id
    where r."schoolNo" <> ''
  `.execute(db)
  return new Set(taken.map(({ id }) => id))
}
