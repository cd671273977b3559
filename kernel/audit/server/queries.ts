import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface OperationRow {
  id: string
  at: Date
  account_id: string
  person_id: string
  user_id: string
  org_id: string
  route: string
  title: string
  object_ids: string[]
  request_id: string
}

export const insertOperation = (db: Db, row: OperationRow) => db.insertInto('operation_log').values(row).execute()

/** The partitions of this month and the next ones, made if they are missing. */
export const ensurePartitions = (db: Db, table: string, from: Date, months: number) =>
  sql`select tenant.ensure_month_partitions(${table}, ${from.toISOString().slice(0, 10)}::date, ${months}::int)`.execute(
    db,
  )
