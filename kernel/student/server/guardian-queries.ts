import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

export interface GuardianPersonRow {
  id: string
  personId: string
  phone: Buffer | null
  phoneHash: Buffer | null
  name: string
}

/** Registers a person as guardian, or updates the verified phone number. */
export async function upsertGuardian(
  db: Db,
  row: { id: string; person_id: string; phone: Buffer | null; phone_hash: Buffer | null },
  now: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('guardian')
    .values({ ...row, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['district_id', 'person_id'])
        .doUpdateSet({ phone: row.phone, phone_hash: row.phone_hash, updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findGuardian(db: Db, id: string): Promise<GuardianPersonRow | undefined> {
  const { rows } = await sql<GuardianPersonRow>`
    select g.id, g.person_id as "personId", g.phone, g.phone_hash as "phoneHash", p.name
    from guardian g join v_person p on p.id = g.person_id where g.id = ${id}
  `.execute(db)
  return rows[0]
}

/** The name that a school has registered for this phone number. */
export const findNameOnRoster = (db: Db, phoneHash: Buffer) =>
  db
    .selectFrom('guardian_link')
    .select('name')
    .where('phone_hash', '=', phoneHash)
    .where('status', '<>', 'ended')
    .where('is_from_school', '=', true)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()

/** How the guardian's relation to the child was verified. */
type VerificationMethod = 'roster-phone' | 'class-code' | 'class-teacher' | 'admission'

export interface BindableChild {
  linkId: string
  studentId: string
  name: string
  orgName: string
  classId: string | null
  relation: number
}

/**
 * Children whose school has registered this phone number and whom nobody has bound with it. Excludes children that any
 * link of this guardian restricts.
 */
export async function listBindableChildren(
  db: Db,
  guardianId: string,
  phoneHash: Buffer,
  day: string,
): Promise<BindableChild[]> {
  const { rows } = await sql<BindableChild>`
    select distinct on (s.id) l.id as "linkId", s.id as "studentId", p.name, o.name as "orgName",
      place.class_id as "classId", l.relation
    from guardian_link l
    join student s on s.id = l.student_id and s.status in ('studying', 'suspended')
    join v_person p on p.id = s.person_id
    join v_org o on o.id = s.org_id
    left join lateral (
      select class_id from enrolment where student_id = s.id and begins_on <= ${day}::date
        and (over_on is null or over_on > ${day}::date) limit 1
    ) place on true
    where l.phone_hash = ${phoneHash} and l.status = 'listed' and l.may_see and l.is_from_school
      and not exists (
        select from guardian_link x where x.student_id = s.id
          and (x.guardian_id = ${guardianId}::uuid and (x.status in ('pending', 'active', 'ended') or not x.may_see)
            or x.phone_hash = ${phoneHash} and not x.may_see))
    order by s.id, l.is_primary desc, l.sort, l.id
  `.execute(db)
  return rows
}

/** Binds a roster entry to a guardian. Returns false if it is already bound. */
export async function bindGuardianLink(
  db: Db,
  linkId: string,
  guardianId: string,
  verifiedBy: VerificationMethod,
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('guardian_link')
    .set({ guardian_id: guardianId, status: 'active', verified_by: verifiedBy, bound_at: now, updated_at: now })
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', linkId)
    .where('status', 'in', ['listed', 'pending'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export interface GuardianLinkRow {
  id: string
  studentId: string
  guardianId: string | null
  personId: string | null
  name: string
  relation: number
  phone: Buffer | null
  phoneHash: Buffer | null
  maySee: boolean
  isEmergency: boolean
  isFromSchool: boolean
  status: 'listed' | 'pending' | 'active' | 'ended'
}

const selectLinks = sql`
  select l.id, l.student_id as "studentId", l.guardian_id as "guardianId", g.person_id as "personId", l.name, l.relation,
    l.phone, l.phone_hash as "phoneHash", l.may_see as "maySee", l.is_emergency as "isEmergency",
    l.is_from_school as "isFromSchool", l.status
  from guardian_link l left join guardian g on g.id = l.guardian_id`

export async function listGuardianLinks(db: Db, studentId: string): Promise<GuardianLinkRow[]> {
  const { rows } =
    await sql<GuardianLinkRow>`${selectLinks} where l.student_id = ${studentId} order by l.sort, l.id`.execute(db)
  return rows
}

/** Locks the link, so that two concurrent decisions run one after the other. */
export async function lockGuardianLink(db: Db, id: string): Promise<GuardianLinkRow | undefined> {
  const { rows } = await sql<GuardianLinkRow>`${selectLinks} where l.id = ${id} for update of l`.execute(db)
  return rows[0]
}

export async function findGuardianLink(db: Db, id: string): Promise<GuardianLinkRow | undefined> {
  const { rows } = await sql<GuardianLinkRow>`${selectLinks} where l.id = ${id}`.execute(db)
  return rows[0]
}

/** The pupil of a binding, with the class on a day. */
export async function findBindPupil(db: Db, studentId: string, day: string) {
  const { rows } = await sql<{ name: string; classId: string | null }>`
    select p.name, (select class_id from enrolment where student_id = s.id and begins_on <= ${day}::date
      and (over_on is null or over_on > ${day}::date) limit 1) as "classId"
    from student s join v_person p on p.id = s.person_id where s.id = ${studentId}
  `.execute(db)
  return rows[0]
}

export interface NewGuardianLink {
  id: string
  student_id: string
  guardian_id: string | null
  name: string
  relation: number
  phone: Buffer | null
  phone_hash: Buffer | null
  phone_tail_hash: Buffer | null
  is_emergency: boolean
  status: 'listed' | 'pending' | 'active'
  verified_by: VerificationMethod | null
  bound_at: Date | null
}

/** Adds the link at the end of the child's list. A link that a family enters does not allow anybody else to bind. */
export const insertGuardianLink = (db: Db, row: NewGuardianLink, now: Date) =>
  db
    .insertInto('guardian_link')
    .values({
      ...row,
      is_from_school: false,
      created_at: now,
      updated_at: now,
      sort: sql<number>`(select coalesce(max(sort), -1) + 1 from guardian_link where student_id = ${row.student_id})`,
    })
    .execute()

export const updateGuardianLink = (
  db: Db,
  id: string,
  change: Partial<Omit<NewGuardianLink, 'id' | 'student_id' | 'status'>> & {
    status?: GuardianLinkRow['status']
    is_from_school?: boolean
  },
  now: Date,
) =>
  db
    .updateTable('guardian_link')
    .set({ ...change, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()

/** `listed`: unbinds the guardian, the roster entry stays. `ended`: the school has ended the link. */
export const endGuardianLink = (db: Db, id: string, to: 'listed' | 'ended', now: Date) =>
  updateGuardianLink(
    db,
    id,
    { status: to, ...(to === 'listed' ? { guardian_id: null, verified_by: null, bound_at: null } : {}) },
    now,
  )

/** The pupils of a class on a day with this name, and the data to compare their numbers. */
export async function findNamesakesInClass(db: Db, classId: string, name: string, day: string) {
  const { rows } = await sql<{
    studentId: string
    personId: string
    idCard: Buffer | null
    studentNo: Buffer | null
    private: Buffer | null
  }>`
    select s.id as "studentId", s.person_id as "personId", case when p.id_card_is_claim then null else p.id_card end as "idCard", s.student_no as "studentNo", s.private
    from enrolment l
    join student s on s.id = l.student_id
    join v_staff_person p on p.id = s.person_id
    where l.class_id = ${classId} and l.begins_on <= ${day}::date and (l.over_on is null or l.over_on > ${day}::date)
      and p.name = ${name}
  `.execute(db)
  return rows
}

/** A current pupil by 学籍号, if the name matches. */
export async function findPupilByNumber(db: Db, studentNoHash: Buffer, name: string, day: string) {
  const { rows } = await sql<{ studentId: string; orgId: string; classId: string | null; name: string }>`
    select s.id as "studentId", l.org_id as "orgId", l.class_id as "classId", p.name
    from student s
    join v_person p on p.id = s.person_id
    join enrolment l on l.student_id = s.id and l.begins_on <= ${day}::date and (l.over_on is null or l.over_on > ${day}::date)
    where s.student_no_hash = ${studentNoHash} and p.name = ${name}
  `.execute(db)
  return rows[0]
}

export const findClassCode = (db: Db, codeHash: Buffer, now: Date) =>
  db
    .selectFrom('class_code')
    .select('class_id as classId')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const findCodeOfClass = (db: Db, classId: string, now: Date) =>
  db
    .selectFrom('class_code')
    .select(['code', 'expires_at as expiresAt'])
    .where('class_id', '=', classId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const upsertClassCode = (
  db: Db,
  row: { class_id: string; code: Buffer; code_hash: Buffer; expires_at: Date; by_person_id: string },
  now: Date,
) =>
  db
    .insertInto('class_code')
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.columns(['district_id', 'class_id']).doUpdateSet({ ...row, created_at: now }))
    .execute()

export interface BindRequestRow {
  id: string
  studentId: string
  studentName: string
  classId: string | null
  name: string
  relation: number
  phone: Buffer | null
  at: Date
}

/** Bind requests that wait for a decision of the school. */
const selectBindRequests = (scope: Scope, day: string) => sql`
  from guardian_link l
  join student s on s.id = l.student_id
  left join lateral (
    select class_id from enrolment where student_id = s.id and begins_on <= ${day}::date
      and (over_on is null or over_on > ${day}::date) limit 1
  ) place on true
  where l.status = 'pending' and ${inScope(scope, { org: 's.org_id', class: 'place.class_id', day })}`

/** Counts up to a limit. */
export async function countBindRequestsInScope(db: Db, scope: Scope, day: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select ${selectBindRequests(scope, day)} limit ${limit}) as waiting
  `.execute(db)
  return rows[0]!.count
}

/** Oldest first. */
export async function listBindRequestsInScope(
  db: Db,
  scope: Scope,
  day: string,
  limit: number,
): Promise<BindRequestRow[]> {
  const { rows } = await sql<BindRequestRow>`
    select l.id, l.student_id as "studentId", (select name from v_person where id = s.person_id) as "studentName",
      place.class_id as "classId", l.name, l.relation, l.phone, l.created_at as at
    ${selectBindRequests(scope, day)}
    order by l.created_at, l.id limit ${limit}
  `.execute(db)
  return rows
}
