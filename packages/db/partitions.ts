import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Creates missing partitions of a monthly table, for this month and the next ones. */
export const ensureMonthPartitions = (db: Db, table: string, from: Date, months: number) =>
  sql`select tenant.ensure_month_partitions(${table}, ${from.toISOString().slice(0, 10)}::date, ${months}::int)`.execute(
    db,
  )
