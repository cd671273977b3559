import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import type { Db } from '#packages/db'
import { isValidOn } from '../role-holding-queries.ts'
import { membershipJoins, membershipColumns, isMembershipInScope, type MembershipRow } from '../member-queries.ts'

/** Selects grants in scope that are valid today or later; of one role, or of all. */
export interface GrantFilter {
  roleId: string | null
  day: string
}

export interface RoleGrantRow {
  roleId: string
  roleName: string
  /** Empty for a role of the district. */
  roleOrg: string
  userId: string
  name: string
  number: string
  orgName: string
  orgPath: string
  departmentName: string
  post: string
  sort: number
  via: 'person' | 'org' | 'post'
  /** The audience that gives the role; the nil id for a grant by name. */
  audienceId: string
  from: string | null
  to: string | null
  grantor: string
}
type GrantCursor = Pick<RoleGrantRow, 'roleId' | 'orgPath' | 'sort' | 'userId' | 'audienceId'>

const nil = sql`'00000000-0000-0000-0000-000000000000'::uuid`
const grants = sql`v_role_holding h join v_membership m on m.id = h.membership_id ${membershipJoins}`
const matchesFilter = (scope: Scope, { roleId, day }: GrantFilter) => sql`
  m.valid @> ${day}::date and (h.over_on is null or h.over_on > ${day}::date) and ${isMembershipInScope(scope)}
  ${roleId === null ? sql`` : sql`and h.role_id = ${roleId}::uuid`}`

export async function countGrants(db: Db, scope: Scope, filter: GrantFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${grants} where ${matchesFilter(scope, filter)}
  `.execute(db)
  return rows[0]!.count
}

/** One page of grants, ordered by role and then as people are ordered in their organisations. */
export async function listGrantsAfter(
  db: Db,
  scope: Scope,
  filter: GrantFilter,
  { after, limit }: { after: GrantCursor | null; limit: number },
): Promise<RoleGrantRow[]> {
  const order = sql`h.role_id, o.path, m.sort, m.id, coalesce(h.audience_id, ${nil})`
  const { rows } = await sql<RoleGrantRow>`
    select h.role_id as "roleId", r.title as "roleName", coalesce(ro.name, '') as "roleOrg", m.id as "userId", p.name,
      m.number, o.name as "orgName", o.path::text as "orgPath", coalesce(d.name, '') as "departmentName", m.post, m.sort,
      h.via, coalesce(h.audience_id, ${nil}) as "audienceId", h.begins_on as "from", h.over_on - 1 as "to",
      coalesce(g.name, '') as grantor
    from ${grants}
    join role r on r.id = h.role_id
    left join v_org ro on ro.id = r.org_id
    left join membership_role mr on h.via = 'person' and mr.membership_id = m.id and mr.role_id = h.role_id
    left join role_audience a on a.id = h.audience_id
    left join v_person g on g.id = coalesce(mr.granted_by, a.granted_by)
    where ${matchesFilter(scope, filter)} ${
      after === null
        ? sql``
        : sql`and (${order}) > (${after.roleId}::uuid, ${after.orgPath}::ltree, ${after.sort}::int,
            ${after.userId}::uuid, ${after.audienceId}::uuid)`
    }
    order by ${order} limit ${limit}
  `.execute(db)
  return rows
}

export interface NumberedMembership extends MembershipRow {
  number: string
}

/** People in scope who work in the organisation today and have one of these names. */
export async function listMembershipsByName(
  db: Db,
  scope: Scope,
  { orgId, names, day }: { orgId: string; names: readonly string[]; day: string },
): Promise<NumberedMembership[]> {
  const { rows } = await sql<NumberedMembership>`
    select ${membershipColumns}, m.number from v_membership m ${membershipJoins}
    where m.org_id = ${orgId} and p.name = any(${names}::text[]) and m.valid @> ${day}::date and not m.is_suspended
      and ${isMembershipInScope(scope)}
    order by m.sort, m.id
  `.execute(db)
  return rows
}

/** A role that was granted by name. */
export interface DirectGrant {
  userId: string
  roleId: string
  from: string | null
  to: string | null
  by: string | null
  /** With microseconds, as the database formats it. */
  at: string
}

/** All grants by name of these memberships, including ended ones. */
export async function listDirectGrants(db: Db, userIds: readonly string[]): Promise<DirectGrant[]> {
  const { rows } = await sql<DirectGrant>`
    select membership_id as "userId", role_id as "roleId", begins_on as "from", over_on - 1 as "to", granted_by as by,
      created_at::text as at
    from membership_role where membership_id = any(${userIds}::uuid[])
  `.execute(db)
  return rows
}

/** Restores the days, the grantor and the time of a grant. */
export async function restoreGrant(db: Db, { userId, roleId, from, to, by, at }: DirectGrant) {
  await sql`
    insert into membership_role (membership_id, role_id, begins_on, over_on, granted_by, created_at)
    values (${userId}, ${roleId}, ${from}::date, ${to}::date + 1, ${by}::uuid, ${at}::timestamptz)
    on conflict (district_id, membership_id, role_id) do update
      set begins_on = excluded.begins_on, over_on = excluded.over_on, granted_by = excluded.granted_by,
        created_at = excluded.created_at
  `.execute(db)
}

/** Counts for each role the people of an organisation who have it by name on that day. */
export async function countGrantsByRole(db: Db, orgId: string, day: string) {
  const { rows } = await sql<{ roleId: string; count: number }>`
    select mr.role_id as "roleId", count(*)::int as count
    from membership_role mr join v_membership m on m.id = mr.membership_id
    where m.org_id = ${orgId} and m.valid @> ${day}::date and ${isValidOn('mr', day)}
    group by mr.role_id
  `.execute(db)
  return rows
}
