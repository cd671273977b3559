import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { RoleTemplate } from '#packages/contract'
import { isValidOn, templateRoleId } from './role-holding-queries.ts'

export interface TemplateRole {
  id: string
  template: RoleTemplate
  title: string
}

export const insertRoles = (db: Db, roles: readonly TemplateRole[], now: Date) =>
  db
    .insertInto('role')
    .values(roles.map((role) => ({ ...role, created_at: now })))
    .execute()

export const listTemplateRoleIds = (db: Db, templates: readonly RoleTemplate[]) =>
  db
    .selectFrom('role')
    .select('id')
    .where(sql<boolean>`template = any(${templates}::text[])`)
    .execute()

/** Grants roles without an end date; an existing grant with an end date loses it. Returns the new grants. */
export async function insertMembershipRoles(
  db: Db,
  { membershipIds, roleIds, by }: { membershipIds: readonly string[]; roleIds: readonly string[]; by: string | null },
  now: Date,
) {
  const { rows } = await sql<{ userId: string; roleId: string; isNew: boolean }>`
    insert into membership_role (membership_id, role_id, granted_by, created_at)
    select m.id, r.id, ${by}::uuid, ${now}
    from unnest(${membershipIds}::uuid[]) as m (id), unnest(${roleIds}::uuid[]) as r (id)
    on conflict (district_id, membership_id, role_id) do update set begins_on = null, over_on = null
    returning membership_id as "userId", role_id as "roleId", created_at = ${now} as "isNew"
  `.execute(db)
  return rows.filter(({ isNew }) => isNew)
}

/** By name or by audience, on that day. */
const isTemplateHeldBy = (membership: string, template: RoleTemplate, day: string) =>
  sql<boolean>`${sql.ref(membership)} in (
    select h.membership_id from v_role_holding h where h.role_id = ${templateRoleId(template)} and ${isValidOn('h', day)})`

export interface AdministratorRow {
  name: string
  orgName: string
  phone: string
}

/** Some holders of a system role at an organisation or the bureau on that day; the phone is the organisation's. */
export const listTemplateHoldersAt = (
  db: Db,
  { orgId, template, day, limit }: { orgId: string | null; template: RoleTemplate; day: string; limit: number },
): Promise<AdministratorRow[]> =>
  db
    .selectFrom('v_org as o')
    .innerJoin('v_membership as m', 'm.org_id', 'o.id')
    .innerJoin('v_person as p', 'p.id', 'm.person_id')
    .select(['p.name', 'o.name as orgName', 'o.phone'])
    .where(orgId === null ? sql<boolean>`o.parent_id is null` : sql<boolean>`o.id = ${orgId}`)
    .where(isTemplateHeldBy('m.id', template, day))
    .where(sql<boolean>`m.valid @> ${day}::date and not m.is_suspended`)
    .orderBy('m.id')
    .limit(limit)
    .execute()

/** All holders of a system role at an organisation or the bureau on that day. */
export const listTemplateHolderIds = (
  db: Db,
  { orgId, template, day }: { orgId: string | null; template: RoleTemplate; day: string },
): Promise<{ personId: string }[]> =>
  db
    .selectFrom('v_org as o')
    .innerJoin('v_membership as m', 'm.org_id', 'o.id')
    .select('m.person_id as personId')
    .distinct()
    .where(orgId === null ? sql<boolean>`o.parent_id is null` : sql<boolean>`o.id = ${orgId}`)
    .where(isTemplateHeldBy('m.id', template, day))
    .where(sql<boolean>`m.valid @> ${day}::date and not m.is_suspended`)
    .execute()

/** Holders of a system role at any of these organisations on that day, once per organisation. */
export async function listTemplateHoldersOfOrgs(
  db: Db,
  orgIds: readonly string[],
  template: RoleTemplate,
  day: string,
) {
  if (orgIds.length === 0) return []
  const { rows } = await sql<{ orgId: string; personId: string; name: string }>`
    select distinct m.org_id as "orgId", m.person_id as "personId", p.name
    from v_role_holding h
    join v_membership m on m.id = h.membership_id
    join v_person p on p.id = m.person_id
    where h.role_id = ${templateRoleId(template)} and ${isValidOn('h', day)} and m.org_id = any(${orgIds}::uuid[])
      and m.valid @> ${day}::date and not m.is_suspended
    order by m.org_id, p.name, m.person_id
  `.execute(db)
  return rows
}
