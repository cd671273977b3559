import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Requests of an absence that may still change. */
export async function listRequestsOfAway(db: Db, { source, ref }: { source: string; ref: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cover_request where away_source = ${source} and away_ref = ${ref}
      and status in ('open', 'asking', 'agreed', 'auditing', 'effective')
  `.execute(db)
  return rows.map(({ id }) => id)
}

export const moveAway = (db: Db, { source, from, to }: { source: string; from: string; to: string }, now: Date) =>
  sql`
    update cover_request set away_ref = ${to}, updated_at = ${now} where away_source = ${source} and away_ref = ${from}
  `.execute(db)
