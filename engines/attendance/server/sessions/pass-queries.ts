import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { LeaveInDays } from './pupil-day-queries.ts'

export interface SeenPupil {
  /** When a device first saw the pupil come in that day. */
  firstIn: Date | null
  /** The pupil was inside when the lesson began. */
  isInside: boolean
}

/** What the devices of a day say about these pupils before a moment. */
export async function listSeenPupils(
  db: Db,
  studentIds: readonly string[],
  day: { from: Date; to: Date },
  before: Date,
): Promise<Map<string, SeenPupil>> {
  if (studentIds.length === 0) return new Map()
  const { rows } = await sql<SeenPupil & { studentId: string }>`
    select p.student_id as "studentId", min(p.at) filter (where p.direction = 'in') as "firstIn",
      coalesce((array_agg(p.direction order by p.at desc, p.id) filter (where p.at <= ${before}))[1] = 'in', false)
        as "isInside"
    from attendance_pass p
    where p.student_id = any(${studentIds}::uuid[]) and p.at >= ${day.from} and p.at < ${day.to}
    group by p.student_id
  `.execute(db)
  return new Map(rows.map(({ studentId, ...seen }) => [studentId, seen]))
}

interface NewPass {
  id: string
  at: Date
  studentId: string
  direction: 'in' | 'out'
  device: string
  place: string
}

/** Returns those that were new, of pupils who study somewhere. */
export async function insertPasses(db: Db, passes: readonly NewPass[]): Promise<{ studentId: string; at: Date }[]> {
  if (passes.length === 0) return []
  const list = <T>(of: (pass: NewPass) => T) => passes.map((one) => of(one))
  const { rows } = await sql<{ studentId: string; at: Date }>`
    insert into attendance_pass (at, id, org_id, student_id, direction, device, place)
    select n.at, n.id, s.org_id, s.id, n.direction, n.device, n.place
    from unnest(${list(({ at }) => at.toISOString())}::timestamptz[], ${list(({ id }) => id)}::uuid[],
        ${list(({ studentId }) => studentId)}::uuid[], ${list(({ direction }) => direction)}::text[],
        ${list(({ device }) => device)}::text[], ${list(({ place }) => place)}::text[])
      as n (at, id, student_id, direction, device, place)
    join v_student s on s.id = n.student_id and s.org_id is not null
    on conflict do nothing
    returning student_id as "studentId", at
  `.execute(db)
  return rows
}

export interface UnexplainedMark {
  sessionId: string
  studentId: string
  orgId: string
  begins: string
  state: 'open' | 'submitted' | 'locked'
}

/** Marks of these pupils on a day that say 未到 or 旷课, and no difference yet. */
export async function listUnexplainedMarks(
  db: Db,
  studentIds: readonly string[],
  day: string,
): Promise<UnexplainedMark[]> {
  const { rows } = await sql<UnexplainedMark>`
    select m.session_id as "sessionId", m.student_id as "studentId", s.org_id as "orgId",
      to_char(s.begins, 'HH24:MI') as begins, s.state
    from attendance_mark m join attendance_session s on s.id = m.session_id
    where m.student_id = any(${studentIds}::uuid[]) and m.day_on = ${day}::date and m.status in ('missing', 'truant')
      and not m.differs
    order by m.session_id, m.student_id for no key update of m
  `.execute(db)
  return rows
}

export async function markDiffering(db: Db, sessionId: string, studentIds: readonly string[], now: Date) {
  if (studentIds.length === 0) return
  await sql`
    update attendance_mark set differs = true, updated_at = ${now}
    where session_id = ${sessionId} and student_id = any(${studentIds}::uuid[])
  `.execute(db)
}

/** The leave of a pupil from which the pupil has not come back. */
type LeaveOfDay = Pick<LeaveInDays, 'kind' | 'startsOn' | 'startHalf' | 'endsOn' | 'endHalf' | 'periodIds'>

/**
 * When a device first saw a pupil come in on a day, the first lesson with a roll that says that the pupil was there, and
 * the approved leave; with one statement, because every family asks in the morning.
 */
export async function findFirstNews(
  db: Db,
  { studentId, day, span }: { studentId: string; day: string; span: { from: Date; to: Date } },
) {
  const { rows } = await sql<{ seenAt: Date | null; rolledAt: string | null; leave: LeaveOfDay[] }>`
    select
      (select min(p.at) from attendance_pass p
        where p.student_id = ${studentId} and p.at >= ${span.from} and p.at < ${span.to} and p.direction = 'in') as "seenAt",
      (select to_char(min(s.begins), 'HH24:MI') from attendance_session s
        where s.id in (
            select c.session_id from attendance_session_class c
            where c.class_id in (select e.class_id from v_enrolment e where e.student_id = ${studentId})
              and c.day_on = ${day}::date)
          and s.state <> 'open' and ${studentId}::uuid = any(s.expected)
          and not exists (
            select from attendance_mark m where m.session_id = s.id and m.student_id = ${studentId}
              and m.status not in ('present', 'late', 'early'))) as "rolledAt",
      (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'startsOn', l.starts_on, 'startHalf', l.start_half,
          'endsOn', l.ends_on, 'endHalf', l.end_half, 'periodIds', l.period_ids) order by l.starts_on, l.id), '[]')
        from pupil_leave l
        where l.student_id = ${studentId} and l.status = 'approved' and l.returned_at is null
          and l.starts_on <= ${day}::date and l.ends_on >= ${day}::date) as leave
  `.execute(db)
  return rows[0]!
}

/** When a pupil came in, the earliest first. */
export async function listFirstPasses(db: Db, studentId: string, span: { from: Date; to: Date }): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select p.at from attendance_pass p
    where p.student_id = ${studentId} and p.at >= ${span.from} and p.at < ${span.to} and p.direction = 'in'
    order by p.at
  `.execute(db)
  return rows.map(({ at }) => at)
}
