import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { MarkSource, MarkStatus, PupilLeaveKind } from '../../contract.ts'

export interface PupilPlace {
  orgId: string
  name: string
  gradeId: string | null
  classId: string | null
}

/** The school of a pupil, and the grade and class in which she is or was last. */
export async function findPupilPlace(db: Db, studentId: string): Promise<PupilPlace | undefined> {
  const { rows } = await sql<PupilPlace>`
    select s.org_id as "orgId", p.name, e.grade_id as "gradeId", e.class_id as "classId"
    from v_student s join v_person p on p.id = s.person_id
    left join lateral (
      select grade_id, class_id from v_enrolment e where e.student_id = s.id and e.org_id = s.org_id
      order by e.begins_on desc limit 1) e on true
    where s.id = ${studentId}
  `.execute(db)
  return rows[0]
}

export interface LeaveInDays {
  id: string
  kind: PupilLeaveKind
  startsOn: string
  startHalf: string
  endsOn: string
  endHalf: string
  periodIds: string[]
  /** The pupil was there again before its end. */
  returnedAt: Date | null
}

/** The approved leave of a pupil in some days. It ends with the day on which the pupil came back. */
export async function listLeaveInDays(db: Db, studentId: string, from: string, to: string): Promise<LeaveInDays[]> {
  const { rows } = await sql<LeaveInDays>`
    select id, kind, starts_on as "startsOn", start_half as "startHalf", ends_on as "endsOn", end_half as "endHalf",
      period_ids as "periodIds", returned_at as "returnedAt"
    from pupil_leave
    where student_id = ${studentId} and status = 'approved' and starts_on <= ${to}::date and ends_on >= ${from}::date
    order by starts_on, id
  `.execute(db)
  return rows
}

export interface AmendmentRow {
  id: string
  at: Date
  personId: string | null
  sessionId: string
  before: { status: MarkStatus; minutes: number | null }
  after: { status: MarkStatus; minutes: number | null }
  source: MarkSource
  reason: Buffer | null
}

/** The changes of the marks of a pupil in sessions of some days, the latest first. */
export async function listAmendmentsOf(
  db: Db,
  studentId: string,
  from: string,
  to: string,
): Promise<(AmendmentRow & { day: string })[]> {
  const { rows } = await sql<AmendmentRow & { day: string }>`
    select a.id, a.created_at as at, a.person_id as "personId", a.session_id as "sessionId", a.before, a.after, a.source,
      a.reason, s.day_on as day
    from attendance_amendment a join attendance_session s on s.id = a.session_id
    where a.student_id = ${studentId} and s.day_on between ${from}::date and ${to}::date
    order by a.created_at desc, a.id
  `.execute(db)
  return rows
}
