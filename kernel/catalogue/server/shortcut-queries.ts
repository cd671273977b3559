import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Puts these in the place of what was there; none at all is remembered as a line with an empty key. */
export async function replaceShortcuts(db: Db, userId: string, keys: readonly string[], now: Date) {
  // Two windows of one person take turns, so that their lists do not mix.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`app-shortcut ${userId}`}, 0))`.execute(db)
  await db.deleteFrom('app_shortcut').where('user_id', '=', userId).execute()
  await sql`
    insert into app_shortcut (user_id, app_key, sort, saved_at)
    select ${userId}, s.key, s.at, ${now} from unnest(${keys.length > 0 ? keys : ['']}::text[]) with ordinality as s (key, at)
  `.execute(db)
}
