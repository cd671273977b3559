import { sql } from 'kysely'
import type { Db } from '#packages/db'

const tables = {
  nation: 'staff_file',
  diploma: 'staff_file',
  teacher_level: 'staff_file',
  worker_type: 'membership',
} as const
export type CountedColumn = keyof typeof tables

/** Number of records of the district per value. */
export async function countRowsByValue(db: Db, column: CountedColumn): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${sql.ref(column)}::text as value, count(*)::int as count from ${sql.table(tables[column])}
    where ${sql.ref(column)} is not null group by 1
  `.execute(db)
  return new Map(rows.map(({ value, count }) => [value, count]))
}
