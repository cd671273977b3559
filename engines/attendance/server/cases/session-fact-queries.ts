import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface SessionFacts {
  id: string
  orgId: string
  day: string
  begins: string
  isSubmitted: boolean
  expected: string[]
}

export async function findSession(db: Db, id: string): Promise<SessionFacts | undefined> {
  const { rows } = await sql<SessionFacts>`
    select id, org_id as "orgId", day_on::text as day, to_char(begins, 'HH24:MI') as begins, state <> 'open' as "isSubmitted",
      expected
    from attendance_session where id = ${id}
  `.execute(db)
  return rows[0]
}

/** Statuses of a mark with which a pupil is there. Without a mark a submitted roll says the same. */
const isThere = sql`('present', 'late', 'early')`

type Moment = Pick<SessionFacts, 'orgId' | 'day' | 'begins'>

/** The submitted rolls of a school and day in which these pupils are there. */
const rollsWith = (studentIds: readonly string[], { orgId, day }: Moment) => sql`
  attendance_session s join unnest(${studentIds}::uuid[]) as p (id) on p.id = any(s.expected)
  where s.org_id = ${orgId} and s.day_on = ${day}::date and s.state <> 'open'
    and not exists (select from attendance_mark m where m.session_id = s.id and m.student_id = p.id
      and m.status not in ${isThere})`

/** Of these pupils, those who are there by a roll that began later on the day. */
export async function listSeenLater(db: Db, studentIds: readonly string[], moment: Moment): Promise<Set<string>> {
  if (studentIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct p.id from ${rollsWith(studentIds, moment)} and s.begins > ${moment.begins}::time
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** When the last lesson before a moment began in which each of these pupils was there. */
export async function listLastSeen(
  db: Db,
  studentIds: readonly string[],
  moment: Moment,
): Promise<Map<string, string>> {
  if (studentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; begins: string }>`
    select p.id, to_char(max(s.begins), 'HH24:MI') as begins
    from ${rollsWith(studentIds, moment)} and s.begins < ${moment.begins}::time group by p.id
  `.execute(db)
  return new Map(rows.map(({ id, begins }) => [id, begins]))
}

/** Of these pupils, those who are not there by one session. */
export async function listAbsentIn(db: Db, sessionId: string, studentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select student_id as id from attendance_mark
    where session_id = ${sessionId} and student_id = any(${studentIds}::uuid[]) and status not in ${isThere}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface MissedSession {
  studentId: string
  day: string
  sessionId: string
  begins: string
}

/** The submitted lessons of some days in which these pupils are missing without leave, the earliest first. */
export async function listMissedSessions(
  db: Db,
  studentIds: readonly string[],
  days: { from: string; to: string },
): Promise<MissedSession[]> {
  const { rows } = await sql<MissedSession>`
    select m.student_id as "studentId", m.day_on::text as day, s.id as "sessionId", to_char(s.begins, 'HH24:MI') as begins
    from attendance_mark m join attendance_session s on s.id = m.session_id
    where m.student_id = any(${studentIds}::uuid[]) and m.day_on between ${days.from}::date and ${days.to}::date
      and m.status in ('missing', 'truant') and s.state <> 'open'
    order by s.day_on, s.begins, s.id
  `.execute(db)
  return rows
}

/** When devices first saw these pupils come in on a day. */
export async function listFirstPasses(
  db: Db,
  studentIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<Map<string, Date>> {
  if (studentIds.length === 0) return new Map()
  const { rows } = await sql<{ studentId: string; at: Date }>`
    select student_id as "studentId", min(at) as at from attendance_pass
    where student_id = any(${studentIds}::uuid[]) and at >= ${from} and at < ${to} and direction = 'in'
    group by student_id
  `.execute(db)
  return new Map(rows.map(({ studentId, at }) => [studentId, at]))
}
