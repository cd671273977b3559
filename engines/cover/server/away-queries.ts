import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Requests of an absence that may still change: of a cover that was passed on, the last one of the chain. */
export async function listRequestsOfAway(db: Db, { source, ref }: { source: string; ref: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive own as (select id, status from cover_request where away_source = ${source} and away_ref = ${ref}),
    chain (leg_id, request_id, status) as (
      select l.id, o.id, o.status from own o join cover_leg l on l.request_id = o.id where o.status = 'superseded'
      union all
      select l.id, r.id, r.status from chain c join cover_leg l on l.previous_id = c.leg_id
        join cover_request r on r.id = l.request_id
      where c.status = 'superseded' and r.status in ('superseded', 'effective')
    )
    select id from own where status in ('open', 'asking', 'agreed', 'auditing', 'effective')
    union
    select request_id from chain where status = 'effective'
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The covers of which each of these requests took the place, one after the other. */
export async function listPreviousRequests(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; previousId: string }>`
    with recursive chain (id, previous_leg_id) as (
      select l.request_id, l.previous_id from cover_leg l
      where l.request_id = any(${ids}::uuid[]) and l.state = 'current' and l.previous_id is not null
      union all
      select c.id, l.previous_id from chain c join cover_leg l on l.id = c.previous_leg_id where l.previous_id is not null
    )
    select c.id, l.request_id as "previousId" from chain c join cover_leg l on l.id = c.previous_leg_id
      join cover_request r on r.id = l.request_id and r.status = 'superseded'
  `.execute(db)
  return rows
}

export const moveAway = (db: Db, { source, from, to }: { source: string; from: string; to: string }, now: Date) =>
  sql`
    update cover_request set away_ref = ${to}, updated_at = ${now} where away_source = ${source} and away_ref = ${from}
  `.execute(db)
