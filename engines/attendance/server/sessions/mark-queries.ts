import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { MarkSource, MarkStatus } from '../../contract.ts'

/** A tap that lost, as it is kept. */
export interface StoredConflict {
  status: MarkStatus
  at: string
  device: string | null
  by: string | null
}

export interface MarkRow {
  sessionId: string
  studentId: string
  classId: string | null
  status: MarkStatus
  minutes: number | null
  source: MarkSource
  leaveId: string | null
  differs: boolean
  remark: Buffer | null
  markedAt: Date
  seenAt: Date | null
  device: string | null
  markedBy: string | null
  conflict: StoredConflict | null
}

export const markColumns = sql`
  m.session_id as "sessionId", m.student_id as "studentId", m.class_id as "classId", m.status, m.minutes, m.source,
  m.leave_id as "leaveId", m.differs, m.remark, m.marked_at as "markedAt", m.seen_at as "seenAt", m.device,
  m.marked_by as "markedBy", m.conflict`

export async function listMarks(db: Db, sessionIds: readonly string[]): Promise<MarkRow[]> {
  if (sessionIds.length === 0) return []
  const { rows } = await sql<MarkRow>`
    select ${markColumns} from attendance_mark m where m.session_id = any(${sessionIds}::uuid[])
  `.execute(db)
  return rows
}

/** The marks that a leave filled. */
export async function listMarksOfLeave(db: Db, leaveId: string): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select ${markColumns} from attendance_mark m where m.leave_id = ${leaveId} and m.source = 'leave'
  `.execute(db)
  return rows
}

export async function upsertMarks(
  db: Db,
  session: { orgId: string; day: string },
  marks: readonly MarkRow[],
  now: Date,
) {
  if (marks.length === 0) return
  const list = <T>(of: (mark: MarkRow) => T) => marks.map((one) => of(one))
  const time = (at: Date | null) => at?.toISOString() ?? null
  await sql`
    insert into attendance_mark (session_id, student_id, org_id, class_id, day_on, status, minutes, source, leave_id,
      differs, remark, marked_at, seen_at, device, marked_by, conflict, updated_at)
    select n.session_id, n.student_id, ${session.orgId}, n.class_id, ${session.day}::date, n.status, n.minutes, n.source,
      n.leave_id, n.differs, decode(n.remark, 'hex'), n.marked_at, n.seen_at, n.device, n.marked_by, n.conflict::jsonb,
      ${now}
    from unnest(${list((m) => m.sessionId)}::uuid[], ${list((m) => m.studentId)}::uuid[],
        ${list((m) => m.classId)}::uuid[], ${list((m) => m.status)}::text[], ${list((m) => m.minutes)}::int[],
        ${list((m) => m.source)}::text[], ${list((m) => m.leaveId)}::uuid[], ${list((m) => m.differs)}::boolean[],
        ${list((m) => m.remark?.toString('hex') ?? null)}::text[], ${list((m) => time(m.markedAt))}::timestamptz[],
        ${list((m) => time(m.seenAt))}::timestamptz[], ${list((m) => m.device)}::text[],
        ${list((m) => m.markedBy)}::uuid[], ${list((m) => (m.conflict ? JSON.stringify(m.conflict) : null))}::text[])
      as n (session_id, student_id, class_id, status, minutes, source, leave_id, differs, remark, marked_at, seen_at,
        device, marked_by, conflict)
    on conflict (district_id, session_id, student_id) do update set status = excluded.status, minutes = excluded.minutes,
      source = excluded.source, leave_id = excluded.leave_id, differs = excluded.differs, remark = excluded.remark,
      marked_at = excluded.marked_at, seen_at = excluded.seen_at, device = excluded.device,
      marked_by = excluded.marked_by, conflict = excluded.conflict, updated_at = excluded.updated_at
  `.execute(db)
}

export interface NewAmendment {
  id: string
  sessionId: string
  studentId: string
  before: { status: MarkStatus; minutes: number | null }
  after: { status: MarkStatus; minutes: number | null }
  source: Exclude<MarkSource, 'device'>
  reason: Buffer | null
  personId: string | null
}

export async function insertAmendments(db: Db, amendments: readonly NewAmendment[], now: Date) {
  if (amendments.length === 0) return
  const list = <T>(of: (one: NewAmendment) => T) => amendments.map((one) => of(one))
  await sql`
    insert into attendance_amendment (id, session_id, student_id, before, after, source, reason, person_id, created_at)
    select n.id, n.session_id, n.student_id, n.before::jsonb, n.after::jsonb, n.source, decode(n.reason, 'hex'),
      n.person_id, ${now}
    from unnest(${list((a) => a.id)}::uuid[], ${list((a) => a.sessionId)}::uuid[], ${list((a) => a.studentId)}::uuid[],
        ${list((a) => JSON.stringify(a.before))}::text[], ${list((a) => JSON.stringify(a.after))}::text[],
        ${list((a) => a.source)}::text[], ${list((a) => a.reason?.toString('hex') ?? null)}::text[],
        ${list((a) => a.personId)}::uuid[])
      as n (id, session_id, student_id, before, after, source, reason, person_id)
  `.execute(db)
}
