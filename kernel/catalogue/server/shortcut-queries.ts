import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Replaces the shortcuts; a row with an empty key marks an empty list. */
export async function replaceShortcuts(db: Db, userId: string, keys: readonly string[], now: Date) {
  // A lock per person, so that concurrent saves of two windows do not mix their lists.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`app-shortcut ${userId}`}, 0))`.execute(db)
  await db.deleteFrom('app_shortcut').where('user_id', '=', userId).execute()
  await sql`
    insert into app_shortcut (user_id, app_key, sort, saved_at)
    select ${userId}, s.key, s.at, ${now} from unnest(${keys.length > 0 ? keys : ['']}::text[]) with ordinality as s (key, at)
  `.execute(db)
}
