import { sql } from 'kysely'
import type { RoleTemplate } from '#packages/contract'
import type { Db } from '#packages/db'

export const findTemplateRole = (db: Db, template: RoleTemplate) =>
  db.selectFrom('role').select('id').where('template', '=', template).executeTakeFirst()

export async function getOrgPaths(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; path: string }>`
    select id, path::text as path from v_org where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** Serialises grants of separate duties, so that one person does not get two at once. */
export const lockDuties = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('duties of ' || tenant.current_district(), 0))`.execute(db)

/** Whether a person of these memberships has two of the three duties, now or later, over all memberships. */
export async function hasTwoDuties(db: Db, membershipIds: readonly string[], day: string): Promise<boolean> {
  const { rows } = await sql`
    select m.person_id
    from v_membership m
    join membership_role mr on mr.membership_id = m.id
    join role r on r.id = mr.role_id
    left join role above on above.id = r.parent_id
    where m.person_id in (select person_id from v_membership where id = any(${membershipIds}::uuid[]))
      and coalesce(r.template, above.template) in ('district-admin', 'security-admin', 'auditor')
      and (mr.over_on is null or mr.over_on > ${day}::date) and (upper_inf(m.valid) or upper(m.valid) > ${day}::date)
    group by m.person_id having count(distinct coalesce(r.template, above.template)) > 1
    limit 1
  `.execute(db)
  return rows.length > 0
}

/** The duties that these people have together, over all memberships. */
export async function listDuties(db: Db, personIds: readonly string[], day: string): Promise<RoleTemplate[]> {
  const { rows } = await sql<{ template: RoleTemplate }>`
    select distinct coalesce(r.template, above.template) as template
    from v_membership m
    join membership_role mr on mr.membership_id = m.id
    join role r on r.id = mr.role_id
    left join role above on above.id = r.parent_id
    where m.person_id = any(${personIds}::uuid[])
      and coalesce(r.template, above.template) in ('district-admin', 'security-admin', 'auditor')
      and (mr.over_on is null or mr.over_on > ${day}::date) and (upper_inf(m.valid) or upper(m.valid) > ${day}::date)
  `.execute(db)
  return rows.map(({ template }) => template)
}

interface RoleAssignment {
  roleId: string
  membershipIds: readonly string[]
  beginsOn: string | null
  overOn: string | null
  by: string | null
  /** Today: a grant that ended before is granted again. */
  day: string
}

/** Grants a role for these days; an existing grant gets these days. Returns the memberships that did not have it. */
export async function assignRoleToMemberships(
  db: Db,
  { roleId, membershipIds, beginsOn, overOn, by, day }: RoleAssignment,
  now: Date,
) {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into membership_role as held (membership_id, role_id, begins_on, over_on, granted_by, created_at)
    select id, ${roleId}::uuid, ${beginsOn}::date, ${overOn}::date, ${by}::uuid, ${now}
    from unnest(${membershipIds}::uuid[]) as given (id)
    on conflict (district_id, membership_id, role_id) do update
      set begins_on = excluded.begins_on, over_on = excluded.over_on, granted_by = excluded.granted_by,
        created_at = case when held.over_on <= ${day}::date then excluded.created_at else held.created_at end
    returning membership_id as id, created_at = ${now} as "isNew"
  `.execute(db)
  return rows.filter(({ isNew }) => isNew).map(({ id }) => id)
}

/** Returns the memberships that had the role. */
export async function revokeRole(db: Db, roleId: string, membershipIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from membership_role where role_id = ${roleId} and membership_id = any(${membershipIds}::uuid[])
    returning membership_id as id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Memberships that have a role by name, on that day or later. */
export async function listDirectHolders(db: Db, roleId: string, membershipIds: readonly string[], day: string) {
  const { rows } = await sql<{ id: string }>`
    select membership_id as id from membership_role
    where role_id = ${roleId} and membership_id = any(${membershipIds}::uuid[])
      and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The roles of these templates that members have by name, on that day or later. */
export async function listTemplateRolesOf(
  db: Db,
  membershipIds: readonly string[],
  templates: readonly RoleTemplate[],
  day: string,
) {
  const { rows } = await sql<{ membershipId: string; roleId: string; template: RoleTemplate; overOn: string | null }>`
    select mr.membership_id as "membershipId", r.id as "roleId", r.template, mr.over_on as "overOn"
    from membership_role mr join role r on r.id = mr.role_id
    where mr.membership_id = any(${membershipIds}::uuid[]) and r.template = any(${templates}::text[])
      and (mr.over_on is null or mr.over_on > ${day}::date)
    order by r.template, mr.membership_id
  `.execute(db)
  return rows
}
