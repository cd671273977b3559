import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The partitions of a monthly table for this month and the next ones, made if they are missing. */
export const ensureMonthPartitions = (db: Db, table: string, from: Date, months: number) =>
  sql`select tenant.ensure_month_partitions(${table}, ${from.toISOString().slice(0, 10)}::date, ${months}::int)`.execute(
    db,
  )
