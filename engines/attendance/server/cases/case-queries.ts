import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { CaseOutcome, CaseStatus } from '../../contract.ts'

export interface CaseRow {
  id: string
  orgId: string
  studentId: string
  name: string
  classId: string | null
  day: string
  status: CaseStatus
  outcome: CaseOutcome | null
  note: Buffer | null
  openedAt: Date
  settledAt: Date | null
  settledBy: string
  /** The lesson in which the child was missing first. */
  sessionId: string
  gradeId: string
  subjectName: string
  periodId: string
  begins: string
}

const columns = sql`
  c.id, c.org_id as "orgId", c.student_id as "studentId", p.name, c.class_id as "classId", c.day_on::text as day, c.status,
  c.outcome, c.note, c.opened_at as "openedAt", c.settled_at as "settledAt", coalesce(b.name, '') as "settledBy",
  c.session_id as "sessionId", s.grade_id as "gradeId", coalesce(u.name, '') as "subjectName",
  s.period_id as "periodId", to_char(s.begins, 'HH24:MI') as begins`
const from = sql`
  absence_case c join v_student t on t.id = c.student_id join v_person p on p.id = t.person_id
  join attendance_session s on s.id = c.session_id left join v_subject u on u.id = s.subject_id
  left join v_person b on b.id = c.settled_by`
const scopeColumns = (day: string) => ({ org: 'c.org_id', class: 'c.class_id', day })

export async function listCases(db: Db, ids: readonly string[]): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`select ${columns} from ${from} where c.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** The cases of a school and day, those that are open longest first. */
export async function listCasesInScope(db: Db, scope: Scope, orgId: string, day: string): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from ${from}
    where c.org_id = ${orgId} and c.day_on = ${day}::date and ${inScope(scope, scopeColumns(day))}
    order by c.opened_at, p.pinyin collate "C", c.id
  `.execute(db)
  return rows
}

export async function findCaseDay(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`select day_on::text as day from absence_case where id = ${id}`.execute(db)
  return rows[0]?.day
}

/** Locks a case that the caller reaches, as of its day. */
export async function lockCaseInScope(db: Db, scope: Scope, id: string, day: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from ${from} where c.id = ${id} and ${inScope(scope, scopeColumns(day))} for update of c
  `.execute(db)
  return rows[0]
}

export interface LockedCase extends Pick<CaseRow, 'id' | 'studentId' | 'status' | 'outcome' | 'sessionId' | 'begins'> {
  day: string
  /** Somebody settled it, not a roll or a leave. */
  isByPerson: boolean
}

/** Locks the cases of these pupils on some days in one order, so that two rolls do not wait for each other. */
export async function lockCasesOf(
  db: Db,
  studentIds: readonly string[],
  days: { from: string; to: string },
): Promise<LockedCase[]> {
  const { rows } = await sql<LockedCase>`
    select c.id, c.student_id as "studentId", c.status, c.outcome, c.session_id as "sessionId", c.day_on::text as day,
      to_char(s.begins, 'HH24:MI') as begins, c.settled_by is not null as "isByPerson"
    from absence_case c join attendance_session s on s.id = c.session_id
    where c.student_id = any(${studentIds}::uuid[]) and c.day_on between ${days.from}::date and ${days.to}::date
    order by c.id for update of c
  `.execute(db)
  return rows
}

export interface NewCase {
  id: string
  studentId: string
  classId: string | null
  /** The child is known to be there: a later roll had it. */
  isSeen: boolean
}

/** Returns the ids of those that were inserted: of a pupil who has a case that day there is no second one. */
export async function insertCases(
  db: Db,
  { orgId, sessionId, day }: { orgId: string; sessionId: string; day: string },
  cases: readonly NewCase[],
  now: Date,
): Promise<string[]> {
  const sorted = cases.toSorted((a, b) => (a.studentId < b.studentId ? -1 : 1))
  const { rows } = await sql<{ id: string }>`
    insert into absence_case (id, org_id, student_id, class_id, day_on, session_id, status, outcome, opened_at, settled_at,
      updated_at)
    select n.id, ${orgId}, n.student_id, n.class_id, ${day}::date, ${sessionId},
      case when n.is_seen then 'settled' else 'open' end, case when n.is_seen then 'school' end, ${now}::timestamptz,
      case when n.is_seen then ${now}::timestamptz end, ${now}::timestamptz
    from unnest(${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ studentId }) => studentId)}::uuid[],
        ${sorted.map(({ classId }) => classId)}::uuid[], ${sorted.map(({ isSeen }) => isSeen)}::boolean[])
      as n (id, student_id, class_id, is_seen)
    on conflict on constraint absence_case_once do nothing
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export const reopenCases = (db: Db, ids: readonly string[], sessionId: string, now: Date) =>
  sql`
    update absence_case set status = 'open', outcome = null, note = null, session_id = ${sessionId}, opened_at = ${now},
      contacted_at = null, contacted_by = null, settled_at = null, settled_by = null, updated_at = ${now}
    where id = any(${ids}::uuid[])
  `.execute(db)

/** The cases of a day are those of the class and school that miss these pupils now: somebody may have changed it today. */
export const followPupils = (
  db: Db,
  { orgId, day }: { orgId: string; day: string },
  pupils: readonly Pick<NewCase, 'studentId' | 'classId'>[],
  now: Date,
) =>
  sql`
    update absence_case c set org_id = ${orgId}, class_id = n.class_id, updated_at = ${now}
    from unnest(${pupils.map(({ studentId }) => studentId)}::uuid[], ${pupils.map(({ classId }) => classId)}::uuid[])
      as n (student_id, class_id)
    where c.student_id = n.student_id and c.day_on = ${day}::date
      and (c.org_id, c.class_id) is distinct from (${orgId}::uuid, n.class_id)
  `.execute(db)

/** The case goes on because of another lesson. */
export const moveCase = (db: Db, id: string, sessionId: string, now: Date) =>
  sql`update absence_case set session_id = ${sessionId}, updated_at = ${now} where id = ${id}`.execute(db)

export const setContacted = (db: Db, id: string, { by, note }: { by: string; note: Buffer | null }, now: Date) =>
  sql`
    update absence_case set status = 'contacted', contacted_at = ${now}, contacted_by = ${by},
      note = coalesce(${note}, note), updated_at = ${now}
    where id = ${id}
  `.execute(db)

/** By nobody: a roll or a leave settled it. */
export const setSettled = (
  db: Db,
  ids: readonly string[],
  { outcome, by, note = null }: { outcome: CaseOutcome; by: string | null; note?: Buffer | null },
  now: Date,
) =>
  sql`
    update absence_case set status = 'settled', outcome = ${outcome}, settled_at = ${now}, settled_by = ${by},
      note = coalesce(${note}, note), updated_at = ${now}
    where id = any(${ids}::uuid[])
  `.execute(db)
