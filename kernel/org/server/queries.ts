import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { columnList, inScope, readPage, type Db } from '#packages/db'
import type { OrgType } from '../contract.ts'

const inReach = (scope: Scope, node: 'o' | 'parent' | 'child') =>
  inScope(scope, {
    org: `${node}.id`,
    orgPath: `${node}.path`,
    department: `${node}.id`,
    departmentPath: `${node}.path`,
  })

const live = (db: Db, scope: Scope) =>
  db.selectFrom('organisation as o').where('o.deleted_at', 'is', null).where(inReach(scope, 'o'))

/** A path ends with the id of its node, without hyphens. */
const lastIdOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** Where the tree begins for this reach: the bureau, or the topmost nodes, those whose own parent is out of reach. */
function roots(db: Db, scope: Scope) {
  if (scope.district) return live(db, scope).where('o.parent_id', 'is', null)
  const ids = [...[...scope.orgPaths, ...scope.departmentPaths].map(lastIdOf), ...scope.orgIds, ...scope.departmentIds]
  return live(db, scope)
    .where(sql<boolean>`o.id = any(${ids}::uuid[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('organisation as parent')
            .select('parent.id')
            .whereRef('parent.id', '=', 'o.parent_id')
            .where(inReach(scope, 'parent')),
        ),
      ),
    )
}

/** The children of a node within reach, or the roots. Below a node that is out of reach there is nothing, whatever it is. */
const childrenOf = (db: Db, scope: Scope, parentId: string | null) =>
  parentId === null
    ? roots(db, scope)
    : live(db, scope)
        .where('o.parent_id', '=', parentId)
        .where(({ exists }) => exists(withinReach(db, scope, parentId)))

const withinReach = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('organisation as parent')
    .select('parent.id')
    .where('parent.id', '=', id)
    .where('parent.deleted_at', 'is', null)
    .where(inReach(scope, 'parent'))

export const isWithinReach = async (db: Db, scope: Scope, id: string) =>
  (await withinReach(db, scope, id).executeTakeFirst()) !== undefined

/** Whether there is something below a node that this reach may see. */
const hasChild = (db: Db, scope: Scope, withDepartments: boolean) =>
  sql<boolean>`exists (${db
    .selectFrom('organisation as child')
    .select(sql`1`.as('one'))
    .whereRef('child.parent_id', '=', sql.ref('o.id'))
    .where('child.deleted_at', 'is', null)
    .where(inReach(scope, 'child'))
    .$if(!withDepartments, (query) => query.where('child.type', '<>', 'department'))})`.as('hasChild')

/** One level: the children of a node, or the roots of what is within reach. */
export const levelOf = (db: Db, scope: Scope, parentId: string | null) =>
  childrenOf(db, scope, parentId)
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.sort', 'o.user_count as userCount'])
    .select(['o.is_forbidden as isForbidden', 'o.type'])
    .select(hasChild(db, scope, true))
    .orderBy('o.sort')
    .orderBy('o.id')
    .execute()

/** The same for choosing an organisation: departments are left out. */
export const unitLevelOf = (db: Db, scope: Scope, parentIds: readonly string[] | null) =>
  (parentIds === null ? roots(db, scope) : live(db, scope).where(sql<boolean>`o.parent_id = any(${parentIds}::uuid[])`))
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.stages', 'o.type'])
    .select(hasChild(db, scope, false))
    .where('o.type', '<>', 'department')
    .orderBy('o.sort')
    .orderBy('o.id')
    .execute()

/** All organisations within reach that are not departments, in no order; at most `limit`. */
export const unitsWithin = (db: Db, scope: Scope, limit: number) =>
  live(db, scope)
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.sort', 'o.stages', 'o.type'])
    .where('o.type', '<>', 'department')
    .limit(limit)
    .execute()

/** Everything within reach, in no order; at most `limit`. */
export const nodesWithin = (db: Db, scope: Scope, limit: number) =>
  live(db, scope)
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.sort', 'o.type'])
    .select(sql<number>`nlevel(o.path)`.as('level'))
    .limit(limit)
    .execute()

export const pageOfOrganisations = (db: Db, scope: Scope, parentId: string | null, page: PageQuery) =>
  readPage(db, childrenOf(db, scope, parentId).select(allFields).orderBy('o.sort').orderBy('o.id'), page)

export const findOrganisation = (db: Db, scope: Scope, id: string) =>
  live(db, scope)
    .select(allFields)
    .select(sql<string>`o.path::text`.as('path'))
    .where('o.id', '=', id)
    .executeTakeFirst()

/** The names above a node, from the top: text only, because the nodes themselves may be out of reach. */
export const namesAbove = (db: Db, path: string) =>
  db
    .selectFrom('organisation as o')
    .select('o.name')
    .where(sql<boolean>`o.id = any(${path.split('.').slice(0, -1)}::uuid[])`)
    .orderBy(sql`nlevel(o.path)`)
    .execute()

const allFields = columnList([
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
  'o.is_forbidden as isForbidden',
  'o.flag',
  'o.remark',
  'o.host',
  'o.sort',
  'o.area_code as areaCode',
  'o.education_system as educationSystem',
  'o.type',
  'o.stages',
  'o.is_public as isPublic',
  'o.admin_user_id as adminId',
  'o.is_village as isVillage',
  'o.parent_area_code as parentAreaCode',
  'o.skips_repair_audit as skipsRepairAudit',
  'o.skips_adjust_audit as skipsAdjustAudit',
  'o.disk_open_to_all as diskOpenToAll',
  'o.classes_by_academic as classesByAcademic',
  'o.version',
])

export interface NewOrganisation {
  id: string
  parentId: string | null
  path: string
  name: string
  pinyin: string
  pinyinInitials: string
  type: OrgType
  sort: number
}

export const insertOrganisation = (
  db: Db,
  { id, parentId, path, name, pinyin, pinyinInitials, type, sort }: NewOrganisation,
  now: Date,
) =>
  db
    .insertInto('organisation')
    .values({
      id,
      parent_id: parentId,
      path,
      name,
      pinyin,
      pinyin_initials: pinyinInitials,
      type,
      sort,
      created_at: now,
      updated_at: now,
    })
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
}

/**
 * For filling a table that was nearly empty: the checks of its foreign keys are planned anew as it grows. Otherwise the
 * plan of the first rows, a walk through the whole table, is kept for all that follow (measured: 4.5 s for 5,000 rows
 * instead of 0.4 s).
 */
export const expectGrowth = (db: Db) => sql`set local plan_cache_mode = force_custom_plan`.execute(db)

/**
 * Many nodes in one statement. Not COPY: PostgreSQL refuses COPY FROM on a table with row-level security,
 * and going around the wall is not worth the seconds.
 */
export const insertTree = (db: Db, rows: readonly TreeRow[], now: Date) =>
  sql`
    insert into organisation (
      id, parent_id, path, name, pinyin, pinyin_initials, type, sort, child_count, stages, kind, education_system,
      property, is_public, is_village, address, phone, postal_code, created_at, updated_at
    )
    select *, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, parent_id uuid, path ltree, name text, pinyin text, pinyin_initials text, type text, sort int,
      child_count int, stages smallint[], kind text, education_system smallint, property smallint, is_public boolean,
      is_village boolean, address text, phone text, postal_code text
    )
  `.execute(db)

/** Corrects the number of direct children where it is wrong. */
export const recountChildren = (db: Db) =>
  sql`
    with counted as (
      select o.id, count(child.id)::int as children
      from organisation o
      left join organisation child on child.parent_id = o.id and child.district_id = o.district_id and child.deleted_at is null
      where o.deleted_at is null
      group by o.id
    )
    update organisation o set child_count = counted.children
    from counted
    where o.id = counted.id and o.child_count <> counted.children
  `.execute(db)

export interface UserCount {
  id: string
  total: number
  own: number
}

export const storeUserCounts = (db: Db, counts: readonly UserCount[]) =>
  sql`
    update organisation o set user_count = counted.total, own_user_count = counted.own
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as counted (id uuid, total int, own int)
    where o.id = counted.id
  `.execute(db)

export const markCounted = (db: Db, now: Date) =>
  db.updateTable('organisation').set({ counted_at: now }).where('parent_id', 'is', null).execute()
