import { sql } from 'kysely'
import type { RoleTemplate } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { isValidOn } from './role-holding-queries.ts'

export interface RoleRow {
  id: string
  name: string
  remark: string
  orgId: string | null
  orgName: string
  orgPath: string | null
  template: RoleTemplate | null
  parentId: string | null
  parentName: string
  /** The only member that it may have: the special permissions of one person. */
  soleMemberId: string | null
  version: number
  updatedAt: Date | null
  updatedBy: string
}

const roleColumns = sql`
  r.id, r.title as name, r.remark, r.org_id as "orgId", coalesce(o.name, '') as "orgName", o.path::text as "orgPath",
  r.template, r.parent_id as "parentId", coalesce(above.title, '') as "parentName", r.sole_member_id as "soleMemberId",
  r.version,
  r.updated_at as "updatedAt", coalesce(p.name, '') as "updatedBy"`
const roleJoins = sql`
  left join v_org o on o.id = r.org_id
  left join role above on above.id = r.parent_id
  left join v_person p on p.id = r.updated_by`

/** District roles are visible to everybody, an organisation's roles in scope only. */
const isVisibleRole = (scope: Scope) =>
  sql<boolean>`(r.org_id is null or ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })})`

export async function findRole(db: Db, scope: Scope, id: string): Promise<RoleRow | undefined> {
  const { rows } = await sql<RoleRow>`
    select ${roleColumns} from role r ${roleJoins} where r.id = ${id} and ${isVisibleRole(scope)}
  `.execute(db)
  return rows[0]
}

/** Reads the role and locks it until the transaction ends. */
export async function lockRole(db: Db, id: string) {
  const { rows } = await sql<{ version: number }>`select version from role where id = ${id} for update`.execute(db)
  return rows[0]
}

/** The district's roles, system roles first, then those of the named organisations. */
export async function listRolesOfOrgs(db: Db, orgIds: readonly string[]): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    select ${roleColumns} from role r ${roleJoins}
    where r.org_id is null or r.org_id = any(${orgIds}::uuid[])
    order by r.org_id is not null, r.template is null, r.created_at, r.id
  `.execute(db)
  return rows
}

/** Number of holders in scope for each role on that day, by name or by audience. */
export async function countRoleHolders(db: Db, readerScope: Scope | null, roleIds: readonly string[], day: string) {
  const within = readerScope
    ? inScope(readerScope, { org: 'm.org_id', department: 'm.department_id', owner: 'm.id' })
    : sql`true`
  const { rows } = await sql<{ roleId: string; count: number }>`
    select h.role_id as "roleId", count(distinct h.membership_id)::int as count
    from v_role_holding h join v_membership m on m.id = h.membership_id
    where h.role_id = any(${roleIds}::uuid[]) and ${isValidOn('h', day)} and m.valid @> ${day}::date and not m.is_suspended
      and ${within}
    group by h.role_id
  `.execute(db)
  return new Map(rows.map(({ roleId, count }) => [roleId, count]))
}

export async function listRoleNames(db: Db, roleIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; orgName: string }>`
    select r.id, r.title as name, coalesce(o.name, '') as "orgName"
    from role r left join v_org o on o.id = r.org_id where r.id = any(${roleIds}::uuid[])
  `.execute(db)
  return rows
}

export interface RoleSourceRow {
  id: string
  name: string
  orgId: string | null
  template: RoleTemplate | null
  parentId: string | null
}

/** These roles and their parents, or with `all` every role of the district. */
export async function listRoleSources(db: Db, roleIds: readonly string[] | 'all'): Promise<RoleSourceRow[]> {
  const isRequested = roleIds === 'all' ? sql`true` : sql`r.id = any(${roleIds}::uuid[])`
  const { rows } = await sql<RoleSourceRow>`
    with asked as (select r.id, r.parent_id from role r where ${isRequested})
    select r.id, r.title as name, r.org_id as "orgId", r.template, r.parent_id as "parentId"
    from role r where r.id in (select id from asked union select parent_id from asked)
  `.execute(db)
  return rows
}
