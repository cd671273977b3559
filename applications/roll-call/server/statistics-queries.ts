import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { PupilLeaveKind } from '#engines/attendance/contract.ts'

interface OrgDay {
  orgId: string
  day: string
}

/** Pupils with approved leave on a day, by kind. */
export async function countLeave(db: Db, { orgId, day }: OrgDay): Promise<{ kind: PupilLeaveKind; pupils: number }[]> {
  const { rows } = await sql<{ kind: PupilLeaveKind; pupils: number }>`
    select kind, count(distinct student_id)::int as pupils from v_pupil_leave
    where org_id = ${orgId} and status = 'approved' and starts_on <= ${day}::date and ends_on >= ${day}::date
      and (returned_at is null or (returned_at at time zone 'Asia/Shanghai')::date >= ${day}::date)
    group by kind order by kind
  `.execute(db)
  return rows
}

export interface CaseCounts {
  open: number
  settled: number
  /** From the roll to the outcome, of those that are settled. */
  minutes: number
}

/** The unexplained children of a day. */
export async function countCases(db: Db, { orgId, day }: OrgDay): Promise<CaseCounts> {
  const { rows } = await sql<CaseCounts>`
    select count(*) filter (where status <> 'settled')::int as open,
      count(*) filter (where status = 'settled')::int as settled,
      coalesce(sum(round(extract(epoch from settled_at - opened_at) / 60)) filter (where status = 'settled'), 0)::int as minutes
    from v_absence_case where org_id = ${orgId} and day_on = ${day}::date
  `.execute(db)
  return rows[0]!
}

/** Whether a school has a lesson or a roll on a day; there is nothing to count on a day off. */
export async function hasLessonsOn(db: Db, { orgId, day }: OrgDay): Promise<boolean> {
  const { rows } = await sql`
    select from v_roll_record where org_id = ${orgId} and day_on = ${day}::date limit 1
  `.execute(db)
  return rows.length > 0
}
