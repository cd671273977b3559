import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { StudentStatus } from '../contract.ts'

export interface PupilIdentityRow {
  id: string
  personId: string
  orgId: string
  status: StudentStatus
  private: Buffer | null
  idCard: Buffer | null
  /** The first day without an enrolment. */
  overOn: string | null
}

export async function findPupilOfPerson(db: Db, personId: string): Promise<PupilIdentityRow | undefined> {
  const { rows } = await sql<PupilIdentityRow>`
    select s.id, s.person_id as "personId", s.org_id as "orgId", s.status, s.private, case when p.id_card_is_claim then null else p.id_card end as "idCard", last.over_on::text as "overOn"
    from student s
    join v_staff_person p on p.id = s.person_id
    left join lateral (
      select over_on from enrolment where student_id = s.id order by begins_on desc limit 1
    ) last on true
    where s.person_id = ${personId}
  `.execute(db)
  return rows[0]
}

/** The guardian of a person, with the school of one of the children, or the bureau if there is none. */
export async function findGuardianOfPerson(db: Db, personId: string) {
  const { rows } = await sql<{ id: string; orgId: string }>`
    select g.id, coalesce(
      (select s.org_id from guardian_link l join student s on s.id = l.student_id
       where l.guardian_id = g.id and l.status = 'active' and l.may_see
       order by (s.status in ('studying', 'suspended')) desc, l.bound_at limit 1),
      (select id from v_org where parent_id is null order by path limit 1)) as "orgId"
    from guardian g
    where g.person_id = ${personId}
      or g.person_id in (select id from v_staff_person where merged_into = ${personId}) -- whom she turned out to be
    order by (g.person_id = ${personId}) desc limit 1
  `.execute(db)
  return rows[0]
}

/** The newest version of each agreement that a person has accepted. */
export async function listAcceptedAgreements(db: Db, personId: string): Promise<{ kind: string; version: number }[]> {
  const { rows } = await sql<{ kind: string; version: number }>`
    select kind, max(version) as version from agreement where person_id = ${personId} group by kind
  `.execute(db)
  return rows
}

/**
 * Whether a bound guardian has accepted this version of the agreement for children. Contacts who are no guardians do
 * not count.
 */
export async function hasGuardianAccepted(db: Db, studentId: string, version: number): Promise<boolean> {
  const { rows } = await sql`
    select from guardian_link l
    join guardian g on g.id = l.guardian_id
    join agreement a on a.person_id = g.person_id and a.kind = 'children' and a.version >= ${version}
    where l.student_id = ${studentId} and l.status = 'active' and l.may_see and l.relation <> 9 limit 1
  `.execute(db)
  return rows.length > 0
}

export const insertAgreements = (
  db: Db,
  personId: string,
  accepted: readonly { kind: string; version: number }[],
  now: Date,
) =>
  sql`
    insert into agreement (person_id, kind, version, agreed_at)
    select ${personId}::uuid, kind, version, ${now}
    from jsonb_to_recordset(${JSON.stringify(accepted)}::jsonb) as r (kind text, version int)
    on conflict do nothing
  `.execute(db)

export interface ChildRow {
  id: string
  personId: string
  name: string
  orgId: string
  orgName: string
  status: StudentStatus
  gradeId: string | null
  classId: string | null
  overOn: string | null
  icCard: Buffer | null
  /** Null for the pupil. */
  linkId: string | null
  relation: number | null
}

/** A guardian sees the bound children, and a pupil only the own record. */
export type FamilyViewer = { guardianId: string } | { pupilId: string }

