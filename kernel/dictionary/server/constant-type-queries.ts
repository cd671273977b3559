import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

const selectOrgs = (db: Db) =>
  db.selectFrom('v_org as o').select(['o.id', 'o.name', 'o.type', sql<string>`o.path::text`.as('path')])

/** An organisation whose constants are in this scope. */
export const findOrg = (db: Db, scope: Scope, id: string) =>
  selectOrgs(db)
    .where('o.id', '=', id)
    .where(inScope(scope, { org: 'o.id', orgPath: 'o.path', department: 'o.id', departmentPath: 'o.path' }))
    .executeTakeFirst()

export type OrgNode = NonNullable<Awaited<ReturnType<typeof findOrg>>>

/** The caller's own organisation: reading its constants needs no permission. */
export const findOrgById = (db: Db, id: string) => selectOrgs(db).where('o.id', '=', id).executeTakeFirst()

const idsOnPath = (path: string) => sql`any(${path.split('.').filter(Boolean)}::uuid[])`

export interface TypeRow {
  orgId: string
  code: string
  name: string
  about: string
  isTree: boolean
  isOpen: boolean
  version: number
}

const typeColumns = [
  't.org_id as orgId',
  't.code',
  't.name',
  't.about',
  't.is_tree as isTree',
  't.is_open as isOpen',
  't.version',
] as const

/** Types owned by the node and the organisations above it, ordered by name. */
export const listTypesOnPath = (db: Db, path: string): Promise<TypeRow[]> =>
  db
    .selectFrom('constant_type as t')
    .select(typeColumns)
    .where(sql<boolean>`t.org_id = ${idsOnPath(path)}`)
    .orderBy('t.name')
    .orderBy('t.code')
    .execute()

/** Looks in the whole district: a district type must not have a code that a school already uses. */
export const isTypeCodeTaken = async (db: Db, code: string, path: string | null) => {
  const all = db.selectFrom('constant_type as t').select('t.code').where('t.code', '=', code)
  const query = path === null ? all : all.where(sql<boolean>`t.org_id = ${idsOnPath(path)}`)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

type TypeFacts = Pick<TypeRow, 'name' | 'about' | 'isTree' | 'isOpen'>
const typeValues = ({ name, about, isTree, isOpen }: TypeFacts) => ({
  name,
  about,
  is_tree: isTree,
  is_open: isOpen,
})

export const insertType = (db: Db, orgId: string, code: string, facts: TypeFacts, now: Date) =>
  db
    .insertInto('constant_type')
    .values({ org_id: orgId, code, ...typeValues(facts), created_at: now, updated_at: now })
    .execute()

/** Updates only when the version is still the one the caller has read. */
export async function updateType(db: Db, { orgId, code, version }: TypeRow, facts: TypeFacts, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('constant_type')
    .set({ ...typeValues(facts), version: version + 1, updated_at: now })
    .where('org_id', '=', orgId)
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const deleteType = (db: Db, orgId: string, code: string) =>
  db.deleteFrom('constant_type').where('org_id', '=', orgId).where('code', '=', code).execute()
