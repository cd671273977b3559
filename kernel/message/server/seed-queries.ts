import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Seeded copies are read some hours after they were sent. */
export const markSeededMessagesRead = (db: Db, before: Date, now: Date) =>
  sql`
    update message set read_at = least(at + interval '5 hours', ${now}) where at < ${before} and read_at is null
  `.execute(db)
