import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { RollMode } from '../../contract.ts'

export interface SessionRow {
  id: string
  orgId: string
  /** The lesson. */
  ref: string
  groupId: string
  classId: string | null
  gradeId: string
  subjectId: string
  day: string
  periodId: string
  begins: string
  ends: string
  teacherId: string | null
  expected: string[]
  mode: RollMode
  state: 'open' | 'submitted' | 'locked'
  isBackfilled: boolean
  submittedAt: Date | null
  submittedBy: string | null
}

const columns = sql`
  s.id, s.org_id as "orgId", s.ref, s.group_id as "groupId", s.class_id as "classId", s.grade_id as "gradeId",
  s.subject_id as "subjectId", s.day_on as day, s.period_id as "periodId", to_char(s.begins, 'HH24:MI') as begins,
  to_char(s.ends, 'HH24:MI') as ends, s.teacher_id as "teacherId", s.expected, s.mode, s.state,
  s.is_backfilled as "isBackfilled", s.submitted_at as "submittedAt", s.submitted_by as "submittedBy"`

/** The sessions of these lessons, by lesson. */
export async function listSessionsOfLessons(db: Db, lessonIds: readonly string[]): Promise<Map<string, SessionRow>> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from attendance_session s where s.kind = 'lesson' and s.ref = any(${lessonIds}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.ref, row]))
}

/** In one order, so that two changes of several sessions do not wait for each other. */
export async function lockSessions(db: Db, ids: readonly string[]): Promise<Map<string, SessionRow>> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from attendance_session s where s.id = any(${ids}::uuid[]) order by s.id for no key update
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`select ${columns} from attendance_session s where s.id = ${id}`.execute(db)
  return rows[0]
}

export async function lockSessionOfLesson(db: Db, lessonId: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from attendance_session s where s.kind = 'lesson' and s.ref = ${lessonId} for no key update
  `.execute(db)
  return rows[0]
}

export interface NewSession {
  id: string
  lessonId: string
  orgId: string
  groupId: string
  day: string
  periodId: string
  begins: string
  ends: string
  teacherId: string | null
  expected: readonly string[]
  mode: RollMode
}

/** Returns nothing if another device has opened the roll meanwhile. */
export async function insertSession(db: Db, one: NewSession, now: Date): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    insert into attendance_session as s (id, org_id, term_id, kind, ref, group_id, class_id, grade_id, subject_id, day_on,
      period_id, begins, ends, teacher_id, teacher_person_id, expected, mode, state, opened_at, updated_at)
    select ${one.id}, ${one.orgId}, g.term_id, 'lesson', ${one.lessonId}, g.id, g.class_id, g.grade_id, g.subject_id,
      ${one.day}::date, ${one.periodId}, ${one.begins}::time, ${one.ends}::time, m.id, m.person_id,
      ${one.expected}::uuid[], ${one.mode}, 'open', ${now}, ${now}
    from v_teaching_group g left join v_membership m on m.id = ${one.teacherId}
    where g.id = ${one.groupId}
    on conflict on constraint attendance_session_once do nothing
    returning ${columns}
  `.execute(db)
  return rows[0]
}

/** A roll that was begun before its lesson was moved is not the roll of the moved lesson: it has only itself. */
export async function detachSession(db: Db, id: string, now: Date) {
  await sql`update attendance_session set ref = id, updated_at = ${now} where id = ${id}`.execute(db)
}

export async function updateSession(
  db: Db,
  id: string,
  change: {
    expected: readonly string[]
    mode: RollMode
    state: 'open' | 'submitted'
    isBackfilled: boolean
    teacherId: string | null
    madeAt: Date | null
    submittedAt: Date | null
    submittedBy: string | null
  },
  now: Date,
) {
  await sql`
    update attendance_session s set expected = ${change.expected}::uuid[], mode = ${change.mode}, state = ${change.state},
      is_backfilled = ${change.isBackfilled}, teacher_id = m.id, teacher_person_id = m.person_id,
      made_at = coalesce(s.made_at, ${change.madeAt}::timestamptz), submitted_at = ${change.submittedAt},
      submitted_by = ${change.submittedBy}, updated_at = ${now}
    from (select 1) one left join v_membership m on m.id = ${change.teacherId}
    where s.id = ${id}
  `.execute(db)
}

/** How many pupils of which class a session expects. */
export async function upsertSessionClasses(
  db: Db,
  session: { id: string; day: string },
  counts: ReadonlyMap<string, number>,
) {
  if (counts.size === 0) return
  await sql`
    insert into attendance_session_class (session_id, class_id, day_on, expected)
    select ${session.id}, c.id, ${session.day}::date, c.n
    from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as c (id, n)
    on conflict (district_id, session_id, class_id) do update set expected = excluded.expected
  `.execute(db)
}

export async function lockSessionsUntil(db: Db, orgId: string, day: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update attendance_session set state = 'locked', locked_at = ${now}, updated_at = ${now}
    where org_id = ${orgId} and day_on <= ${day}::date and state = 'submitted'
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Schools with sessions that have to be locked, with their path. */
export async function listSchoolsToLock(db: Db, day: string): Promise<{ orgId: string; path: string }[]> {
  const { rows } = await sql<{ orgId: string; path: string }>`
    select o.id as "orgId", o.path::text as path from v_org o
    where o.id in (select s.org_id from attendance_session s where s.state <> 'locked' and s.state = 'submitted'
      and s.day_on <= ${day}::date)
    order by o.id
  `.execute(db)
  return rows
}

/** Sessions of these days that have no lesson at their time: it was moved, or written anew. */
export async function lockSessionsWithoutLesson(
  db: Db,
  orgId: string,
  from: string,
  to: string,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from attendance_session s
    where s.org_id = ${orgId} and s.day_on between ${from}::date and ${to}::date and s.kind = 'lesson'
      and not exists (select from v_lesson l where l.id = s.ref and l.day_on = s.day_on and l.period_id = s.period_id)
    order by s.id for no key update
  `.execute(db)
  return rows
}

/** The session belongs to the lesson that is in the place of its own. Returns false if that one has a roll. */
export async function moveSession(db: Db, id: string, lessonId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update attendance_session s set ref = ${lessonId}, updated_at = ${now}
    where s.id = ${id} and not exists (
      select from attendance_session k where k.kind = 'lesson' and k.ref = ${lessonId})
  `.execute(db)
  return numAffectedRows === 1n
}

/** The sessions of some days that expect pupils of a class. */
export async function listSessionsOfClass(db: Db, classId: string, from: string, to: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from attendance_session_class c join attendance_session s on s.id = c.session_id
    where c.class_id = ${classId} and c.day_on between ${from}::date and ${to}::date
    order by s.day_on, s.begins, s.id
  `.execute(db)
  return rows
}

/** The sessions of some days that expect a pupil, found through the classes that the pupil was in. */
export async function listSessionsOfPupil(db: Db, studentId: string, from: string, to: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from attendance_session s
    where s.id in (
        select c.session_id from attendance_session_class c
        where c.class_id in (select e.class_id from v_enrolment e where e.student_id = ${studentId})
          and c.day_on between ${from}::date and ${to}::date)
      and ${studentId}::uuid = any(s.expected)
    order by s.day_on, s.begins, s.id
  `.execute(db)
  return rows
}
