import { sql } from 'kysely'
import type { Db } from './db.ts'

interface ForeignReference {
  table: string
  column: string
}

/**
 * Which of these ids have any reference. Modules above are not known here, so the foreign keys are read from the
 * catalogue. Tables that are deleted along are left out: those of `ignoredTables`, and with `withoutCascades` those
 * that the database deletes.
 */
export async function listReferencedIds(
  db: Db,
  table: string,
  ids: readonly string[],
  ignoredTables: readonly string[],
  { withoutCascades = false } = {},
): Promise<Set<string>> {
  const { rows: references } = await sql<ForeignReference>`
    select c.conrelid::regclass::text as "table", quote_ident(a.attname) as "column"
    from pg_constraint c
    cross join unnest(c.conkey, c.confkey) as k (at, target)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.at
    join pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.target and t.attname = 'id'
    where c.contype = 'f' and c.conparentid = 0 and c.confrelid = ${`tenant.${table}`}::regclass
      and not (${withoutCascades} and c.confdeltype = 'c')
  `.execute(db)
  const referred = new Set<string>()
  for (const { table: from, column } of references) {
    if (ignoredTables.includes(from.replace(/^tenant\./, ''))) continue
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.raw(column)} as id from ${sql.raw(from)} where ${sql.raw(column)} = any(${ids}::uuid[])
    `.execute(db)
    for (const { id } of rows) referred.add(id)
  }
  return referred
}