const selectChildren = (viewer: FamilyViewer) => {
  const guardianId = 'guardianId' in viewer ? viewer.guardianId : null
  const pupilId = 'pupilId' in viewer ? viewer.pupilId : null
  const whose = guardianId
    ? sql`s.id in (select student_id from guardian_link where guardian_id = ${guardianId} and status = 'active' and may_see)`
    : sql`s.id = ${pupilId}`
  return sql`
    select s.id, s.person_id as "personId", p.name, s.org_id as "orgId", o.name as "orgName", s.status,
      last.grade_id as "gradeId", last.class_id as "classId", last.over_on::text as "overOn", s.ic_card as "icCard",
      l.id as "linkId", l.relation
    from student s
    join v_person p on p.id = s.person_id
    join v_org o on o.id = s.org_id
    left join lateral (
      select grade_id, class_id, over_on from enrolment where student_id = s.id order by begins_on desc limit 1
    ) last on true
    left join guardian_link l on l.student_id = s.id and l.guardian_id = ${guardianId}::uuid and l.status = 'active'
    where ${whose}`
}

export async function listChildRows(db: Db, viewer: FamilyViewer): Promise<ChildRow[]> {
  const { rows } = await sql<ChildRow>`${selectChildren(viewer)} order by l.bound_at nulls first, s.id`.execute(db)
  return rows
}

export async function findChild(db: Db, viewer: FamilyViewer, studentId: string): Promise<ChildRow | undefined> {
  const { rows } = await sql<ChildRow>`${selectChildren(viewer)} and s.id = ${studentId}`.execute(db)
  return rows[0]
}

/** One query for the page that families open every morning. */
export async function getChildStatus(db: Db, studentId: string) {
  const { rows } = await sql<{
    hasEmergency: boolean
    consents: { purpose: string; state: string; version: number }[]
  }>`
    select
      exists (select from guardian_link l where l.student_id = ${studentId} and l.is_emergency and l.phone is not null
        and l.status <> 'ended') as "hasEmergency",
      (select coalesce(jsonb_agg(c), '[]') from (
        select distinct on (purpose) purpose, state, version from consent where student_id = ${studentId}
        order by purpose, created_at desc, id desc) c) as consents
  `.execute(db)
  return rows[0]!
}

/** The path of a school, and its office phone, which is public. */
export async function findSchoolContact(db: Db, orgId: string): Promise<{ path: string; phone: string } | undefined> {
  const { rows } = await sql<{ path: string; phone: string }>`
    select path::text as path, coalesce(phone, '') as phone from v_org where id = ${orgId}
  `.execute(db)
  return rows[0]
}

/** The office phone of a staff member, never the mobile number. */
export async function getOfficePhone(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ phone: string }>`
    select office_phone as phone from v_membership where id = ${userId}
  `.execute(db)
  return rows[0]?.phone ?? ''
}

/** The role of a person in a class on a day, and the type of the person's organisation. */
export async function getReaderRole(
  db: Db,
  who: { personId: string; orgId: string },
  classId: string | null,
  day: string,
) {
  const { rows } = await sql<{ role: string | null; orgType: string | null }>`
    select
      (select c.role from v_class_staff c join v_membership m on m.id = c.user_id
       where c.class_id = ${classId}::uuid and m.person_id = ${who.personId} and c.begins_on <= ${day}::date
         and (c.over_on is null or c.over_on > ${day}::date)
       order by (c.role = 'head') desc, (c.role = 'vice') desc limit 1) as role,
      (select type from v_org where id = ${who.orgId}) as "orgType"
  `.execute(db)
  return rows[0]!
}

/** The teachers of a class on a day with their subjects. */
export async function listClassTeachers(db: Db, classId: string, day: string) {
  const { rows } = await sql<{ userId: string; name: string; role: string; subjectName: string }>`
    select distinct c.user_id as "userId", p.name, c.role, coalesce(b.name, '') as "subjectName", coalesce(b.sort, 0) as sort
    from v_class_staff c
    join v_membership m on m.id = c.user_id
    join v_person p on p.id = m.person_id
    left join v_subject b on b.id = c.subject_id
    where c.class_id = ${classId} and c.begins_on <= ${day}::date and (c.over_on is null or c.over_on > ${day}::date)
    order by sort, "userId"
  `.execute(db)
  return rows
}
