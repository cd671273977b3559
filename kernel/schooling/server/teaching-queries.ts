import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { AssignmentRole } from '../contract-teaching.ts'

export interface TermSpan {
  id: string
  schoolYear: number
  number: number
  startsOn: string
  endsOn: string
  isSealed: boolean
  /** The first day of the next term; null when it is not known. */
  nextOn: string | null
}

/** A term with the dates of a school. */
export async function findTermSpan(db: Db, orgId: string, id: string): Promise<TermSpan | undefined> {
  const { rows } = await sql<TermSpan>`
    select t.id, t.school_year as "schoolYear", t.number, coalesce(d.starts_on, t.starts_on) as "startsOn",
      coalesce(d.ends_on, t.ends_on) as "endsOn", t.is_sealed as "isSealed",
      (select n.starts_on from term as n where (n.school_year, n.number) > (t.school_year, t.number)
        order by n.school_year, n.number limit 1) as "nextOn"
    from term as t left join term_difference as d on d.org_id = ${orgId} and d.term_id = t.id
    where t.id = ${id}
  `.execute(db)
  return rows[0]
}

export interface TeachingGroupRow {
  id: string
  orgId: string
  termId: string
  gradeId: string
  subjectId: string
  kind: 'class' | 'free'
  classId: string | null
  name: string
  capacity: number | null
  version: number
}

const groupColumns = sql`id, org_id as "orgId", term_id as "termId", grade_id as "gradeId", subject_id as "subjectId", kind,
  class_id as "classId", name, capacity, version`

export async function findTeachingGroup(db: Db, id: string): Promise<TeachingGroupRow | undefined> {
  const { rows } = await sql<TeachingGroupRow>`select ${groupColumns} from teaching_group where id = ${id}`.execute(db)
  return rows[0]
}

/** The groups of these classes in a term. */
export async function listGroupsOfClasses(
  db: Db,
  termId: string,
  classIds: readonly string[],
): Promise<TeachingGroupRow[]> {
  const { rows } = await sql<TeachingGroupRow>`
    select ${groupColumns} from teaching_group where term_id = ${termId} and class_id = any(${classIds}::uuid[])
  `.execute(db)
  return rows
}

export async function listFreeGroups(db: Db, termId: string, gradeId: string): Promise<TeachingGroupRow[]> {
  const { rows } = await sql<TeachingGroupRow>`
    select ${groupColumns} from teaching_group
    where term_id = ${termId} and grade_id = ${gradeId} and kind = 'free' order by subject_id, name
  `.execute(db)
  return rows
}

export interface TaughtGroupRow {
  id: string
  kind: 'class' | 'free'
  gradeId: string
  subjectId: string
  subjectName: string
  shortName: string
  /** The name of a free group. */
  name: string
  stage: number
  startYear: number
  years: number
  classId: string | null
  className: string | null
  closedOn: string | null
  roomId: string | null
}

/** All groups of a school in a term, with their subjects and classes: grades, classes, then subjects in their order. */
export async function listTaughtGroups(db: Db, orgId: string, termId: string): Promise<TaughtGroupRow[]> {
  const { rows } = await sql<TaughtGroupRow>`
    select t.id, t.kind, t.grade_id as "gradeId", t.subject_id as "subjectId", s.name as "subjectName",
      s.short_name as "shortName", t.name, g.stage, g.start_year as "startYear", g.years, t.class_id as "classId",
      c.name as "className", c.closed_on as "closedOn", c.room_id as "roomId"
    from teaching_group as t join subject as s on s.id = t.subject_id join grade as g on g.id = t.grade_id
    left join school_class as c on c.id = t.class_id
    where t.org_id = ${orgId} and t.term_id = ${termId}
    order by g.stage, g.start_year desc, t.kind, c.sort, t.class_id, s.sort, s.name, t.name, t.id
  `.execute(db)
  return rows
}

export interface GroupOfTerm {
  id: string
  termId: string
}

/** The groups of these grades or of this class in terms that are not over on the day. */
export async function listGroupsFrom(
  db: Db,
  of: { gradeIds: readonly string[] } | { classId: string },
  day: string,
): Promise<GroupOfTerm[]> {
  const which = 'classId' in of ? sql`g.class_id = ${of.classId}` : sql`g.grade_id = any(${of.gradeIds}::uuid[])`
  const { rows } = await sql<GroupOfTerm>`
    select g.id, g.term_id as "termId" from teaching_group as g join term as t on t.id = g.term_id
    where ${which} and t.ends_on >= ${day}::date order by g.term_id, g.id
  `.execute(db)
  return rows
}

export interface NewTeachingGroup {
  id: string
  orgId: string
  termId: string
  gradeId: string
  subjectId: string
  classId: string
}

/** Creates the group of a class in a subject when it is first needed, and once only. */
export async function ensureGroups(db: Db, groups: readonly NewTeachingGroup[], now: Date) {
  if (groups.length === 0) return
  await sql`
    insert into teaching_group (id, org_id, term_id, grade_id, subject_id, kind, class_id, created_at, updated_at)
    select (one ->> 'id')::uuid, (one ->> 'orgId')::uuid, (one ->> 'termId')::uuid, (one ->> 'gradeId')::uuid,
      (one ->> 'subjectId')::uuid, 'class', (one ->> 'classId')::uuid, ${now}, ${now}
    from jsonb_array_elements(${JSON.stringify(groups)}::jsonb) as one
    on conflict (district_id, term_id, class_id, subject_id) where kind = 'class' do nothing
  `.execute(db)
}

