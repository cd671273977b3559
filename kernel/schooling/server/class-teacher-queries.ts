import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'
import type { ClassTeacherRole } from '../contract-classes.ts'
import type { DateRangeEnd } from './date-ranges.ts'

/** Tables whose rows have a validity range. */
type DatedTable = 'class_teacher' | 'grade_head' | 'teaching_assignment'

/** Ends rows; skips rows that somebody else has changed meanwhile, so the caller can compare the count. */
export async function endDatedRows(
  db: Db,
  table: DatedTable,
  ends: readonly DateRangeEnd[],
  now: Date,
): Promise<number> {
  if (ends.length === 0) return 0
  const { rows } = await sql`
    update ${sql.table(table)} as d
    set valid = daterange(d.begins_on, (one ->> 'until')::date), updated_at = ${now}
    from jsonb_array_elements(${JSON.stringify(ends)}::jsonb) as one
    where d.id = (one ->> 'id')::uuid and d.over_on is not distinct from (one ->> 'overOn')::date
    returning d.id
  `.execute(db)
  return rows.length
}

export async function deleteDatedRows(db: Db, table: DatedTable, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[]) returning id`.execute(db)
  return rows.length
}

export interface ClassTeacherRow {
  id: string
  classId: string
  userId: string
  role: ClassTeacherRole
  beginsOn: string
  overOn: string | null
}

/** The teachers of these classes with the role, from the day on. */
export async function listTeachersFrom(
  db: Db,
  classIds: readonly string[],
  role: ClassTeacherRole,
  day: string,
): Promise<ClassTeacherRow[]> {
  const { rows } = await sql<ClassTeacherRow>`
    select id, class_id as "classId", user_id as "userId", role, begins_on as "beginsOn", over_on as "overOn"
    from class_teacher
    where class_id = any(${classIds}::uuid[]) and role = ${role} and (over_on is null or over_on > ${day}::date)
    order by begins_on
  `.execute(db)
  return rows
}

interface NewTeacher {
  id: string
  classId: string
  userId: string
  role: ClassTeacherRole
  from: string
}

export async function insertClassTeachers(db: Db, teachers: readonly NewTeacher[], now: Date) {
  if (teachers.length === 0) return
  await sql`
    insert into class_teacher (id, class_id, user_id, role, valid, created_at, updated_at)
    select (one ->> 'id')::uuid, (one ->> 'classId')::uuid, (one ->> 'userId')::uuid, one ->> 'role',
      daterange((one ->> 'from')::date, null), ${now}, ${now}
    from jsonb_array_elements(${JSON.stringify(teachers)}::jsonb) as one
  `.execute(db)
}

export interface NamedClassTeacherRow extends ClassTeacherRow {
  personId: string
  name: string
}

/** The teachers of these classes on a day who still work there; with null all teachers, latest first. */
export async function listTeachersOfClasses(
  db: Db,
  classIds: readonly string[],
  day: string | null,
): Promise<NamedClassTeacherRow[]> {
  const { rows } = await sql<NamedClassTeacherRow>`
    select t.id, t.class_id as "classId", t.user_id as "userId", t.role, t.begins_on as "beginsOn", t.over_on as "overOn",
      m.person_id as "personId", p.name
    from class_teacher as t join v_membership as m on m.id = t.user_id join v_person as p on p.id = m.person_id
    where t.class_id = any(${classIds}::uuid[]) and ${
      day === null
        ? sql`true`
        : sql`t.begins_on <= ${day}::date and (t.over_on is null or t.over_on > ${day}::date) and m.valid @> ${day}::date`
    }
    order by t.begins_on desc, t.id
  `.execute(db)
  return rows
}

/** The class roles of these memberships on a day, each role once. */
export async function listClassRoles(db: Db, userIds: readonly string[], day: string) {
  const { rows } = await sql<{ userId: string; role: string }>`
    select distinct s.user_id as "userId", s.role from v_class_staff as s
    where s.user_id = any(${userIds}::uuid[]) and s.begins_on <= ${day}::date
      and (s.over_on is null or s.over_on > ${day}::date)
  `.execute(db)
  return rows
}

/** The heads of the grade of a class on a day, who still work there. */
export const listGradeHeadsOfClass = (db: Db, classId: string, day: string) =>
  listGradeHeads(db, sql`${classId}::uuid`, day)

/** The heads of the grade whose class a member of staff leads on a day, else of the grades that the member teaches. */
export const listGradeHeadsOfMember = (db: Db, userId: string, day: string) =>
  listGradeHeads(
    db,
    sql`(with own as (
        select s.class_id, s.role in ('head', 'vice', 'life') as is_led from v_class_staff as s
        where s.user_id = ${userId} and s.role <> 'grade-head' and ${isStaffOn(day)})
      select class_id from own where is_led or not exists (select from own where is_led))`,
    day,
  )

const isStaffOn = (day: string) => sql`s.begins_on <= ${day}::date and (s.over_on is null or s.over_on > ${day}::date)`

async function listGradeHeads(db: Db, classIds: RawBuilder<unknown>, day: string) {
  const { rows } = await sql<{ memberId: string; personId: string }>`
    select distinct s.user_id as "memberId", m.person_id as "personId"
    from v_class_staff as s join v_membership as m on m.id = s.user_id and m.valid @> ${day}::date
    where s.role = 'grade-head' and s.class_id in (${classIds}) and ${isStaffOn(day)}
    order by s.user_id
  `.execute(db)
  return rows
}

/** Locks the people, so that concurrent calls cannot make somebody the head of two classes. */
export const lockHeadCandidates = (db: Db, personIds: readonly string[]) =>
  sql`
    select pg_advisory_xact_lock(hashtextextended('heads ' || person, 0))
    from (select person from unnest(${personIds.toSorted()}::text[]) as person order by person) as people
  `.execute(db)

/** The classes that these people lead on the day or later, in any of their memberships. */
export async function listHeadships(db: Db, personIds: readonly string[], day: string) {
  const { rows } = await sql<{ personId: string; name: string; classId: string }>`
    select m.person_id as "personId", p.name, s.class_id as "classId"
    from v_membership as m join v_person as p on p.id = m.person_id join v_class_staff as s on s.user_id = m.id
    where m.person_id = any(${personIds}::uuid[]) and s.role = 'head' and (s.over_on is null or s.over_on > ${day}::date)
    order by s.begins_on, s.class_id
  `.execute(db)
  return rows
}

export interface SchoolStaffRow {
  id: string
  personId: string
  name: string
  /** Whether the membership is valid on the day. */
  isThere: boolean
  beginsOn: string
}

/** Those of these users who have a membership at the organisation at any time. */
export async function listStaffAtSchool(
  db: Db,
  orgId: string,
  userIds: readonly string[],
  day: string,
): Promise<SchoolStaffRow[]> {
  const { rows } = await sql<SchoolStaffRow>`
    select m.id, m.person_id as "personId", p.name, m.valid @> ${day}::date and not m.is_suspended as "isThere",
      lower(m.valid) as "beginsOn"
    from v_membership as m join v_person as p on p.id = m.person_id
    where m.id = any(${userIds}::uuid[]) and m.org_id = ${orgId}
  `.execute(db)
  return rows
}

/** The classes of a staff member on a day, with role and subject. */
export async function listClassesOfStaff(db: Db, userId: string, day: string) {
  const { rows } = await sql<{ classId: string; role: string; subjectId: string | null; subjectName: string | null }>`
    select s.class_id as "classId", s.role, s.subject_id as "subjectId", j.name as "subjectName"
    from v_class_staff as s left join v_subject as j on j.id = s.subject_id
    where s.user_id = ${userId} and s.begins_on <= ${day}::date and (s.over_on is null or s.over_on > ${day}::date)
    order by j.sort, s.class_id
  `.execute(db)
  return rows
}

export interface GradeHeadRow {
  id: string
  userId: string
  beginsOn: string
  overOn: string | null
}

export async function listGradeHeadsFrom(db: Db, gradeId: string, day: string): Promise<GradeHeadRow[]> {
  const { rows } = await sql<GradeHeadRow>`
    select id, user_id as "userId", begins_on as "beginsOn", over_on as "overOn" from grade_head
    where grade_id = ${gradeId} and (over_on is null or over_on > ${day}::date) order by begins_on
  `.execute(db)
  return rows
}

export const insertGradeHead = (
  db: Db,
  { id, gradeId, userId, from }: { id: string; gradeId: string; userId: string; from: string },
  now: Date,
) =>
  sql`
    insert into grade_head (id, grade_id, user_id, valid, created_at, updated_at)
    values (${id}, ${gradeId}, ${userId}, daterange(${from}::date, null), ${now}, ${now})
  `.execute(db)

export interface ClassPostRow {
  id: string
  userId: string
  classId: string
  orgId: string
  role: ClassTeacherRole
  beginsOn: string
  overOn: string | null
}

const classPosts = sql`
  select t.id, t.user_id as "userId", t.class_id as "classId", c.org_id as "orgId", t.role, t.begins_on as "beginsOn",
    t.over_on as "overOn"
  from class_teacher as t join school_class as c on c.id = t.class_id`

/** The posts of these members in classes, on the day or later. */
export async function listClassPosts(db: Db, userIds: readonly string[], day: string): Promise<ClassPostRow[]> {
  const { rows } = await sql<ClassPostRow>`
    ${classPosts} where t.user_id = any(${userIds}::uuid[]) and (t.over_on is null or t.over_on > ${day}::date)
    order by t.begins_on, t.id
  `.execute(db)
  return rows
}

export async function findClassPost(db: Db, id: string): Promise<ClassPostRow | undefined> {
  const { rows } = await sql<ClassPostRow>`${classPosts} where t.id = ${id}`.execute(db)
  return rows[0]
}

export interface GradePostRow {
  id: string
  userId: string
  gradeId: string
  orgId: string
  stage: number
  startYear: number
  years: number
  beginsOn: string
  overOn: string | null
}

const gradePosts = sql`
  select h.id, h.user_id as "userId", h.grade_id as "gradeId", g.org_id as "orgId", g.stage,
    g.start_year as "startYear", g.years, h.begins_on as "beginsOn", h.over_on as "overOn"
  from grade_head as h join grade as g on g.id = h.grade_id`

/** The grades that these members lead, on the day or later; a grade that has left needs nobody. */
export async function listGradePosts(db: Db, userIds: readonly string[], day: string): Promise<GradePostRow[]> {
  const { rows } = await sql<GradePostRow>`
    ${gradePosts} where h.user_id = any(${userIds}::uuid[]) and (h.over_on is null or h.over_on > ${day}::date)
      and make_date(g.start_year + g.years, 9, 1) > ${day}::date
    order by h.begins_on, h.id
  `.execute(db)
  return rows
}

export async function findGradePost(db: Db, id: string): Promise<GradePostRow | undefined> {
  const { rows } = await sql<GradePostRow>`${gradePosts} where h.id = ${id}`.execute(db)
  return rows[0]
}
