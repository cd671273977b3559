import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface ItemRow {
  orgId: string
  code: string
  /** The first name; later names are in the renames. */
  name: string
  parentCode: string
  sort: number
  isEnabled: boolean
  fromOn: string | null
  toOn: string | null
  ext: Readonly<Record<string, string | number | boolean>>
  version: number
}

export interface RenameRow {
  orgId: string
  code: string
  fromOn: string
  name: string
}

/** A district's override of a platform value. */
export interface DifferenceRow {
  code: string
  isEnabled: boolean | null
  sort: number | null
}

const idsOnPath = (path: string) => sql`any(${path.split('.').filter(Boolean)}::uuid[])`

/** The values of a type that the node and the organisations above it have added. */
export const listItemsOnPath = (db: Db, path: string, type: string): Promise<ItemRow[]> =>
  db
    .selectFrom('constant_item as i')
    .select([
      'i.org_id as orgId',
      'i.code',
      'i.name',
      'i.parent_code as parentCode',
      'i.sort',
      'i.is_enabled as isEnabled',
      'i.from_on as fromOn',
      'i.to_on as toOn',
      sql<ItemRow['ext']>`i.ext`.as('ext'),
      'i.version',
    ])
    .where('i.type_code', '=', type)
    .where(sql<boolean>`i.org_id = ${idsOnPath(path)}`)
    .execute()

export const listRenamesOnPath = (db: Db, path: string, type: string): Promise<RenameRow[]> =>
  db
    .selectFrom('constant_rename as r')
    .select(['r.org_id as orgId', 'r.code', 'r.from_on as fromOn', 'r.name'])
    .where('r.type_code', '=', type)
    .where(sql<boolean>`r.org_id = ${idsOnPath(path)}`)
    .orderBy('r.from_on')
    .execute()

export const listConstantOverrides = (db: Db, type: string): Promise<DifferenceRow[]> =>
  db
    .selectFrom('constant_override')
    .select(['code', 'is_enabled as isEnabled', 'sort'])
    .where('type_code', '=', type)
    .execute()

/** Number of values that the node and the organisations above it have added, by type. */
export async function countItemsByType(db: Db, path: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ type: string; count: number }>`
    select type_code as type, count(*)::int as count from constant_item where org_id = ${idsOnPath(path)} group by type_code
  `.execute(db)
  return new Map(rows.map(({ type, count }) => [type, count]))
}

/** Looks in the whole district: a district value must not have a code that a school already uses. */
export const findTakenCodes = async (db: Db, type: string, codes: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('constant_item')
    .select('code')
    .where('type_code', '=', type)
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .execute()
  return new Set(rows.map(({ code }) => code))
}

/** Whether any organisation, or the given one, has a value of this type. */
export const hasItems = async (db: Db, type: string, orgId: string | null) => {
  const all = db.selectFrom('constant_item').select('code').where('type_code', '=', type)
  const query = orgId === null ? all : all.where('org_id', '=', orgId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

type ItemFacts = Pick<ItemRow, 'name' | 'parentCode' | 'fromOn' | 'toOn'>
interface NewItem extends ItemFacts {
  code: string
  sort: number
}

export const insertItems = (db: Db, orgId: string, type: string, items: readonly NewItem[], now: Date) =>
  db
    .insertInto('constant_item')
    .values(
      items.map(({ code, name, parentCode, sort, fromOn, toOn }) => ({
        org_id: orgId,
        type_code: type,
        code,
        name,
        parent_code: parentCode,
        sort,
        from_on: fromOn,
        to_on: toOn,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()

export interface ItemKey {
  orgId: string
  type: string
  code: string
}

/** Updates only when the version is still the one the caller has read. */
export async function updateItem(
  db: Db,
  { orgId, type, code }: ItemKey,
  version: number,
  change: Partial<ItemFacts> & { sort?: number },
  now: Date,
) {
  const { name, parentCode, fromOn, toOn, sort } = change
  const { numUpdatedRows } = await db
    .updateTable('constant_item')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(parentCode === undefined ? {} : { parent_code: parentCode }),
      ...(fromOn === undefined ? {} : { from_on: fromOn }),
      ...(toOn === undefined ? {} : { to_on: toOn }),
      ...(sort === undefined ? {} : { sort }),
      version: version + 1,
      updated_at: now,
    })
    .where('org_id', '=', orgId)
    .where('type_code', '=', type)
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const saveRename = (db: Db, { orgId, type, code }: ItemKey, fromOn: string, name: string) =>
  db
    .insertInto('constant_rename')
    .values({ org_id: orgId, type_code: type, code, from_on: fromOn, name })
    .onConflict((conflict) =>
      conflict.columns(['district_id', 'org_id', 'type_code', 'code', 'from_on']).doUpdateSet({ name }),
    )
    .execute()

export async function deleteItem(db: Db, { orgId, type, code }: ItemKey) {
  const its = (table: 'constant_rename' | 'constant_item') =>
    db.deleteFrom(table).where('org_id', '=', orgId).where('type_code', '=', type).where('code', '=', code).execute()
  await its('constant_rename')
  await its('constant_item')
}

/** Switches own values on or off; values already in that state keep their version. */
export async function enableItems(
  db: Db,
  { orgId, type, codes, isEnabled }: { orgId: string; type: string; codes: readonly string[]; isEnabled: boolean },
  now: Date,
) {
  if (codes.length === 0) return
  await sql`
    update constant_item set is_enabled = ${isEnabled}, version = version + 1, updated_at = ${now}
    where org_id = ${orgId} and type_code = ${type} and code = any(${codes}::text[]) and is_enabled <> ${isEnabled}
  `.execute(db)
}

/** Stores the district's overrides; undefined fields keep their old value. */
export async function saveDifferences(db: Db, type: string, rows: readonly DifferenceRow[], now: Date) {
  if (rows.length === 0) return
  await sql`
    insert into constant_override as d (type_code, code, is_enabled, sort, updated_at)
    select ${type}, w.code, w."isEnabled", w.sort, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (code text, "isEnabled" boolean, sort int)
    on conflict (district_id, type_code, code) do update
      set is_enabled = coalesce(excluded.is_enabled, d.is_enabled), sort = coalesce(excluded.sort, d.sort),
        updated_at = excluded.updated_at
  `.execute(db)
}

export async function sortItems(
  db: Db,
  { orgId, type }: { orgId: string; type: string },
  order: readonly { code: string; sort: number }[],
  now: Date,
) {
  if (order.length === 0) return
  await sql`
    update constant_item i set sort = w.sort, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(order)}::jsonb) as w (code text, sort int)
    where i.org_id = ${orgId} and i.type_code = ${type} and i.code = w.code
  `.execute(db)
}
