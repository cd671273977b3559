import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { columnList, inScope, readSqlPage, type Db } from '#packages/db'
import type { Organisation, OrgType } from '../contract.ts'

const nodeInScope = (scope: Scope, node: 'o' | 'parent' | 'child') =>
  inScope(scope, {
    org: `${node}.id`,
    orgPath: `${node}.path`,
    department: `${node}.id`,
    departmentPath: `${node}.path`,
  })

/** An existing node in scope. */
export const visibleNode = (scope: Scope, node: 'o' | 'parent' | 'child') =>
  sql<boolean>`${sql.ref(`${node}.deleted_at`)} is null and ${nodeInScope(scope, node)}`

/**
 * The same for rows that are found by their own or their parent's id. `is true` keeps the planner from the path index:
 * the planner overestimates the selectivity of a scope and would read ten times as much (measured at 20,000 nodes).
 */
const visibleNodeById = (scope: Scope, node: 'o' | 'parent' | 'child') =>
  sql<boolean>`${sql.ref(`${node}.deleted_at`)} is null and (${nodeInScope(scope, node)}) is true`

/** A path ends with the id of its node, without hyphens. */
const getLastId = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** The nodes that a scope names, alone or as the top of a subtree. */
export const listScopeIds = (scope: Scope) => [
  ...[...scope.orgPaths, ...scope.departmentPaths].map(getLastId),
  ...scope.orgIds,
  ...scope.departmentIds,
]

/** The roots of the tree for this scope: the bureau, or nodes whose parent is out of scope. */
function areScopeRoots(scope: Scope) {
  if (scope.district) return sql<boolean>`${visibleNodeById(scope, 'o')} and o.parent_id is null`
  return sql<boolean>`${visibleNodeById(scope, 'o')} and o.id = any(${listScopeIds(scope)}::uuid[])
    and not exists (select from organisation as parent where parent.id = o.parent_id and ${visibleNodeById(scope, 'parent')})`
}

/** Children of a node in scope, or the roots. A node out of scope has no children here. */
export const areChildren = (scope: Scope, parentId: string | null) =>
  parentId === null
    ? areScopeRoots(scope)
    : sql<boolean>`${visibleNodeById(scope, 'o')} and o.parent_id = ${parentId} and ${isNodeInScope(scope, parentId)}`

const isNodeInScope = (scope: Scope, id: string) =>
  sql<boolean>`exists (select from organisation as parent where parent.id = ${id} and ${visibleNodeById(scope, 'parent')})`

