import { sql } from 'kysely'
import type { RoleTemplate } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

/** An organisation whose administrators may be decided about. */
export async function findAppointable(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; name: string; type: string; isForbidden: boolean }>`
    select o.id, o.name, o.type, o.is_forbidden as "isForbidden" from v_org o
    where o.id = ${id} and ${inScope(scope, { org: 'o.id', orgPath: 'o.path', department: 'o.id', departmentPath: 'o.path' })}
  `.execute(db)
  return rows[0]
}

/** One at a time decides who runs an organisation: two who remove each other must not both succeed. */
export const holdAdministration = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`administrators of ${orgId}`}, 0))`.execute(db)

interface HolderRow {
  userId: string
  orgId: string
  name: string
  post: string
  hasAccount: boolean
}

/** Those who hold a role at an organisation on that day, the first who came first. */
export async function holdersOf(db: Db, orgId: string, template: RoleTemplate, day: string): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    select m.id as "userId", m.org_id as "orgId", p.name, m.post, p.account_id is not null as "hasAccount"
    from v_membership m
    join membership_role mr on mr.membership_id = m.id
    join role r on r.id = mr.role_id
    join v_person p on p.id = m.person_id
    where m.org_id = ${orgId} and r.template = ${template} and m.valid @> ${day}::date and not m.is_suspended
    order by m.id
  `.execute(db)
  return rows
}

/**
 * The same today or later, each with whether the place has no last day yet: whoever is to leave next week runs nothing
 * after that.
 */
export async function holdersFrom(db: Db, orgId: string, template: RoleTemplate, day: string) {
  const { rows } = await sql<{ userId: string; hasAccount: boolean; isLasting: boolean }>`
    select m.id as "userId", p.account_id is not null as "hasAccount", upper_inf(m.valid) as "isLasting"
    from v_membership m
    join membership_role mr on mr.membership_id = m.id
    join role r on r.id = mr.role_id
    join v_person p on p.id = m.person_id
    where m.org_id = ${orgId} and r.template = ${template} and not m.is_suspended
      and (upper_inf(m.valid) or upper(m.valid) > ${day}::date)
  `.execute(db)
  return rows
}

/** Where these places are, if they run an organisation: the organisations that may lose their last administrator. */
export async function runningAmong(db: Db, membershipIds: readonly string[]) {
  const { rows } = await sql<{ orgId: string; template: 'school-admin' | 'district-admin' }>`
    select distinct m.org_id as "orgId", r.template
    from v_membership m
    join membership_role mr on mr.membership_id = m.id
    join role r on r.id = mr.role_id
    where m.id = any(${membershipIds}::uuid[]) and r.template in ('school-admin', 'district-admin')
    order by m.org_id
  `.execute(db)
  return rows
}

/** A place of today in this organisation. */
export async function placeIn(db: Db, orgId: string, membershipId: string, day: string) {
  const { rows } = await sql<{ userId: string; personId: string; name: string; hasAccount: boolean }>`
    select m.id as "userId", m.person_id as "personId", p.name, p.account_id is not null as "hasAccount"
    from v_membership m join v_person p on p.id = m.person_id
    where m.id = ${membershipId} and m.org_id = ${orgId} and m.valid @> ${day}::date and not m.is_suspended
  `.execute(db)
  return rows[0]
}

export const takeRole = (db: Db, membershipId: string, template: RoleTemplate) =>
  sql`
    delete from membership_role mr using role r
    where r.id = mr.role_id and r.template = ${template} and mr.membership_id = ${membershipId}
  `.execute(db)

/** The roles of one place are given to another; running the organisation only within the same one. */
export const copyRoles = (db: Db, pairs: readonly { from: string; to: string }[], now: Date) =>
  sql`
    insert into membership_role (membership_id, role_id, created_at)
    select pair.to, mr.role_id, ${now}
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair ("from" uuid, "to" uuid)
    join membership_role mr on mr.membership_id = pair."from"
    join role r on r.id = mr.role_id
    join v_membership old on old.id = pair."from"
    join v_membership new on new.id = pair."to"
    where r.template is null or r.template not in ('school-admin', 'district-admin') or old.org_id = new.org_id
    on conflict do nothing
  `.execute(db)
