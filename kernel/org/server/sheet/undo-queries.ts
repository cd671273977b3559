import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface ImportedOrganisation {
  id: string
  path: string
  version: number
  host: string
  isDeleted: boolean
}

/** What has become of these, also of those that somebody has deleted meanwhile. */
export async function listImported(db: Db, ids: readonly string[]): Promise<ImportedOrganisation[]> {
  const { rows } = await sql<ImportedOrganisation>`
    select id, path::text as path, version, host, deleted_at is not null as "isDeleted" from organisation
    where id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

/** What stands directly below these, also what was deleted there: it still points at where it stood. */
export async function listChildren(db: Db, ids: readonly string[]): Promise<{ id: string; parentId: string }[]> {
  const { rows } = await sql<{ id: string; parentId: string }>`
    select id, parent_id as "parentId" from organisation where parent_id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

interface Reference {
  table: string
  column: string
}

/** Every column of the house by which something belongs to an organisation; foreign keys begin with the district. */
async function referencesToOrganisations(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "table", quote_ident(a.attname) as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.conparentid = 0 and c.confrelid = 'tenant.organisation'::regclass
      and c.conname <> 'organisation_parent' and c.conrelid <> 'tenant.organisation_history'::regclass
  `.execute(db)
  return rows
}

/** Those of these that anything but their own history and what stands below them belongs to. */
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
 * For good, with their history: there is nothing that they were to anybody. What stands below goes before what it stands
 * in. Every foreign key is asked about every row, so a statement takes no more than it has time for.
 */
export async function deletePermanently(db: Db, ids: readonly string[]) {
  // How the keys are asked about was planned when the tables were smaller: a walk through all of a table, for each row
  // (measured: 5,000 rows were not removed within minutes).
  await sql`discard plans`.execute(db)
  for (let from = 0; from < ids.length; from += deleteBatchSize) {
    const some = ids.slice(from, from + deleteBatchSize)
    await sql`delete from organisation_history where org_id = any(${some}::uuid[])`.execute(db)
    await sql`delete from organisation where id = any(${some}::uuid[])`.execute(db)
  }
}
const deleteBatchSize = 200
