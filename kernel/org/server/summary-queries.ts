import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import type { Db } from '#packages/db'
import type { OrgType } from '../contract.ts'
import { listScopeIds, visibleNode } from './queries.ts'

interface TypeCount {
  type: OrgType
  count: number
}

/** Number of organisations in scope by type, without departments: a few thousand rows at most. */
export async function countByType(db: Db, scope: Scope): Promise<TypeCount[]> {
  const { rows } = await sql<TypeCount>`
    select o.type, count(*) as count from organisation as o
    where o.type <> 'department' and ${visibleNode(scope, 'o')}
    group by o.type
  `.execute(db)
  return rows
}

/** Number of disabled organisations in scope. */
export async function countDisabled(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from organisation as o where o.is_disabled and ${visibleNode(scope, 'o')}
  `.execute(db)
  return rows[0]!.count
}

interface StoredCounts {
  nodes: number
  people: number
  countedAt: Date | null
}

/**
 * Number of nodes and people in scope, from the counts stored with the nodes that the scope names. A subtree of another
 * subtree counts once; for a single organisation without its subtree only its own people count.
 */
export async function getStoredCounts(db: Db, scope: Scope): Promise<StoredCounts> {
  const paths = [...scope.orgPaths, ...scope.departmentPaths]
  const isTop = scope.district
    ? sql`o.parent_id is null`
    : sql`o.id = any(${listScopeIds(scope)}::uuid[])
        and not exists (select from unnest(${paths}::ltree[]) as above where o.path <@ above and o.path <> above)`
  const isWhole = scope.district ? sql`true` : sql`o.path = any(${paths}::ltree[])`
  const { rows } = await sql<StoredCounts>`
    select
      coalesce(sum(case when ${isWhole} then 1 + o.descendant_count else 1 end), 0)::int as nodes,
      coalesce(sum(case when ${isWhole} then o.user_count else o.own_user_count end), 0)::int as people,
      (select counted_at from organisation where parent_id is null and deleted_at is null) as "countedAt"
    from organisation as o
    where ${visibleNode(scope, 'o')} and ${isTop}
  `.execute(db)
  return rows[0]!
}

export interface OwnOrganisation {
  id: string
  name: string
  type: OrgType
  stages: number[]
  address: string
  phone: string
  contactName: string
  bureauName: string
  bureauPhone: string
}

/** The caller's organisation and the bureau above it, which every member may read. */
export const findOwnOrganisation = (db: Db, id: string): Promise<OwnOrganisation | undefined> =>
  db
    .selectFrom('organisation as o')
    .innerJoin('organisation as bureau', (join) =>
      join.on('bureau.parent_id', 'is', null).on('bureau.deleted_at', 'is', null),
    )
    .select(['o.id', 'o.name', 'o.type', 'o.stages', 'o.address', 'o.phone', 'o.contact_name as contactName'])
    .select(['bureau.name as bureauName', 'bureau.phone as bureauPhone'])
    .where('o.id', '=', id)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst()
