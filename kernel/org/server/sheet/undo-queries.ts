import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface ImportedOrganisation {
  id: string
  path: string
  version: number
  host: string
  isDeleted: boolean
}

/** The present state of imported organisations, including deleted ones. */
export async function listImported(db: Db, ids: readonly string[]): Promise<ImportedOrganisation[]> {
  const { rows } = await sql<ImportedOrganisation>`
    select id, path::text as path, version, host, deleted_at is not null as "isDeleted" from organisation
    where id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

/** Direct children, including deleted ones, which still refer to their parent. */
export async function listChildNodes(db: Db, ids: readonly string[]): Promise<{ id: string; parentId: string }[]> {
  const { rows } = await sql<{ id: string; parentId: string }>`
    select id, parent_id as "parentId" from organisation where parent_id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

interface Reference {
  table: string
  column: string
}

/** All columns with a foreign key to an organisation; such keys begin with the district. */
async function referencesToOrganisations(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "table", quote_ident(a.attname) as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.conparentid = 0 and c.confrelid = 'tenant.organisation'::regclass
      and c.conname <> 'organisation_parent' and c.conrelid <> 'tenant.organisation_history'::regclass
  `.execute(db)
  return rows
}

/** Organisations that are referred to by anything but their own history and their children. */
export async function listIdsInUse(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (const { table, column } of await referencesToOrganisations(db)) {
    const [from, at] = [sql.raw(table), sql.raw(column)]
    const { rows } = await sql<{ id: string }>`
      select distinct ${at} as id from ${from} where ${at} = any(${ids}::uuid[])
    `.execute(db)
    for (const { id } of rows) used.add(id)
  }
  return used
}

/**
 * Deletes permanently, with the history, because nothing refers to these organisations. Children come before parents.
 * PostgreSQL checks every foreign key for every row, so large sets are deleted in batches.
 */
export async function deletePermanently(db: Db, ids: readonly string[]) {
  // Cached plans of the foreign key checks date from smaller tables and scan a whole table per row (measured: 5,000
  // rows were not deleted within minutes).
  await sql`discard plans`.execute(db)
  for (let from = 0; from < ids.length; from += deleteBatchSize) {
    const some = ids.slice(from, from + deleteBatchSize)
    await sql`delete from organisation_history where org_id = any(${some}::uuid[])`.execute(db)
    await sql`delete from organisation where id = any(${some}::uuid[])`.execute(db)
  }
}
const deleteBatchSize = 200
