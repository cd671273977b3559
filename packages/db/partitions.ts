import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Creates missing partitions of a monthly table, for this month and the next ones. */
export const ensureMonthPartitions = (db: Db, table: string, from: Date, months: number) =>
  sql`select tenant.ensure_month_partitions(${table}, ${from.toISOString().slice(0, 10)}::date, ${months}::int)`.execute(
    db,
  )

/** The tables of a cell that have a partition for each month. */
export async function listMonthlyTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'tenant'::regnamespace and exists (
      select from pg_inherits i join pg_class child on child.oid = i.inhrelid
      where i.inhparent = c.oid and child.relname ~ ('^' || c.relname || '_[0-9]{6}$'))
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
