import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { SettingRow } from './resolve-settings.ts'

const columns = [
  's.org_id as orgId',
  sql<Record<string, unknown>>`s.value`.as('value'),
  's.fixed',
  sql<Record<string, string>>`s.pinned`.as('pinned'),
  's.version',
] as const

/** The rows on the path to a node, the top first. */
export const listRowsOnPath = (db: Db, path: string, type: string): Promise<SettingRow[]> =>
  db
    .selectFrom('setting as s')
    .innerJoin('v_org as o', 'o.id', 's.org_id')
    .select(columns)
    .where('s.key', '=', type)
    .where(sql<boolean>`s.org_id = any(${path.split('.').filter(Boolean)}::uuid[])`)
    .orderBy(sql`nlevel(o.path)`)
    .execute()

export const findOwnRow = (db: Db, orgId: string, type: string): Promise<SettingRow | undefined> =>
  db
    .selectFrom('setting as s')
    .select(columns)
    .where('s.org_id', '=', orgId)
    .where('s.key', '=', type)
    .executeTakeFirst()

export type ChangeCause = 'save' | 'restore' | 'push' | 'undo' | 'system'

/** The next version of an organisation's row. */
export interface NextSettingRow extends Omit<SettingRow, 'version'> {
  /** The version it follows: it is only written while that is current. 0 for the first. */
  follows: number
}

export interface SettingChange {
  type: string
  cause: ChangeCause
  pushId: string | null
  personId: string | null
  now: Date
}

/**
 * Writes these versions with their history if they follow the current ones: only one of two concurrent saves succeeds.
 * Returns the written organisations.
 */
export async function writeSettingRows(
  db: Db,
  next: readonly NextSettingRow[],
  change: SettingChange,
): Promise<string[]> {
  const { type, cause, pushId, personId, now } = change
  const wanted = JSON.stringify(
    next.map(({ orgId, value, fixed, pinned, follows }) => ({ orgId, value, fixed, pinned, follows })),
  )
  const { rows } = await sql<{ orgId: string }>`
    with wanted as (
      select * from jsonb_to_recordset(${wanted}::jsonb)
        as w ("orgId" uuid, value jsonb, fixed text[], pinned jsonb, follows int)
    ), written as (
      insert into setting as s (org_id, key, value, fixed, pinned, version, updated_at)
      select w."orgId", ${type}, w.value, w.fixed, w.pinned, w.follows + 1, ${now} from wanted w
      -- The same order for everybody, so that two of them wait for each other and not in a circle.
      order by w."orgId"
      on conflict (district_id, org_id, key) do update
        set value = excluded.value, fixed = excluded.fixed, pinned = excluded.pinned,
          version = excluded.version, updated_at = excluded.updated_at
        where s.version = excluded.version - 1
      returning s.org_id, s.value, s.fixed, s.pinned, s.version
    )
    insert into setting_history (org_id, key, version, value, fixed, pinned, cause, push_id, person_id, created_at)
    select org_id, ${type}, version, value, fixed, pinned, ${cause}, ${pushId}::uuid, ${personId}::uuid, ${now} from written
    returning org_id as "orgId"
  `.execute(db)
  return rows.map(({ orgId }) => orgId)
}

/** Values from before the history become its first version. */
export const insertFirstVersions = (db: Db, orgIds: readonly string[], type: string) =>
  sql`
    insert into setting_history (org_id, key, version, value, fixed, pinned, cause, created_at)
    select s.org_id, s.key, s.version, s.value, s.fixed, s.pinned, 'system', s.updated_at
    from setting s where s.key = ${type} and s.org_id = any(${orgIds}::uuid[])
    on conflict do nothing
  `.execute(db)

const selectOrgs = (db: Db) =>
  db.selectFrom('v_org as o').select(['o.id', 'o.name', 'o.type', sql<string>`o.path::text`.as('path')])

const inOrgScope = (scope: Scope) =>
  inScope(scope, { org: 'o.id', orgPath: 'o.path', department: 'o.id', departmentPath: 'o.path' })

/** An organisation in scope. */
export const findOrg = (db: Db, scope: Scope, id: string) =>
  selectOrgs(db).where('o.id', '=', id).where(inOrgScope(scope)).executeTakeFirst()

export type OrgNode = NonNullable<Awaited<ReturnType<typeof findOrg>>>

/** The schools in scope, by name. */
export const listSchoolsInScope = (db: Db, scope: Scope, limit: number) =>
  selectOrgs(db)
    .where(sql<boolean>`o.type in ('school', 'kindergarten', 'other-school')`)
    .where(inOrgScope(scope))
    .orderBy('o.name')
    .orderBy('o.id')
    .limit(limit)
    .execute()

export const listSchoolsBelow = (db: Db, path: string) =>
  selectOrgs(db)
    .where(sql<boolean>`o.type in ('school', 'kindergarten', 'other-school')`)
    .where(sql<boolean>`o.path <@ ${path}::ltree`)
    .execute()

/** All rows of this type in the district. */
export const listRowsOfType = (db: Db, type: string): Promise<SettingRow[]> =>
  db.selectFrom('setting as s').select(columns).where('s.key', '=', type).execute()

export const findOrgById = (db: Db, id: string) => selectOrgs(db).where('o.id', '=', id).executeTakeFirst()

export const getOrgNames = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (
          await db
            .selectFrom('v_org')
            .select(['id', 'name'])
            .where(sql<boolean>`id = any(${ids}::uuid[])`)
            .execute()
        ).map(({ id, name }) => [id, name]),
      )

/** The number of keys that an organisation has set, by type. */
export async function countOwnKeys(db: Db, orgId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ type: string; count: number }>`
    select key as type, (select count(*)::int from jsonb_object_keys(value)) as count from setting where org_id = ${orgId}
  `.execute(db)
  return new Map(rows.map(({ type, count }) => [type, count]))
}
