import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** When these organisations were last reminded of a metric. */
export async function listReminders(db: Db, code: string, orgIds: readonly string[]) {
  const { rows } = await sql<{ orgId: string; remindedAt: Date }>`
    select org_id as "orgId", reminded_at as "remindedAt" from metric_reminder
    where code = ${code} and org_id = any(${orgIds}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ orgId, remindedAt }) => [orgId, remindedAt]))
}

/** Notes the reminder where there was none since; returns those organisations. Of two at once one gets them. */
export async function claimReminders(
  db: Db,
  { code, orgIds, since, now }: { code: string; orgIds: readonly string[]; since: Date; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    insert into metric_reminder as r (code, org_id, reminded_at)
    select ${code}, id, ${now} from unnest(${orgIds.toSorted()}::uuid[]) as id
    on conflict (district_id, org_id, code) do update set reminded_at = excluded.reminded_at
      where r.reminded_at <= ${since}
    returning r.org_id as "orgId"
  `.execute(db)
  return rows.map(({ orgId }) => orgId)
}
