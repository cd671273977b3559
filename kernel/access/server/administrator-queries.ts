import { sql } from 'kysely'
import type { RoleTemplate } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { isValidOn, templateRoleId } from './role-holding-queries.ts'

interface OrgRow {
  id: string
  name: string
  type: string
  path: string
  isDisabled: boolean
}

/** Organisations and departments of these ids that are in scope. */
export async function listOrgsInScope(db: Db, scope: Scope, ids: readonly string[]): Promise<OrgRow[]> {
  const { rows } = await sql<OrgRow>`
    select o.id, o.name, o.type, o.path::text as path, o.is_disabled as "isDisabled" from v_org o
    where o.id = any(${ids}::uuid[])
      and ${inScope(scope, { org: 'o.id', orgPath: 'o.path', department: 'o.id', departmentPath: 'o.path' })}
  `.execute(db)
  return rows
}

/** Serialises changes of an organisation's administrators, so that two who remove each other do not both succeed. */
export const lockAdministrators = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`administrators of ${orgId}`}, 0))`.execute(db)

interface TemplateHolderRow {
  userId: string
  orgId: string
  name: string
  post: string
  hasAccount: boolean
}

/** Memberships of an organisation that have the template's role on that day, the oldest membership first. */
export async function listOrgTemplateHolders(
  db: Db,
  orgId: string,
  template: RoleTemplate,
  day: string,
): Promise<TemplateHolderRow[]> {
  const { rows } = await sql<TemplateHolderRow>`
    select m.id as "userId", m.org_id as "orgId", p.name, m.post, p.account_id is not null as "hasAccount"
    from v_membership m join v_person p on p.id = m.person_id
    where m.org_id = ${orgId} and m.valid @> ${day}::date and not m.is_suspended
      and m.id in (
        select h.membership_id from v_role_holding h
        where h.role_id = ${templateRoleId(template)} and ${isValidOn('h', day)})
    order by m.id
  `.execute(db)
  return rows
}

/**
 * For each organisation, the first holder of the administrator's role who has an account. Administrators are appointed
 * by name only. v_role_holding also follows audiences through the tree, and took three quarters of the time of every
 * list of organisations in PostgreSQL.
 */
export async function listFirstTemplateHolders(db: Db, orgIds: readonly string[], template: RoleTemplate, day: string) {
  if (orgIds.length === 0) return []
  const { rows } = await sql<{ orgId: string; userId: string; name: string }>`
    select distinct on (m.org_id) m.org_id as "orgId", m.id as "userId", p.name
    from membership_role h
    join v_membership m on m.id = h.membership_id
    join v_person p on p.id = m.person_id
    where h.role_id = ${templateRoleId(template)} and ${isValidOn('h', day)} and m.org_id = any(${orgIds}::uuid[])
      and m.valid @> ${day}::date and not m.is_suspended and p.account_id is not null
    order by m.org_id, m.id
  `.execute(db)
  return rows
}

/**
 * Current holders of the template's role whose membership does not end before today, in one organisation or (null) in
 * the district. `isLasting` is true if neither the membership nor the role has an end date, because a holder with an
 * end date cannot be the last administrator.
 */
export async function listRemainingHolders(db: Db, orgId: string | null, template: RoleTemplate, day: string) {
  const { rows } = await sql<{ userId: string; hasAccount: boolean; isLasting: boolean }>`
    select m.id as "userId", p.account_id is not null as "hasAccount",
      bool_or(upper_inf(m.valid) and h.over_on is null) as "isLasting"
    from v_role_holding h
    join v_membership m on m.id = h.membership_id
    join v_person p on p.id = m.person_id
    where h.role_id = ${templateRoleId(template)} and ${isValidOn('h', day)} and not m.is_suspended
      and ${orgId === null ? sql`true` : sql`m.org_id = ${orgId}`}
      and (upper_inf(m.valid) or upper(m.valid) > ${day}::date)
    group by m.id, p.account_id
  `.execute(db)
  return rows
}

/**
 * Organisations that these memberships administer and that could lose their last administrator. The organisation is
 * null for separated duties, because their holders administer the whole district.
 */
export async function listAdministeredOrgs(db: Db, membershipIds: readonly string[]) {
  const { rows } = await sql<{ orgId: string | null; template: RoleTemplate }>`
    select distinct case when r.template in ('school-admin', 'district-admin') then m.org_id end as "orgId", r.template
    from v_membership m
    join membership_role mr on mr.membership_id = m.id
    join role r on r.id = mr.role_id
    where m.id = any(${membershipIds}::uuid[]) and (
      r.template in ('school-admin', 'district-admin')
      or (r.template in ('security-admin', 'auditor') and exists (select from separation)))
    order by 1, 2
  `.execute(db)
  return rows
}

/** A membership of the organisation that is valid on that day. */
export async function findOrgMembership(db: Db, orgId: string, membershipId: string, day: string) {
  const { rows } = await sql<{ userId: string; personId: string; name: string; hasAccount: boolean }>`
    select m.id as "userId", m.person_id as "personId", p.name, p.account_id is not null as "hasAccount"
    from v_membership m join v_person p on p.id = m.person_id
    where m.id = ${membershipId} and m.org_id = ${orgId} and m.valid @> ${day}::date and not m.is_suspended
  `.execute(db)
  return rows[0]
}

/** Returns the id of the revoked role, or undefined if the membership did not have it. */
export async function revokeTemplateRole(db: Db, membershipId: string, template: RoleTemplate) {
  const { rows } = await sql<{ roleId: string }>`
    delete from membership_role mr using role r
    where r.id = mr.role_id and r.template = ${template} and mr.membership_id = ${membershipId}
    returning mr.role_id as "roleId"
  `.execute(db)
  return rows[0]?.roleId
}

/**
 * Copies the roles of memberships. Administrator roles are copied only within the same organisation, and an
 * organisation's own roles only to memberships inside that organisation.
 */
export const copyMembershipRoles = (db: Db, pairs: readonly { from: string; to: string }[], now: Date) =>
  sql`
    insert into membership_role (membership_id, role_id, begins_on, over_on, granted_by, created_at)
    select pair.to, mr.role_id, mr.begins_on, mr.over_on, mr.granted_by, ${now}
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair ("from" uuid, "to" uuid)
    join membership_role mr on mr.membership_id = pair."from"
    join role r on r.id = mr.role_id
    left join role above on above.id = r.parent_id
    left join v_org own on own.id = r.org_id
    join v_membership old on old.id = pair."from"
    join v_membership new on new.id = pair."to"
    join v_org there on there.id = coalesce(new.department_id, new.org_id)
    where (r.org_id is null or there.path <@ own.path) and (
      old.org_id = new.org_id or coalesce(r.template, above.template, '') <> all(
        array['school-admin', 'district-admin', 'security-admin', 'auditor']))
    on conflict do nothing
  `.execute(db)
