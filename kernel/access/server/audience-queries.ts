import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { isValidOn } from './role-holding-queries.ts'

export interface AudienceRow {
  id: string
  orgId: string
  orgName: string
  includesBelow: boolean
  post: string
  from: string | null
  to: string | null
  memberCount: number
}

const isOrgInScope = (scope: Scope) =>
  inScope(scope, { org: 'o.id', orgPath: 'o.path', department: 'o.id', departmentPath: 'o.path' })

/** Audiences of a role in scope, without ended ones. */
export async function listRoleAudiences(
  db: Db,
  scope: Scope,
  { roleId, day }: { roleId: string; day: string },
): Promise<AudienceRow[]> {
  const { rows } = await sql<AudienceRow>`
    select a.id, a.org_id as "orgId", o.name as "orgName", a.includes_below as "includesBelow", a.post,
      a.begins_on as "from", a.over_on - 1 as "to",
      (select count(distinct h.membership_id)::int from v_role_holding h join v_membership m on m.id = h.membership_id
       where h.role_id = a.role_id and h.audience_id = a.id and m.valid @> ${day}::date and not m.is_suspended
      ) as "memberCount"
    from role_audience a join v_org o on o.id = a.org_id
    where a.role_id = ${roleId} and (a.over_on is null or a.over_on > ${day}::date) and ${isOrgInScope(scope)}
    order by o.path, a.post
  `.execute(db)
  return rows
}

/** An audience with its role. */
export async function findAudience(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; roleId: string; orgName: string; post: string }>`
    select a.id, a.role_id as "roleId", o.name as "orgName", a.post
    from role_audience a join v_org o on o.id = a.org_id where a.id = ${id} and ${isOrgInScope(scope)}
  `.execute(db)
  return rows[0]
}

interface NewAudience {
  id: string
  roleId: string
  orgId: string
  includesBelow: boolean
  post: string
  beginsOn: string | null
  overOn: string | null
  by: string
}

/** Grants a role to all members of an organisation or of a post there; an audience for the same people is replaced. */
export async function upsertAudience(db: Db, audience: NewAudience, now: Date): Promise<string> {
  const { id, roleId, orgId, includesBelow, post, beginsOn, overOn, by } = audience
  const { rows } = await sql<{ id: string }>`
    insert into role_audience (id, role_id, org_id, includes_below, post, begins_on, over_on, granted_by, created_at)
    values (${id}, ${roleId}, ${orgId}, ${includesBelow}, ${post}, ${beginsOn}::date, ${overOn}::date, ${by}, ${now})
    on conflict (district_id, role_id, org_id, post) do update
      set includes_below = excluded.includes_below, begins_on = excluded.begins_on, over_on = excluded.over_on,
        granted_by = excluded.granted_by
    returning id
  `.execute(db)
  return rows[0]!.id
}

export const deleteAudience = (db: Db, id: string) => db.deleteFrom('role_audience').where('id', '=', id).execute()

export async function countAudienceMembers(db: Db, id: string, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct h.membership_id)::int as count
    from role_audience a join v_role_holding h on h.role_id = a.role_id and h.audience_id = a.id
    join v_membership m on m.id = h.membership_id
    where a.id = ${id} and m.valid @> ${day}::date and not m.is_suspended
  `.execute(db)
  return rows[0]!.count
}

export interface InheritedMembershipRole {
  roleId: string
  roleName: string
  userId: string
  orgId: string
  orgPath: string
  departmentId: string | null
  departmentPath: string | null
  /** First day of the membership. */
  beginsOn: string
  isSuspended: boolean
  /** The membership and the role are both valid today. */
  isLive: boolean
}

const isNotEnded = (day: string) => sql<boolean>`(upper(m.valid) is null or upper(m.valid) > ${day}::date)`

/** Roles that a person has through audiences, today or later, whatever their dates. */
export async function listInheritedRoles(db: Db, personId: string, day: string) {
  const { rows } = await sql<InheritedMembershipRole>`
    select h.role_id as "roleId", r.title as "roleName", m.id as "userId", m.org_id as "orgId",
      o.path::text as "orgPath", m.department_id as "departmentId", d.path::text as "departmentPath",
      lower(m.valid)::text as "beginsOn", m.is_suspended as "isSuspended",
      bool_or(m.valid @> ${day}::date and not m.is_suspended and ${isValidOn('h', day)}) as "isLive"
    from v_membership m
    join v_role_holding h on h.membership_id = m.id join role r on r.id = h.role_id
    join v_org o on o.id = m.org_id left join v_org d on d.id = m.department_id
    where m.person_id = ${personId} and h.via <> 'person' and (h.over_on is null or h.over_on > ${day}::date)
      and ${isNotEnded(day)}
    group by h.role_id, r.title, m.id, m.org_id, o.path, m.department_id, d.path, m.valid, m.is_suspended
  `.execute(db)
  return rows
}

/** Paths of a person's departments, or of organisations where there is no department, now and later. */
export async function listCurrentAndFuturePaths(db: Db, personId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select coalesce(d.path, o.path)::text as path
    from v_membership m join v_org o on o.id = m.org_id left join v_org d on d.id = m.department_id
    where m.person_id = ${personId} and ${isNotEnded(day)}
  `.execute(db)
  return rows.map(({ path }) => path)
}
