import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, toLikePattern, type Db } from '#packages/db'
import { visibleNode } from './queries.ts'

const selectUnits = (db: Db) =>
  db
    .selectFrom('organisation as o')
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.type', sql<string>`o.path::text`.as('path')])
    .where('o.deleted_at', 'is', null)
    .where('o.is_disabled', '=', false)

/** An organisation in scope that is not disabled. */
export const findUnitInScope = (db: Db, scope: Scope, id: string) =>
  selectUnits(db).where('o.id', '=', id).where(visibleNode(scope, 'o')).executeTakeFirst()

/** Whether an organisation is in scope. */
export async function isOrgInScope(db: Db, scope: Scope, orgId: string): Promise<boolean> {
  const { rows } = await sql`
    select from v_org o where o.id = ${orgId} and ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })}
  `.execute(db)
  return rows.length > 0
}

/** Schools by a part of the name, or by the beginning of its pinyin or initials. */
export const searchUnitsInScope = (db: Db, scope: Scope, keyword: string, limit: number) => {
  const part = toLikePattern(keyword.toLowerCase())
  return selectUnits(db)
    .where(visibleNode(scope, 'o'))
    .where(sql<boolean>`o.type in ('school', 'kindergarten', 'other-school')`)
    .where(sql<boolean>`(o.name like ${part} or o.pinyin like ${part.slice(1)} or o.pinyin_initials like ${part})`)
    .orderBy('o.sort')
    .orderBy('o.id')
    .limit(limit)
    .execute()
}

/** Names of these organisations and their ancestors up to the bureau. */
export async function listNamesUpwards(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct a.name
    from organisation o
    cross join lateral unnest(string_to_array(o.path::text, '.')) as above (id)
    join organisation a on a.id = above.id::uuid
    where o.id = any(${ids}::uuid[])
  `.execute(db)
  return rows.map(({ name }) => name)
}

export const selectUnitById = (db: Db, id: string) => selectUnits(db).where('o.id', '=', id).executeTakeFirst()

/** The area of an organisation, or of the nearest organisation above it that has one. */
export async function findAreaOfOrganisation(db: Db, orgId: string): Promise<string | undefined> {
  const { rows } = await sql<{ area: string }>`
    select a.area_code as area
    from organisation o
    cross join lateral unnest(string_to_array(o.path::text, '.')) with ordinality as above (id, depth)
    join organisation a on a.id = above.id::uuid
    where o.id = ${orgId} and a.area_code <> ''
    order by above.depth desc
    limit 1
  `.execute(db)
  return rows[0]?.area
}

/** Whether an organisation of the district has this area. */
export async function hasOrganisationInArea(db: Db, areaCode: string): Promise<boolean> {
  const { rows } = await sql`
    select from organisation o where o.area_code = ${areaCode} and o.deleted_at is null limit 1
  `.execute(db)
  return rows.length > 0
}
