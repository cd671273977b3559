import { sql } from 'kysely'
import type { Db } from '#packages/db'

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
