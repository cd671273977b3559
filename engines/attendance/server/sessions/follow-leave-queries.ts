import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { PupilLeaveKind, PupilLeaveStatus } from '../../contract.ts'
import { markColumns, type MarkRow } from './mark-queries.ts'

export interface LeaveFacts {
  id: string
  studentId: string
  kind: PupilLeaveKind
  status: PupilLeaveStatus
  startsOn: string
  startHalf: string
  endsOn: string
  endHalf: string
  periodIds: string[]
  returnedAt: Date | null
}

export async function findLeave(db: Db, id: string): Promise<LeaveFacts | undefined> {
  const { rows } = await sql<LeaveFacts>`
    select id, student_id as "studentId", kind, status, starts_on as "startsOn", start_half as "startHalf",
      ends_on as "endsOn", end_half as "endHalf", period_ids as "periodIds", returned_at as "returnedAt"
    from pupil_leave where id = ${id}
  `.execute(db)
  return rows[0]
}

/** The marks of a pupil in these days. */
export async function listMarksInDays(db: Db, studentId: string, from: string, to: string): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select ${markColumns} from attendance_mark m
    where m.student_id = ${studentId} and m.day_on between ${from}::date and ${to}::date
  `.execute(db)
  return rows
}
