import { sql, type RawBuilder } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, readSqlPage, toLikePattern, type Db } from '#packages/db'
import type { LeaveSpan, PupilLeaveKind, PupilLeaveStatus } from '../../contract.ts'

export interface PupilLeaveRow extends LeaveSpan {
  id: string
  orgId: string
  studentId: string
  name: string
  /** Of the day of the leave that is nearest to today. */
  classId: string | null
  kind: PupilLeaveKind
  reason: Buffer | null
  symptoms: Buffer | null
  status: PupilLeaveStatus
  source: 'guardian' | 'class-teacher' | 'office'
  askedById: string
  askedBy: string
  decidedBy: string
  note: Buffer | null
  returnedAt: Date | null
  createdAt: Date
}

/** Plain columns: under row-level security the range itself could not use an index. */
const isEnrolledOn = (day: RawBuilder<unknown>) =>
  sql`e.begins_on <= ${day} and (e.over_on is null or e.over_on > ${day})`

/** The class as of the leave: after a change of class the new class teacher has it, for days gone by the old one. */
const leaveColumns = sql`
  l.id, l.org_id as "orgId", l.student_id as "studentId", p.name, k.class_id as "classId", l.kind,
    l.starts_on::text as "startsOn", l.start_half as "startHalf", l.ends_on::text as "endsOn", l.end_half as "endHalf",
    l.period_ids as "periodIds", l.reason, l.symptoms, l.status, l.source, l.asked_by as "askedById",
    coalesce(a.name, '') as "askedBy", coalesce(d.name, '') as "decidedBy", l.note, l.returned_at as "returnedAt",
    l.created_at as "createdAt"`
const leaveFrom = (today: string) => sql`
  pupil_leave l
  join v_student s on s.id = l.student_id
  join v_person p on p.id = s.person_id
  left join v_person a on a.id = l.asked_by
  left join v_person d on d.id = l.decided_by
  cross join lateral (
    select coalesce((
      select e.class_id from v_enrolment e
      where e.student_id = l.student_id and e.org_id = l.org_id
        and ${isEnrolledOn(sql`least(l.ends_on, greatest(l.starts_on, ${today}::date))`)} limit 1), l.class_id) as class_id
  ) k`
const selectLeave = (today: string) => sql`select ${leaveColumns} from ${leaveFrom(today)}`

export async function findLeave(db: Db, id: string, today: string): Promise<PupilLeaveRow | undefined> {
  const { rows } = await sql<PupilLeaveRow>`${selectLeave(today)} where l.id = ${id}`.execute(db)
  return rows[0]
}

const scopeColumns = (today: string) => ({ org: 'l.org_id', class: 'k.class_id', day: today })

export async function findLeaveInScope(
  db: Db,
  scope: Scope,
  id: string,
  today: string,
): Promise<PupilLeaveRow | undefined> {
  const { rows } = await sql<PupilLeaveRow>`
    ${selectLeave(today)} where l.id = ${id} and ${inScope(scope, scopeColumns(today))}`.execute(db)
  return rows[0]
}

export interface LeaveFilter {
  orgId: string | null
  classId: string | null
  from: string
  to: string
  status: PupilLeaveStatus | null
  /** Part of the name, its pinyin or initials; or one of the classes that the text means. */
  keyword: { text: string; classIds: readonly string[] } | null
}

const matches = ({ text, classIds }: NonNullable<LeaveFilter['keyword']>) => {
  const letters = toLikePattern(text.toLowerCase().replaceAll(/\s/g, ''))
  return sql`(p.name like ${toLikePattern(text)} or p.pinyin like ${letters} or p.pinyin_initials like ${letters}
    or k.class_id = any(${classIds}::uuid[]))`
}

