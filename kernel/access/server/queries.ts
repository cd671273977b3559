import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { RoleTemplate } from '#packages/contract'

export interface RoleRow {
  id: string
  template: RoleTemplate
  title: string
}

export const insertRoles = (db: Db, roles: readonly RoleRow[], now: Date) =>
  db
    .insertInto('role')
    .values(roles.map((role) => ({ ...role, created_at: now })))
    .execute()

export const rolesByTemplate = (db: Db, templates: readonly RoleTemplate[]) =>
  db
    .selectFrom('role')
    .select('id')
    .where(sql<boolean>`template = any(${templates}::text[])`)
    .execute()

export const giveRoles = (db: Db, membershipIds: readonly string[], roleIds: readonly string[], now: Date) =>
  sql`
    insert into membership_role (membership_id, role_id, created_at)
    select m.id, r.id, ${now} from unnest(${membershipIds}::uuid[]) as m (id), unnest(${roleIds}::uuid[]) as r (id)
    on conflict do nothing
  `.execute(db)

/** The roles of a membership, each with where it differs from its template. */
export const grantsOf = (db: Db, membershipId: string) =>
  db
    .selectFrom('membership_role as mr')
    .innerJoin('role as r', 'r.id', 'mr.role_id')
    .leftJoin('role_permission as p', 'p.role_id', 'r.id')
    .select(['r.id as roleId', 'r.template', 'p.permission', 'p.scope', 'p.org_ids as orgIds'])
    .where('mr.membership_id', '=', membershipId)
    .$narrowType<{ template: RoleTemplate | null }>()
    .execute()

export interface AdministratorRow {
  name: string
  orgName: string
  phone: string
}

/** Some of those who hold a role at an organisation, or at the bureau, that day; the phone is the organisation's. */
export const holdersAt = (
  db: Db,
  { orgId, template, day, limit }: { orgId: string | null; template: RoleTemplate; day: string; limit: number },
): Promise<AdministratorRow[]> =>
  db
    .selectFrom('v_org as o')
    .innerJoin('v_membership as m', 'm.org_id', 'o.id')
    .innerJoin('membership_role as mr', 'mr.membership_id', 'm.id')
    .innerJoin('role as r', 'r.id', 'mr.role_id')
    .innerJoin('v_person as p', 'p.id', 'm.person_id')
    .select(['p.name', 'o.name as orgName', 'o.phone'])
    .where(orgId === null ? sql<boolean>`o.parent_id is null` : sql<boolean>`o.id = ${orgId}`)
    .where('r.template', '=', template)
    .where(sql<boolean>`m.valid @> ${day}::date and not m.is_suspended`)
    .orderBy('m.id')
    .limit(limit)
    .execute()

/** Everybody who holds a role at an organisation, or at the bureau, that day. */
export const holderIdsAt = (
  db: Db,
  { orgId, template, day }: { orgId: string | null; template: RoleTemplate; day: string },
): Promise<{ personId: string }[]> =>
  db
    .selectFrom('v_org as o')
    .innerJoin('v_membership as m', 'm.org_id', 'o.id')
    .innerJoin('membership_role as mr', 'mr.membership_id', 'm.id')
    .innerJoin('role as r', 'r.id', 'mr.role_id')
    .select('m.person_id as personId')
    .distinct()
    .where(orgId === null ? sql<boolean>`o.parent_id is null` : sql<boolean>`o.id = ${orgId}`)
    .where('r.template', '=', template)
    .where(sql<boolean>`m.valid @> ${day}::date and not m.is_suspended`)
    .execute()
