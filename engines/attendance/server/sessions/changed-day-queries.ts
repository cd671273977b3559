import { sql } from 'kysely'
import type { Ctx } from '#packages/core'
import type { ChangedDays } from '#packages/crud'

/** The schools with rolls or unexplained children that were written since a moment, and their days. */
export async function listChangedAttendance({ db }: Ctx, since: Date): Promise<ChangedDays[]> {
  const { rows } = await sql<ChangedDays>`
    select org_id as "orgId", array_agg(distinct day_on::text) as days
    from (
      select org_id, day_on from attendance_session where updated_at >= ${since}
      union all
      select org_id, day_on from absence_case where updated_at >= ${since}
    ) as changed group by 1
  `.execute(db)
  return rows
}