export const insertFreeGroup = (db: Db, group: Omit<TeachingGroupRow, 'kind' | 'classId' | 'version'>, now: Date) =>
  db
    .insertInto('teaching_group')
    .values({
      id: group.id,
      org_id: group.orgId,
      term_id: group.termId,
      grade_id: group.gradeId,
      subject_id: group.subjectId,
      kind: 'free',
      name: group.name,
      capacity: group.capacity,
      created_at: now,
      updated_at: now,
    })
    .execute()

export async function updateFreeGroup(
  db: Db,
  { id, name, capacity, version }: Pick<TeachingGroupRow, 'id' | 'name' | 'capacity' | 'version'>,
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('teaching_group')
    .set({ name, capacity, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('kind', '=', 'free')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export interface AssignmentRow {
  id: string
  groupId: string
  userId: string
  teacherName: string
  role: AssignmentRole
  weekHours: number
  beginsOn: string
  overOn: string | null
  createdAt: Date
}

const assignmentColumns = sql`a.id, a.group_id as "groupId", a.user_id as "userId", coalesce(p.name, '') as "teacherName", a.role,
  a.week_hours as "weekHours", a.begins_on as "beginsOn", a.over_on as "overOn", a.created_at as "createdAt"`
const assignments = sql`teaching_assignment as a
  left join v_membership as m on m.id = a.user_id left join v_person as p on p.id = m.person_id`

/** The assignments of these groups on the day or later, earliest first. */
export async function listAssignmentsFrom(db: Db, groupIds: readonly string[], day: string): Promise<AssignmentRow[]> {
  const { rows } = await sql<AssignmentRow>`
    select ${assignmentColumns} from ${assignments}
    where a.group_id = any(${groupIds}::uuid[]) and (a.over_on is null or a.over_on > ${day}::date)
    order by a.begins_on, a.id
  `.execute(db)
  return rows
}

interface LessonRow {
  subject: string
  teacherName: string
  weekHours: number
}

/** The teachers of a class on a day, by subject. */
export async function listLessonsOfClass(db: Db, classId: string, day: string): Promise<LessonRow[]> {
  const { rows } = await sql<LessonRow>`
    select s.name as subject, coalesce(p.name, '') as "teacherName", a.week_hours::float as "weekHours"
    from teaching_group as g join ${assignments} on a.group_id = g.id join subject as s on s.id = g.subject_id
    where g.class_id = ${classId} and a.begins_on <= ${day}::date and (a.over_on is null or a.over_on > ${day}::date)
    order by s.sort, s.name, a.role, p.name
  `.execute(db)
  return rows
}

/** The classes and subjects with an assignment on the day or later. */
export async function listTaughtCellKeys(db: Db, termId: string, classIds: readonly string[], day: string) {
  const { rows } = await sql<{ classId: string; subjectId: string }>`
    select g.class_id as "classId", g.subject_id as "subjectId" from teaching_group as g
    where g.term_id = ${termId} and g.class_id = any(${classIds}::uuid[]) and g.kind = 'class' and exists (
      select from teaching_assignment as a where a.group_id = g.id and (a.over_on is null or a.over_on > ${day}::date))
  `.execute(db)
  return rows
}

export async function findAssignment(db: Db, id: string): Promise<AssignmentRow | undefined> {
  const { rows } = await sql<AssignmentRow>`select ${assignmentColumns} from ${assignments} where a.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export interface NewAssignment {
  id: string
  groupId: string
  userId: string
  role: AssignmentRole
  weekHours: number
  from: string
  until: string
}

export async function insertAssignments(db: Db, rows: readonly NewAssignment[], now: Date) {
  if (rows.length === 0) return
  await sql`
    insert into teaching_assignment (id, group_id, user_id, role, week_hours, valid, created_at, updated_at)
    select (one ->> 'id')::uuid, (one ->> 'groupId')::uuid, (one ->> 'userId')::uuid, one ->> 'role',
      (one ->> 'weekHours')::numeric, daterange((one ->> 'from')::date, (one ->> 'until')::date), ${now}, ${now}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as one
  `.execute(db)
}

/** Those of these users who work at the school on the day. */
export async function filterCurrentStaff(
  db: Db,
  orgId: string,
  userIds: readonly string[],
  day: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from v_membership
    where id = any(${userIds}::uuid[]) and org_id = ${orgId} and valid @> ${day}::date and not is_suspended
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

interface TeachingStaffRow {
  id: string
  name: string
  subject: string
  pinyin: string
  initials: string
}

/** Everybody who works at a school on the day. */
export async function listTeachingStaffRows(
  db: Db,
  orgId: string,
  day: string,
  limit: number,
): Promise<TeachingStaffRow[]> {
  const { rows } = await sql<TeachingStaffRow>`
    select m.id, p.name, m.subject, p.pinyin, p.pinyin_initials as initials
    from v_membership as m join v_person as p on p.id = m.person_id
    where m.org_id = ${orgId} and m.valid @> ${day}::date and not m.is_suspended
    order by m.user_type <> 'teacher', p.pinyin, m.id limit ${limit}
  `.execute(db)
  return rows
}

/** Serialises changes of the assignments of a school and term. */
export const lockTeaching = (db: Db, orgId: string, termId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`teaching of ${orgId} ${termId}`}, 0))`.execute(db)