/** Who waits comes first, then the newest days. */
export const listLeaveInScope = (
  db: Db,
  scope: Scope,
  { orgId, classId, from, to, status, keyword }: LeaveFilter,
  page: PageQuery,
  today: string,
): Promise<Page<PupilLeaveRow>> =>
  readSqlPage<PupilLeaveRow>(
    db,
    {
      columns: leaveColumns,
      from: sql`${leaveFrom(today)}
        where l.starts_on <= ${to}::date and l.ends_on >= ${from}::date
          and ${orgId ? sql`l.org_id = ${orgId}` : sql`true`}
          and ${classId ? sql`k.class_id = ${classId}` : sql`true`}
          and ${status ? sql`l.status = ${status}` : sql`true`}
          and ${keyword ? matches(keyword) : sql`true`}
          and ${inScope(scope, scopeColumns(today))}`,
      orderBy: sql`(l.status = 'running') desc, l.starts_on desc, l.created_at desc, l.id`,
    },
    page,
  )

/** All leave of a child that has not ended before a day, the newest first. */
export async function listLeaveOfStudent(
  db: Db,
  studentId: string,
  since: string,
  today: string,
): Promise<PupilLeaveRow[]> {
  const { rows } = await sql<PupilLeaveRow>`
    ${selectLeave(today)} where l.student_id = ${studentId} and l.ends_on >= ${since}::date
    order by l.starts_on desc, l.created_at desc limit 200`.execute(db)
  return rows
}

export interface LeavingPupil {
  id: string
  name: string
  orgId: string
  gradeId: string
  classId: string | null
}

/** The pupil as enrolled on a day, if the caller reaches the class or the school then. */
export async function findPupilInScope(
  db: Db,
  scope: Scope,
  studentId: string,
  day: string,
): Promise<LeavingPupil | undefined> {
  const { rows } = await sql<LeavingPupil>`
    select e.student_id as id, p.name, e.org_id as "orgId", e.grade_id as "gradeId", e.class_id as "classId"
    from v_enrolment e join v_student s on s.id = e.student_id join v_person p on p.id = s.person_id
    where e.student_id = ${studentId} and ${isEnrolledOn(sql`${day}::date`)} and e.status = 'studying'
      and ${inScope(scope, { org: 'e.org_id', class: 'e.class_id', day })}`.execute(db)
  return rows[0]
}

/** The class and grade of a pupil on a day; of one school: where she was before is not its business. */
export async function findEnrolmentOn(db: Db, studentId: string, day: string, orgId: string | null) {
  const { rows } = await sql<{ orgId: string; gradeId: string; classId: string | null }>`
    select e.org_id as "orgId", e.grade_id as "gradeId", e.class_id as "classId" from v_enrolment e
    where e.student_id = ${studentId} and ${isEnrolledOn(sql`${day}::date`)} and e.status = 'studying'
      and (${orgId}::uuid is null or e.org_id = ${orgId}::uuid) limit 1`.execute(db)
  return rows[0]
}

