import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** One yes of a person after the other, in one order. */
export const lockGivers = (db: Db, personIds: readonly string[]) =>
  sql`
    select pg_advisory_xact_lock(hashtextextended('covers of person ' || id, 0))
    from (select distinct id::text as id from unnest(${personIds}::uuid[]) as u (id) order by 1) as people
  `.execute(db)

/** What these people gave, give or have agreed to give for others in a school, by person and day; not of these lessons. */
export async function countAccepted(
  db: Db,
  {
    orgId,
    personIds,
    from,
    to,
    without,
  }: { orgId: string; personIds: readonly string[]; from: string; to: string; without: readonly string[] },
) {
  const { rows } = await sql<{ personId: string; day: string; count: number }>`
    select m.person_id as "personId", l.day_on as day, count(*)::int as count
    from cover_leg as l join cover_request as r on r.id = l.request_id join v_membership as m on m.id = l.to_id
    where l.org_id = ${orgId} and m.person_id = any(${personIds}::uuid[])
      and l.day_on between ${from}::date and ${to}::date and l.lesson_id <> all(${without}::uuid[])
      and r.kind in ('substitute', 'supervise', 'merge')
      and (l.state = 'current' or (l.state = 'ended' and l.completed_at is not null)
        or (l.state = 'pending' and r.status in ('agreed', 'auditing')))
    group by m.person_id, l.day_on
  `.execute(db)
  return rows
}