export async function isInNodeScope(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isNodeInScope(scope, id)} as is`.execute(db)
  return rows[0]!.is
}

/** Whether a node has a child in scope. */
const hasChild = (scope: Scope, only = sql`true`) =>
  sql<boolean>`exists (select from organisation as child where child.parent_id = o.id and ${visibleNodeById(scope, 'child')} and ${only})`.as(
    'hasChild',
  )

/** Children of a node, or the roots in scope. */
export const listLevel = (db: Db, scope: Scope, parentId: string | null) =>
  db
    .selectFrom('organisation as o')
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.sort', 'o.user_count as userCount'])
    .select(['o.is_disabled as isDisabled', 'o.type', 'o.descendant_count as belowCount'])
    .select(hasChild(scope))
    .where(areChildren(scope, parentId))
    .orderBy('o.sort')
    .orderBy('o.id')
    .execute()

/** The same without departments, for choosing an organisation. */
export const listUnitLevel = (db: Db, scope: Scope, parentIds: readonly string[] | null) =>
  db
    .selectFrom('organisation as o')
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.stages', 'o.type'])
    .select(hasChild(scope, sql`child.type <> 'department'`))
    .where(
      parentIds === null
        ? areScopeRoots(scope)
        : sql<boolean>`${visibleNodeById(scope, 'o')} and o.parent_id = any(${parentIds}::uuid[])`,
    )
    .where('o.type', '<>', 'department')
    .orderBy('o.sort')
    .orderBy('o.id')
    .execute()

/** All organisations in scope without departments, unordered; at most `limit`. */
export const listUnits = (db: Db, scope: Scope, limit: number) =>
  db
    .selectFrom('organisation as o')
    .where(visibleNode(scope, 'o'))
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.sort', 'o.stages', 'o.type'])
    .where('o.type', '<>', 'department')
    .limit(limit)
    .execute()

/** These organisations without a scope check: those of the caller's own memberships. */
export const listUnitsByIds = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('organisation as o')
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.sort', 'o.stages', 'o.type'])
    .where(sql<boolean>`o.id = any(${ids}::uuid[])`)
    .where('o.deleted_at', 'is', null)
    .orderBy('o.sort')
    .orderBy('o.id')
    .execute()

/** All nodes in scope, unordered; at most `limit`. */
export const listNodes = (db: Db, scope: Scope, limit: number) =>
  db
    .selectFrom('organisation as o')
    .where(visibleNode(scope, 'o'))
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.sort', 'o.type'])
    .select(sql<number>`nlevel(o.path)`.as('level'))
    .limit(limit)
    .execute()

export type OrganisationRow = Omit<Organisation, 'isDeleted' | 'validCode' | 'adminId'>

export const listOrganisationPage = (db: Db, scope: Scope, parentId: string | null, page: PageQuery) =>
  readSqlPage<OrganisationRow>(
    db,
    {
      columns: allFields,
      from: sql`organisation as o where ${areChildren(scope, parentId)}`,
      orderBy: sql`o.sort, o.id`,
    },
    page,
  )

export async function findOrganisation(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<OrganisationRow & { path: string }>`
    select ${allFields}, o.path::text as path from organisation as o
    where o.id = ${id} and ${visibleNodeById(scope, 'o')}
  `.execute(db)
  return rows[0]
}

/** Names of the ancestors, from the top. Names only, because the ancestors may be out of scope. */
export const listAncestorNames = (db: Db, path: string) =>
  db
    .selectFrom('organisation as o')
    .select('o.name')
    .where(sql<boolean>`o.id = any(${path.split('.').slice(0, -1)}::uuid[])`)
    .orderBy(sql`nlevel(o.path)`)
    .execute()

export const allFields = columnList([
  'o.id',
  'o.parent_id as parentId',
  'o.name',
  'o.pinyin',
  'o.pinyin_initials as pinyinInitials',
  'o.contact_name as contactName',
  'o.kind',
  'o.property',
  'o.child_count as childCount',
  'o.user_count as userCount',
  'o.own_user_count as ownUserCount',
  'o.postal_code as postalCode',
  'o.address',
  'o.phone',
  'o.is_disabled as isDisabled',
  'o.flag',
  'o.remark',
  'o.host',
  'o.sort',
  'o.area_code as areaCode',
  'o.education_system as educationSystem',
  'o.type',
  'o.stages',
  'o.is_public as isPublic',
  'o.is_village as isVillage',
  'o.parent_area_code as parentAreaCode',
  'o.skips_repair_audit as skipsRepairAudit',
  'o.skips_adjust_audit as skipsAdjustAudit',
  'o.disk_open_to_all as diskOpenToAll',
  'o.classes_by_academic as classesByAcademic',
  'o.version',
])

/** Details of an organisation besides name and type. */
export interface OrganisationDetails {
  stages: number[]
  kind: string
  property: number | null
  educationSystem: number | null
  contactName: string
  phone: string
  postalCode: string
  address: string
  remark: string
  flag: number
  isPublic: boolean
  isVillage: boolean
  areaCode: string
  /** The parent of the area. */
  parentAreaCode: string
  skipsRepairAudit: boolean
  skipsAdjustAudit: boolean
  diskOpenToAll: boolean
  classesByAcademic: boolean
}

export const toColumns = (details: OrganisationDetails) => ({
  stages: details.stages,
  kind: details.kind,
  property: details.property,
  education_system: details.educationSystem,
  contact_name: details.contactName,
  phone: details.phone,
  postal_code: details.postalCode,
  address: details.address,
  remark: details.remark,
  flag: details.flag,
  is_public: details.isPublic,
  is_village: details.isVillage,
  area_code: details.areaCode,
  parent_area_code: details.parentAreaCode,
  skips_repair_audit: details.skipsRepairAudit,
  skips_adjust_audit: details.skipsAdjustAudit,
  disk_open_to_all: details.diskOpenToAll,
  classes_by_academic: details.classesByAcademic,
})

export interface NewOrganisation {
  id: string
  parentId: string | null
  path: string
  name: string
  pinyin: string
  pinyinInitials: string
  type: OrgType
  sort: number
  details: OrganisationDetails | undefined
}

const toValues = (
  { id, parentId, path, name, pinyin, pinyinInitials, type, sort, details }: NewOrganisation,
  now: Date,
) => ({
  id,
  parent_id: parentId,
  path,
  name,
  pinyin,
  pinyin_initials: pinyinInitials,
  type,
  sort,
  ...(details ? toColumns(details) : {}),
  created_at: now,
  updated_at: now,
})

/** A statement has room for 65,535 values: at most a thousand organisations. */
export const insertOrganisations = (db: Db, nodes: readonly NewOrganisation[], now: Date) =>
  db
    .insertInto('organisation')
    .values(nodes.map((node) => toValues(node, now)))
    .execute()

export interface TreeRow {
  id: string
  parent_id: string
  path: string
  name: string
  pinyin: string
  pinyin_initials: string
  type: OrgType
  sort: number
  child_count: number
  stages: number[]
  kind: string
  education_system: number | null
  property: number | null
  is_public: boolean
  is_village: boolean
  address: string
  phone: string
  postal_code: string
  contact_name: string
  is_disabled: boolean
}

/**
 * For filling a nearly empty table: foreign key checks are planned again as it grows. Otherwise the plan of the first
 * rows, a sequential scan, is kept for all others (measured: 4.5 s for 5,000 rows instead of 0.4 s).
 */
export const expectGrowth = (db: Db) => sql`set local plan_cache_mode = force_custom_plan`.execute(db)

/**
 * Inserts many nodes in one statement. Not COPY: PostgreSQL refuses COPY FROM on a table with row-level security, and
 * bypassing that is not worth the seconds.
 */
export const insertTree = (db: Db, rows: readonly TreeRow[], now: Date) =>
  sql`
    insert into organisation (
      id, parent_id, path, name, pinyin, pinyin_initials, type, sort, child_count, stages, kind, education_system,
      property, is_public, is_village, address, phone, postal_code, contact_name, is_disabled, created_at, updated_at
    )
    select *, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, parent_id uuid, path ltree, name text, pinyin text, pinyin_initials text, type text, sort int,
      child_count int, stages smallint[], kind text, education_system smallint, property smallint, is_public boolean,
      is_village boolean, address text, phone text, postal_code text, contact_name text, is_disabled boolean
    )
  `.execute(db)
