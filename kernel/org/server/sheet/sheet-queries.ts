import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import type { Db } from '#packages/db'
import type { OrganisationFilter, OrgType } from '../../contract.ts'
import { allFields, visibleNode, type OrganisationRow } from '../queries.ts'
import { matchesFilter, type SearchStart } from '../search-queries.ts'

export type SheetNode = OrganisationRow & { path: string }

/** A node and its subtree in scope, from the top. */
export async function listTreeForSheet(db: Db, scope: Scope, path: string): Promise<SheetNode[]> {
  const { rows } = await sql<SheetNode>`
    select ${allFields}, o.path::text as path from organisation as o
    where o.path <@ ${path}::ltree and ${visibleNode(scope, 'o')}
    order by nlevel(o.path), o.sort, o.id
  `.execute(db)
  return rows
}

/** Number of nodes of each type below a node. */
export async function countByTypeBelow(db: Db, path: string): Promise<{ type: OrgType; count: number }[]> {
  const { rows } = await sql<{ type: OrgType; count: number }>`
    select type, count(*)::int as count from organisation
    where path <@ ${path}::ltree and path <> ${path}::ltree and deleted_at is null
    group by type
  `.execute(db)
  return rows
}

export interface ListedOrganisation {
  id: string
  name: string
  parentId: string | null
  type: OrgType
  stages: number[]
  property: number | null
  userCount: number
  childCount: number
  contactName: string
  phone: string
  address: string
  isDisabled: boolean
  sort: number
}

/** The filter of the list, with selected rows: only these, or all but these. */
export interface OrganisationSheetFilter extends OrganisationFilter {
  ids?: readonly string[] | undefined
  except?: readonly string[] | undefined
}

function matchesSheetFilter(
  scope: Scope,
  start: SearchStart | null,
  { ids, except, ...filter }: OrganisationSheetFilter,
) {
  const conditions = [
    matchesFilter(scope, start, filter),
    ...(ids ? [sql<boolean>`o.id = any(${ids}::uuid[])`] : []),
    ...(except?.length ? [sql<boolean>`o.id <> all(${except}::uuid[])`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** All results of a filter in list order, in batches. */
export async function listForSheet(
  db: Db,
  scope: Scope,
  start: SearchStart | null,
  filter: OrganisationSheetFilter,
  after: { sort: number; id: string } | null,
  limit: number,
): Promise<ListedOrganisation[]> {
  const further = after ? sql`(o.sort, o.id) > (${after.sort}, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<ListedOrganisation>`
    select o.id, o.name, o.parent_id as "parentId", o.type, o.stages, o.property,
      o.user_count as "userCount", o.child_count as "childCount", o.contact_name as "contactName", o.phone, o.address,
      o.is_disabled as "isDisabled", o.sort
    from organisation as o
    where ${matchesSheetFilter(scope, start, filter)} and ${further}
    order by o.sort, o.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** Titles of nodes; departments with their ancestors inside the organisation: 实验小学/小学部. */
export async function getPathTitles(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    with recursive above as (
      select id, parent_id, type, name as title from organisation where id = any(${ids}::uuid[])
      union all
      select a.id, o.parent_id, o.type, o.name || '/' || a.title from above a
      join organisation o on o.id = a.parent_id and a.type = 'department'
    )
    select distinct on (id) id, title from above order by id, length(title) desc
  `.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export async function countForSheet(
  db: Db,
  scope: Scope,
  start: SearchStart | null,
  filter: OrganisationSheetFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from organisation as o where ${matchesSheetFilter(scope, start, filter)}
  `.execute(db)
  return rows[0]!.count
}
