import { sql, type RawBuilder } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { toLikePattern, readSearchPage, type Db } from '#packages/db'
import type { OrganisationFilter, OrganisationSort } from '../contract.ts'
import { allFields, areChildren, visibleNode, type OrganisationRow } from './queries.ts'

type Condition = RawBuilder<boolean>

/** Start of a search: an existing node in scope. */
export interface SearchStart {
  id: string
  path: string
  name: string
}

/**
 * All nodes below the start, or all in scope. Below the bureau means the whole district, which can be read in list
 * order without collecting paths.
 */
function isBelow(scope: Scope, start: SearchStart | null): Condition {
  if (start === null) return visibleNode(scope, 'o')
  const below = start.path.includes('.')
    ? sql<boolean>`o.path <@ ${start.path}::ltree and o.id <> ${start.id}`
    : sql<boolean>`o.type <> 'bureau'`
  return sql<boolean>`${visibleNode(scope, 'o')} and ${below}`
}

/** A part of the name; letters and digits also match pinyin and initials. */
function matchesKeyword(keyword: string): Condition {
  const name = sql<boolean>`o.name like ${toLikePattern(keyword)}`
  const letters = keyword.toLowerCase().replaceAll(/[\s']/g, '')
  if (!/^[a-z0-9]+$/.test(letters)) return name
  return sql<boolean>`(${name} or o.pinyin like ${toLikePattern(letters)} or o.pinyin_initials like ${toLikePattern(letters)})`
}

/**
 * The condition of a filter within scope. Constants are part of the statement text, because partial indexes depend on
 * them.
 */
export function matchesFilter(scope: Scope, start: SearchStart | null, filter: OrganisationFilter): Condition {
  const { within, keyword, type, stage, status, flag } = filter
  const conditions = [
    within === 'children' ? areChildren(scope, start?.id ?? null) : isBelow(scope, start),
    ...(keyword ? [matchesKeyword(keyword)] : []),
    ...(type ? [sql<boolean>`o.type = ${sql.lit(type)}`] : []),
    // Departments have no stages; naming the condition lets the index skip them.
    ...(stage ? [sql<boolean>`o.type <> 'department' and ${stage}::smallint = any(o.stages)`] : []),
    ...(status ? [sql<boolean>`o.is_disabled = ${sql.lit(status === 'disabled')}`] : []),
    ...(flag === undefined ? [] : [sql<boolean>`o.flag = ${sql.lit(flag)}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const sortColumns: Record<OrganisationSort, string> = {
  sort: 'o.sort',
  name: 'o.pinyin',
  people: 'o.user_count',
  children: 'o.child_count',
}

export const searchOrganisationPage = (
  db: Db,
  scope: Scope,
  start: SearchStart | null,
  filter: OrganisationFilter,
  { sort, desc, ...page }: PageQuery & { sort: OrganisationSort; desc: boolean },
) => {
  const direction = desc ? sql`desc` : sql`asc`
  const first = sql`${sql.ref(sortColumns[sort])} ${direction}`
  return readSearchPage<OrganisationRow>(
    db,
    {
      columns: allFields,
      from: sql`organisation as o`,
      where: matchesFilter(scope, start, filter),
      key: sql`o.id`,
      // Equal values are in list order.
      orderBy: sort === 'sort' ? sql`${first}, o.id ${direction}` : sql`${first}, o.sort, o.id`,
    },
    page,
  )
}

/** Finds a start only in scope. */
export async function findSearchStart(db: Db, scope: Scope, id: string): Promise<SearchStart | undefined> {
  const { rows } = await sql<SearchStart>`
    select o.id, o.path::text as path, o.name from organisation as o where o.id = ${id} and ${visibleNode(scope, 'o')}
  `.execute(db)
  return rows[0]
}

export interface FoundOrganisation {
  id: string
  name: string
  path: string
  type: string
  isDisabled: boolean
  userCount: number
  descendantCount: number
  /** Whether the parent is in scope too; otherwise the node is the top of the caller's scope. */
  isBelowReach: boolean
}

const targetColumns = (scope: Scope) => sql`
  o.id, o.name, o.path::text as path, o.type, o.is_disabled as "isDisabled", o.user_count as "userCount",
  o.descendant_count as "descendantCount",
  exists (select from organisation as parent where parent.id = o.parent_id and ${visibleNode(scope, 'parent')}) as "isBelowReach"`

/** These organisations, if in scope. */
export async function listTargetsByIds(db: Db, scope: Scope, ids: readonly string[]): Promise<FoundOrganisation[]> {
  const { rows } = await sql<FoundOrganisation>`
    select ${targetColumns(scope)} from organisation as o
    where o.id = any(${ids}::uuid[]) and ${visibleNode(scope, 'o')}
    order by o.sort, o.id
  `.execute(db)
  return rows
}

/** All results of a filter in list order, at most `limit`. */
export async function searchTargets(
  db: Db,
  scope: Scope,
  start: SearchStart | null,
  filter: OrganisationFilter,
  limit: number,
): Promise<FoundOrganisation[]> {
  const { rows } = await sql<FoundOrganisation>`
    select ${targetColumns(scope)} from organisation as o
    where ${matchesFilter(scope, start, filter)}
    order by o.sort, o.id
    limit ${limit}
  `.execute(db)
  return rows
}
