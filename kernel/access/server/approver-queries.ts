import { sql } from 'kysely'
import type { RoleTemplate } from '#packages/contract'
import type { Db } from '#packages/db'
import { isValidOn, templateRoleId } from './role-holding-queries.ts'

/** A role of the district, or a shipped one. */
type RoleChoice = { id: string } | { template: RoleTemplate }

/** Active members of an organisation, the one above it, or the bureau, who hold a role on that day. */
export async function listRoleHoldersAt(
  db: Db,
  { orgId, where, role, day }: { orgId: string; where: 'own' | 'parent' | 'district'; role: RoleChoice; day: string },
) {
  const roleId = 'id' in role ? sql`${role.id}::uuid` : templateRoleId(role.template)
  const org =
    where === 'own'
      ? sql`${orgId}::uuid`
      : where === 'parent'
        ? sql`(select o.parent_id from v_org o where o.id = ${orgId})`
        : sql`(select o.id from v_org o where o.parent_id is null limit 1)`
  const { rows } = await sql<{ memberId: string; personId: string }>`
    select m.id as "memberId", m.person_id as "personId" from v_membership m
    where m.org_id = ${org} and m.valid @> ${day}::date and not m.is_suspended
      and m.id in (select h.membership_id from v_role_holding h where h.role_id = ${roleId} and ${isValidOn('h', day)})
    order by m.sort, m.id
  `.execute(db)
  return rows
}

/** The titles of these roles, by id. */
export async function listRoleNames(db: Db, ids: readonly string[]): Promise<[string, string][]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from role where id = any(${ids}::uuid[])
  `.execute(db)
  return rows.map(({ id, title }) => [id, title])
}
