import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { OrgDay } from './fact-queries.ts'

/** Until which moment these are done. */
export async function readBookmarks(db: Db, names: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ name: string; reachedAt: Date }>`
    select name, reached_at as "reachedAt" from metric_bookmark where name = any(${names}::text[])
  `.execute(db)
  return new Map(rows.map(({ name, reachedAt }) => [name, reachedAt]))
}

/** Never back. */
export async function moveBookmarks(db: Db, names: readonly string[], reachedAt: Date) {
  if (names.length === 0) return
  await sql`
    insert into metric_bookmark as b (name, reached_at) select name, ${reachedAt} from unnest(${names}::text[]) as name order by name
    on conflict (district_id, name) do update set reached_at = greatest(b.reached_at, excluded.reached_at)
  `.execute(db)
}

/** Of changed days those that have figures: today, and past days on which one of these was counted. */
export async function listCountedDays(
  db: Db,
  changed: readonly OrgDay[],
  { codes, first, today }: { codes: readonly string[]; first: string; today: string },
): Promise<OrgDay[]> {
  const { rows } = await sql<OrgDay>`
    select c.org_id as "orgId", c.day from (
      select distinct org_id, day
      from unnest(${changed.map(({ orgId }) => orgId)}::uuid[], ${changed.map(({ day }) => day)}::date[]) as given (org_id, day)
      where day between ${first}::date and ${today}::date
    ) as c
    join v_org o on o.id = c.org_id and o.type not in ('department', 'cluster') and not o.is_disabled
    where c.day = ${today}::date
      or exists (select from metric_fact f where f.org_id = c.org_id and f.code = any(${codes}::text[]) and f.day = c.day)
      or exists (select from metric_report r where r.org_id = c.org_id and r.code = any(${codes}::text[]) and r.day = c.day)
  `.execute(db)
  return rows
}