/** The teaching groups of a pupil on a day: those of the class, and the free ones. */
export async function listGroupsOfPupil(db: Db, studentId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from v_teaching_group g join v_enrolment e on e.class_id = g.class_id
    where e.student_id = ${studentId} and ${isEnrolledOn(sql`${day}::date`)} and e.status = 'studying'
    union
    select m.group_id from v_group_member m
    where m.student_id = ${studentId} and m.begins_on <= ${day}::date and (m.over_on is null or m.over_on > ${day}::date)
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Two requests for a child, and a request and its decision, run one after the other. */
export const lockLeaveOf = (db: Db, studentId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`leave of pupil ${studentId}`}, 0))`.execute(db)

export interface NewPupilLeave extends LeaveSpan {
  id: string
  orgId: string
  studentId: string
  classId: string | null
  kind: PupilLeaveKind
  reason: Buffer | null
  symptoms: Buffer | null
  status: 'running' | 'approved'
  source: PupilLeaveRow['source']
  askedById: string
  decidedById: string | null
}

export const insertLeave = (db: Db, leave: NewPupilLeave, at: Date) =>
  db
    .insertInto('pupil_leave')
    .values({
      id: leave.id,
      org_id: leave.orgId,
      student_id: leave.studentId,
      class_id: leave.classId,
      kind: leave.kind,
      starts_on: leave.startsOn,
      start_half: leave.startHalf,
      ends_on: leave.endsOn,
      end_half: leave.endHalf,
      period_ids: leave.periodIds,
      reason: leave.reason,
      symptoms: leave.symptoms,
      status: leave.status,
      source: leave.source,
      asked_by: leave.askedById,
      decided_by: leave.decidedById,
      decided_at: leave.decidedById === null ? null : at,
      created_at: at,
      updated_at: at,
    })
    .execute()

interface LeaveChange {
  id: string
  from: PupilLeaveStatus
  to: PupilLeaveStatus
  byId: string | null
  note?: Buffer | null
}

/** Returns whether the leave was in the status before: of two deciders one wins. */
export async function changeLeaveStatus(db: Db, { id, from, to, byId, note = null }: LeaveChange, at: Date) {
  const { numUpdatedRows } = await db
    .updateTable('pupil_leave')
    .set({ status: to, decided_by: byId, decided_at: at, note, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A leave that is locked by whoever takes it back needs no mark any more. */
export const setReturned = (db: Db, ids: readonly string[], at: Date) =>
  sql`
    update pupil_leave set returned_at = ${at}, updated_at = ${at} where id in (
      select id from pupil_leave where id = any(${ids}::uuid[]) and status = 'approved' and returned_at is null
      for update skip locked)
  `.execute(db)

/** The tap of this moment by which the pupil was back was a mistake. */
export const clearReturned = (db: Db, id: string, at: Date, now: Date) =>
  sql`
    update pupil_leave set returned_at = null, updated_at = ${now}
    where id = ${id} and status = 'approved' and returned_at = ${at}
  `.execute(db)

/** Whether a submitted roll counted the pupil as on this leave. */
export async function isLeaveUsed(db: Db, leaveId: string): Promise<boolean> {
  const { rows } = await sql`
    select from attendance_mark m join attendance_session s on s.id = m.session_id
    where m.leave_id = ${leaveId} and s.state <> 'open' limit 1`.execute(db)
  return rows.length > 0
}

export interface ApprovedLeave extends LeaveSpan {
  id: string
  studentId: string
  kind: PupilLeaveKind
  returnedAt: Date | null
}

/** Approved leave of pupils that covers a day of a range. */
export async function listApprovedLeave(
  db: Db,
  studentIds: readonly string[],
  from: string,
  to: string,
): Promise<ApprovedLeave[]> {
  if (studentIds.length === 0) return []
  const { rows } = await sql<ApprovedLeave>`
    select id, student_id as "studentId", kind, starts_on::text as "startsOn", start_half as "startHalf",
      ends_on::text as "endsOn", end_half as "endHalf", period_ids as "periodIds", returned_at as "returnedAt"
    from pupil_leave
    where student_id = any(${studentIds}::uuid[]) and ends_on >= ${from}::date and starts_on <= ${to}::date
      and status = 'approved'
    order by student_id, starts_on, created_at`.execute(db)
  return rows
}

export interface SickPupil {
  studentId: string
  id: string
  reason: Buffer | null
  symptoms: Buffer | null
}

/** The pupils of a class who are on sick leave on a day, each leave once; nobody who came back on a day before. */
export async function listSickOfClass(db: Db, classId: string, day: string): Promise<SickPupil[]> {
  const { rows } = await sql<SickPupil>`
    select l.student_id as "studentId", l.id, l.reason, l.symptoms
    from v_enrolment e join pupil_leave l on l.student_id = e.student_id
    where e.class_id = ${classId} and ${isEnrolledOn(sql`${day}::date`)} and e.status = 'studying'
      and l.kind = 'sick' and l.status = 'approved' and l.starts_on <= ${day}::date and l.ends_on >= ${day}::date
      and (l.returned_at is null or (l.returned_at at time zone 'Asia/Shanghai')::date >= ${day}::date)`.execute(db)
  return rows
}
