import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Counts the applications that these organisations manage. */
export async function countManagedApplications(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from application where manage_org_id = any(${orgIds}::uuid[]) and status <> 9
  `.execute(db)
  return rows[0]!.count
}

export const moveManagedApplications = (db: Db, fromId: string, toId: string) =>
  sql`update application set manage_org_id = ${toId} where manage_org_id = ${fromId}`.execute(db)

/** The target organisation gets the grants of the source, unless it has an entry of its own. */
export const moveOrgGrants = (db: Db, fromId: string, toId: string, now: Date) =>
  sql`
    insert into app_grant (id, app_key, object_kind, object_id, includes_below, begins_on, over_on, granted_by, granted_at)
    select gen_random_uuid(), app_key, 'org', ${toId}, includes_below, begins_on, over_on, granted_by, ${now}
    from app_grant where object_kind = 'org' and object_id = ${fromId} and not is_refused
    on conflict (district_id, app_key, object_kind, object_id) do nothing
  `.execute(db)

/** Open requests of an organisation that the other one has made too. */
export async function listSharedAppRequests(db: Db, fromId: string, toId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from app_request r
    where r.org_id = ${fromId} and r.status = 'waiting'
      and exists (select from app_request t where t.org_id = ${toId} and t.status = 'waiting' and t.app_key = r.app_key)
    order by r.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export const moveAppRequests = (db: Db, fromId: string, toId: string) =>
  sql`update app_request set org_id = ${toId} where org_id = ${fromId}`.execute(db)

export const moveAuditors = (db: Db, fromId: string, toId: string) =>
  sql`
    insert into app_auditor (auditor_type, org_id, user_id, created_at, created_by)
    select auditor_type, ${toId}, user_id, created_at, created_by from app_auditor where org_id = ${fromId}
    on conflict do nothing
  `.execute(db)

/** Memberships move with their people, and so do the access requests. */
export const moveAccessRequests = (db: Db, fromId: string, toId: string) =>
  sql`update access_request set org_id = ${toId} where org_id = ${fromId}`.execute(db)
