import { sql } from 'kysely'
import type { PageQuery, RoleTemplate } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, toLikePattern, readSqlPage, type Db } from '#packages/db'
import { isValidOn, templateRoleId } from './role-holding-queries.ts'

/** A membership that is valid today, with the attributes that decide what may be granted to it. */
export interface MembershipRow {
  userId: string
  personId: string
  name: string
  post: string
  orgId: string
  orgName: string
  orgPath: string
  departmentId: string | null
  departmentPath: string | null
}

/** Whether a membership of `named` is in scope. */
export const isMembershipInScope = (scope: Scope) =>
  inScope(scope, {
    org: 'm.org_id',
    orgPath: 'o.path',
    department: 'm.department_id',
    departmentPath: 'd.path',
    owner: 'm.id',
  })
export const membershipJoins = sql`
  join v_person p on p.id = m.person_id join v_org o on o.id = m.org_id left join v_org d on d.id = m.department_id`
export const membershipColumns = sql`
  m.id as "userId", m.person_id as "personId", p.name, m.post, m.org_id as "orgId", o.name as "orgName",
  o.path::text as "orgPath", m.department_id as "departmentId", d.path::text as "departmentPath"`

/** Memberships that are valid today and in scope, by default without suspended ones. */
export async function listMembershipsInScope(
  db: Db,
  scope: Scope,
  userIds: readonly string[],
  { day, orSuspended = false }: { day: string; orSuspended?: boolean },
): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select ${membershipColumns} from v_membership m ${membershipJoins}
    where m.id = any(${userIds}::uuid[]) and m.valid @> ${day}::date and ${isMembershipInScope(scope)}
      and (not m.is_suspended or ${orSuspended}::boolean)
  `.execute(db)
  return rows
}

/** Members of an organisation who have a system role today, and whether they have it by name. */
export async function listTemplateHolders(
  db: Db,
  { orgId, template, day }: { orgId: string; template: RoleTemplate; day: string },
) {
  const { rows } = await sql<{ userId: string; name: string; orgName: string; post: string; isByName: boolean }>`
    select m.id as "userId", p.name, o.name as "orgName", m.post, bool_or(h.via = 'person') as "isByName"
    from v_role_holding h
    join v_membership m on m.id = h.membership_id join v_person p on p.id = m.person_id join v_org o on o.id = m.org_id
    where h.role_id = ${templateRoleId(template)} and m.org_id = ${orgId} and ${isValidOn('h', day)}
      and m.valid @> ${day}::date and not m.is_suspended
    group by m.id, p.name, o.name, m.post, m.sort order by m.sort, m.id
  `.execute(db)
  return rows
}

export interface RoleMemberRow {
  userId: string
  name: string
  orgName: string
  departmentName: string
  post: string
  from: string | null
  /** The last day. */
  to: string | null
  state: 'waiting' | 'live' | 'over'
  grantor: string
  grantedAt: Date
  mayRemove: boolean
}

/** Holders by name in scope, the latest first. Names are joined for the page only. */
export function readRoleMemberPage(
  db: Db,
  scope: Scope,
  { roleId, keyword, day, removing }: { roleId: string; keyword: string; day: string; removing: Scope | null },
  page: PageQuery,
) {
  const part = toLikePattern(keyword)
  const nameJoins = sql`join v_person p on p.id = m.person_id join v_org o on o.id = m.org_id`
  const matching = sql`and (p.name like ${part} or o.name like ${part} or m.post like ${part})`
  const inReach = inScope(scope, { org: 'm.org_id', department: 'm.department_id', owner: 'm.id' })
  return readSqlPage<RoleMemberRow>(
    db,
    {
      columns: sql`
        m.id as "userId", p.name, o.name as "orgName", coalesce(d.name, '') as "departmentName", m.post,
        mr.begins_on as "from", mr.over_on - 1 as "to",
        case when mr.begins_on > ${day}::date then 'waiting' when mr.over_on <= ${day}::date then 'over' else 'live' end as state,
        coalesce(g.name, '') as grantor, mr.created_at as "grantedAt",
        ${removing ? isMembershipInScope(removing) : sql`false`} as "mayRemove"`,
      from: sql`membership_role mr join v_membership m on m.id = mr.membership_id ${keyword === '' ? sql`` : nameJoins}
        where mr.role_id = ${roleId} and m.valid @> ${day}::date and ${inReach} ${keyword === '' ? sql`` : matching}`,
      joined: {
        as: 'mr',
        with: sql`join v_membership m on m.id = mr.membership_id ${nameJoins} left join v_org d on d.id = m.department_id
          left join v_person g on g.id = mr.granted_by`,
      },
      orderBy: sql`mr.created_at desc, mr.membership_id`,
    },
    page,
  )
}
