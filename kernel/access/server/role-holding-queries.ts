import { sql } from 'kysely'
import type { RoleTemplate, ScopeKind } from '#packages/contract'
import type { Db } from '#packages/db'

export interface HeldRole {
  roleId: string
  roleName: string
  template: RoleTemplate | null
  parentId: string | null
  parentTemplate: RoleTemplate | null
  via: 'person' | 'org' | 'post'
  /** The person who granted it, or the organisation of the audience. */
  giver: string
  post: string
  /** Whether duties are separated in the district. */
  isSeparated: boolean
}

/** Whether a dated row is valid on a day. */
export const isValidOn = (alias: string, day: string) =>
  sql<boolean>`(${sql.ref(`${alias}.begins_on`)} is null or ${sql.ref(`${alias}.begins_on`)} <= ${day}::date)
    and (${sql.ref(`${alias}.over_on`)} is null or ${sql.ref(`${alias}.over_on`)} > ${day}::date)`

/**
 * The role of a template. A scalar subquery and not a join: only then does PostgreSQL skip the audiences of other
 * roles.
 */
export const templateRoleId = (template: RoleTemplate) => sql`(select id from role where template = ${template})`

/**
 * The roles of one membership on that day, by name or by audience. Runs for every session every few seconds, so it uses
 * plain keys only.
 */
export async function listMembershipRoles(
  db: Db,
  { id, nodeIds }: { id: string; nodeIds: readonly string[] },
  day: string,
): Promise<HeldRole[]> {
  const { rows } = await sql<HeldRole>`
    select r.id as "roleId", r.title as "roleName", r.template, r.parent_id as "parentId",
      above.template as "parentTemplate", held.via, held.giver, held.post,
      exists (select from separation) as "isSeparated"
    from (
      select mr.role_id, 'person' as via, coalesce(p.name, '') as giver, '' as post
      from membership_role mr left join v_person p on p.id = mr.granted_by
      where mr.membership_id = ${id} and ${isValidOn('mr', day)}
      union all
      select a.role_id, case when a.post = '' then 'org' else 'post' end, o.name, a.post
      from role_audience a join v_org o on o.id = a.org_id join v_membership m on m.id = ${id}
      where a.org_id = any(${nodeIds}::uuid[]) and ${isValidOn('a', day)}
        and (a.includes_below or a.org_id = m.org_id or a.org_id = m.department_id)
        and (a.post = '' or a.post = m.post)
    ) held
    join role r on r.id = held.role_id
    left join role above on above.id = r.parent_id
  `.execute(db)
  return rows
}

/** The roles of these memberships on that day or later, by name or by audience. */
export async function listRolesOfMemberships(db: Db, membershipIds: readonly string[], day: string) {
  const { rows } = await sql<{ userId: string; roleId: string }>`
    select distinct membership_id as "userId", role_id as "roleId" from v_role_holding
    where membership_id = any(${membershipIds}::uuid[]) and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows
}

interface RoleDefinitionRow {
  roleId: string
  /** Null if the row is about a field. */
  permission: string | null
  scope: ScopeKind | null
  orgIds: string[]
  field: string | null
}

/** The permissions and hidden fields that these roles define themselves. */
export async function listRoleDefinitionRows(db: Db, roleIds: readonly string[]): Promise<RoleDefinitionRow[]> {
  const { rows } = await sql<RoleDefinitionRow>`
    select role_id as "roleId", permission, scope, org_ids as "orgIds", null as field
    from role_permission where role_id = any(${roleIds}::uuid[])
    union all
    select role_id, null, null, '{}'::uuid[], field from role_hidden_field where role_id = any(${roleIds}::uuid[])
  `.execute(db)
  return rows
}

/** Every field that a role of the district hides. */
export async function listHiddenFields(db: Db): Promise<string[]> {
  const { rows } = await sql<{ field: string }>`select distinct field from role_hidden_field`.execute(db)
  return rows.map(({ field }) => field)
}

export async function isDutySeparationOn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`select exists (select from separation) as on`.execute(db)
  return rows[0]!.on
}

interface PermissionHolderQuery {
  /** The roles that contain the permission, with their scope. */
  given: readonly { roleId: string; scope: ScopeKind; orgIds: readonly string[]; countsAtTop: boolean }[]
  orgId: string
  day: string
}

export interface PermissionHolderRow {
  personId: string
  memberId: string
  orgId: string
  level: number
}

/** People with an account who have the permission for an organisation on that day, each with the nearest membership. */
export async function listHoldersOverOrg(db: Db, { given, orgId, day }: PermissionHolderQuery) {
  const roleIds = given.map(({ roleId }) => roleId)
  const { rows } = await sql<PermissionHolderRow>`
    select distinct on (m.person_id) m.person_id as "personId", m.id as "memberId", m.org_id as "orgId",
      nlevel(mine.path) as level
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g ("roleId" uuid, scope text, "orgIds" uuid[], "countsAtTop" boolean)
    join v_role_holding h on h.role_id = g."roleId"
    join v_membership m on m.id = h.membership_id
    join v_org mine on mine.id = m.org_id
    join v_person p on p.id = m.person_id
    join v_org o on o.id = ${orgId}
    where h.role_id = any(${roleIds}::uuid[]) and ${isValidOn('h', day)}
      and m.valid @> ${day}::date and not m.is_suspended and not mine.is_disabled and p.account_id is not null
      and (
        g.scope = 'district'
        or (g.scope = 'org-tree' and o.path <@ mine.path and (g."countsAtTop" or mine.parent_id is not null))
        or (g.scope = 'org' and m.org_id = o.id)
        or (g.scope = 'listed-orgs' and o.id = any(g."orgIds"))
      )
    order by m.person_id, nlevel(mine.path) desc, m.id
  `.execute(db)
  return rows
}

export interface UserRoleRow {
  roleId: string
  name: string
  via: 'person' | 'org' | 'post'
  giver: string
  post: string
  from: string | null
  to: string | null
}

/** The roles of one membership, today or later, with their first and last day. */
export async function listUserRoles(
  db: Db,
  { id, nodeIds }: { id: string; nodeIds: readonly string[] },
  day: string,
): Promise<UserRoleRow[]> {
  const { rows } = await sql<UserRoleRow>`
    select r.id as "roleId", r.title as name, held.via, held.giver, held.post, held.begins_on as "from",
      held.over_on - 1 as "to"
    from (
      select mr.role_id, 'person' as via, coalesce(p.name, '') as giver, '' as post, mr.begins_on, mr.over_on
      from membership_role mr left join v_person p on p.id = mr.granted_by where mr.membership_id = ${id}
      union all
      select a.role_id, case when a.post = '' then 'org' else 'post' end, o.name, a.post, a.begins_on, a.over_on
      from role_audience a join v_org o on o.id = a.org_id join v_membership m on m.id = ${id}
      where a.org_id = any(${nodeIds}::uuid[])
        and (a.includes_below or a.org_id = m.org_id or a.org_id = m.department_id)
        and (a.post = '' or a.post = m.post)
    ) held join role r on r.id = held.role_id
    where held.over_on is null or held.over_on > ${day}::date
    order by r.created_at, r.id, held.via
  `.execute(db)
  return rows
}
