import { sql } from 'kysely'
import type { Db } from '#packages/db'

export const completeLegs = (db: Db, ids: readonly string[], now: Date) =>
  sql`update cover_leg set completed_at = ${now} where id = any(${ids}::uuid[]) and completed_at is null`.execute(db)

/** Requests in force with a lesson that is over and not completed. */
export async function listGiven(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.request_id as id from cover_leg l
    where l.state = 'current' and l.completed_at is null and l.day_on <= (${now}::timestamptz at time zone 'Asia/Shanghai')::date
      and (coalesce(l.to_day_on, l.day_on) + coalesce(l.to_ends, l.ends)) at time zone 'Asia/Shanghai' <= ${now}
    limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Requests that wait, with a lesson that has begun. */
export async function listBegun(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct r.id from cover_request r join cover_leg l on l.request_id = r.id
    where r.status in ('open', 'asking', 'agreed', 'auditing')
      and least((l.day_on + l.begins) at time zone 'Asia/Shanghai',
        (l.to_day_on + l.to_begins) at time zone 'Asia/Shanghai') <= ${now}
    limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
