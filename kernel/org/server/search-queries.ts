import { sql, type RawBuilder } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { likePart, readFoundPage, type Db } from '#packages/db'
import type { OrganisationFilter, OrganisationSort } from '../contract.ts'
import { allFields, areChildren, visible, type OrganisationRow } from './queries.ts'

type Condition = RawBuilder<boolean>

/** Where a search begins: a node that is there and within reach. */
export interface Start {
  id: string
  path: string
  name: string
}

/**
 * Everything below a node, or all that is within reach. Below the bureau is the whole district: asked as such it is
 * read in the order of the list, and need not be gathered by its paths.
 */
function isBelow(scope: Scope, start: Start | null): Condition {
  if (start === null) return visible(scope, 'o')
  const below = start.path.includes('.')
    ? sql<boolean>`o.path <@ ${start.path}::ltree and o.id <> ${start.id}`
    : sql<boolean>`o.type <> 'bureau'`
  return sql<boolean>`${visible(scope, 'o')} and ${below}`
}

/** A part of the name; for letters and digits also a part of its pinyin or initials. */
function isNamed(keyword: string): Condition {
  const name = sql<boolean>`o.name like ${likePart(keyword)}`
  const letters = keyword.toLowerCase().replaceAll(/[\s']/g, '')
  if (!/^[a-z0-9]+$/.test(letters)) return name
  return sql<boolean>`(${name} or o.pinyin like ${likePart(letters)} or o.pinyin_initials like ${likePart(letters)})`
}

/** What a filter asks for, within reach. Words of ours stand in the statement itself: they choose the index. */
export function isFound(scope: Scope, start: Start | null, filter: OrganisationFilter): Condition {
  const { within, keyword, type, stage, status, flag } = filter
  const conditions = [
    within === 'children' ? areChildren(scope, start?.id ?? null) : isBelow(scope, start),
    ...(keyword ? [isNamed(keyword)] : []),
    ...(type ? [sql<boolean>`o.type = ${sql.lit(type)}`] : []),
    // Departments teach nobody: said here, only the others are looked at.
    ...(stage ? [sql<boolean>`o.type <> 'department' and ${stage}::smallint = any(o.stages)`] : []),
    ...(status ? [sql<boolean>`o.is_forbidden = ${sql.lit(status === 'forbidden')}`] : []),
    ...(flag === undefined ? [] : [sql<boolean>`o.flag = ${sql.lit(flag)}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const columnsOf: Record<OrganisationSort, string> = {
  sort: 'o.sort',
  name: 'o.pinyin',
  people: 'o.user_count',
  children: 'o.child_count',
}

export const pageOfFound = (
  db: Db,
  scope: Scope,
  start: Start | null,
  filter: OrganisationFilter,
  { sort, desc, ...page }: PageQuery & { sort: OrganisationSort; desc: boolean },
) => {
  const direction = desc ? sql`desc` : sql`asc`
  const first = sql`${sql.ref(columnsOf[sort])} ${direction}`
  return readFoundPage<OrganisationRow>(
    db,
    {
      columns: allFields,
      from: sql`organisation as o`,
      where: isFound(scope, start, filter),
      key: sql`o.id`,
      // What is equal stands in the order of the list.
      orderBy: sort === 'sort' ? sql`${first}, o.id ${direction}` : sql`${first}, o.sort, o.id`,
    },
    page,
  )
}

/** Where to begin: found only within reach. */
export async function findStart(db: Db, scope: Scope, id: string): Promise<Start | undefined> {
  const { rows } = await sql<Start>`
    select o.id, o.path::text as path, o.name from organisation as o where o.id = ${id} and ${visible(scope, 'o')}
  `.execute(db)
  return rows[0]
}

export interface Target {
  id: string
  name: string
  path: string
  type: string
  isForbidden: boolean
  userCount: number
  descendantCount: number
  /** Whether what stands above it is within reach too: otherwise it is the top of the caller's own place. */
  isBelowReach: boolean
}

const targetFields = (scope: Scope) => sql`
  o.id, o.name, o.path::text as path, o.type, o.is_forbidden as "isForbidden", o.user_count as "userCount",
  o.descendant_count as "descendantCount",
  exists (select from organisation as parent where parent.id = o.parent_id and ${visible(scope, 'parent')}) as "isBelowReach"`

/** These organisations, as far as they are within reach. */
export async function targetsByIds(db: Db, scope: Scope, ids: readonly string[]): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select ${targetFields(scope)} from organisation as o
    where o.id = any(${ids}::uuid[]) and ${visible(scope, 'o')}
    order by o.sort, o.id
  `.execute(db)
  return rows
}

/** All that a filter finds, in the order of the list; at most `limit`. */
export async function targetsFound(
  db: Db,
  scope: Scope,
  start: Start | null,
  filter: OrganisationFilter,
  limit: number,
): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select ${targetFields(scope)} from organisation as o
    where ${isFound(scope, start, filter)}
    order by o.sort, o.id
    limit ${limit}
  `.execute(db)
  return rows
}
