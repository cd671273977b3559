import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { HolderGroup } from './role-diff.ts'
import { isValidOn } from './role-holding-queries.ts'

/**
 * All holders of these roles on that day, grouped by equal permissions, with the first `named` of each group. One scan
 * of all grants, because looking up thirty thousand people one by one takes minutes.
 */
export async function listHolderGroups(
  db: Db,
  { roleIds, day, named }: { roleIds: readonly string[]; day: string; named: number },
): Promise<HolderGroup[]> {
  const { rows } = await sql<HolderGroup>`
    with held as materialized (
      select h.membership_id as id, array_agg(distinct h.role_id order by h.role_id) as role_ids
      from v_role_holding h where ${isValidOn('h', day)}
      group by h.membership_id having bool_or(h.role_id = any(${roleIds}::uuid[]))
    )
    select h.role_ids as "roleIds", m.org_id as "orgId", o.parent_id is null as "isAtTop",
      m.department_id is not null as "hasDepartment", count(*)::int as count,
      (array_agg(h.id order by h.id))[1:${named}::int] as "userIds"
    from held h join v_membership m on m.id = h.id join v_org o on o.id = m.org_id
    where m.valid @> ${day}::date and not m.is_suspended
    group by h.role_ids, m.org_id, o.parent_id, m.department_id is not null
    order by count(*) desc, m.org_id
  `.execute(db)
  return rows
}

interface NamedMembership {
  userId: string
  personId: string
  name: string
  orgId: string
  orgName: string
  post: string
}

/** Names of memberships for display. */
export async function getMembershipNames(db: Db, userIds: readonly string[]) {
  const { rows } = await sql<NamedMembership>`
    select m.id as "userId", m.person_id as "personId", p.name, m.org_id as "orgId", o.name as "orgName", m.post
    from v_membership m join v_person p on p.id = m.person_id join v_org o on o.id = m.org_id
    where m.id = any(${userIds}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.userId, row]))
}

interface FunctionRoles {
  code: string
  roleIds: readonly string[]
}

/**
 * For each permission, the people who keep it through any of its roles, below an organisation or in the district. Stops
 * at twenty, because the preview only warns about small numbers.
 */
export async function countRemainingHolders(
  db: Db,
  functions: readonly FunctionRoles[],
  orgPath: string | null,
  day: string,
) {
  const { rows } = await sql<{ code: string; count: number; names: string[] }>`
    select a.code, count(distinct left_over.person_id)::int as count,
      coalesce(array_agg(distinct left_over.name) filter (where left_over.name is not null), '{}') as names
    from jsonb_to_recordset(${JSON.stringify(functions)}::jsonb) as a (code text, "roleIds" uuid[])
    left join lateral (
      select m.person_id, p.name
      from v_role_holding h
      join v_membership m on m.id = h.membership_id
      join v_org o on o.id = m.org_id
      join v_person p on p.id = m.person_id
      where h.role_id = any(a."roleIds") and ${isValidOn('h', day)} and m.valid @> ${day}::date and not m.is_suspended
        and ${orgPath === null ? sql`true` : sql`o.path <@ ${orgPath}::ltree`}
      limit 20
    ) left_over on true
    group by a.code
  `.execute(db)
  return rows
}
