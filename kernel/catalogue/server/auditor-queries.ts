import { sql } from 'kysely'
import { dayOf } from '#packages/core'
import type { Db } from '#packages/db'

interface AuditorRow {
  userId: string
  name: string
  orgName: string
  post: string
}

/** The active administrators of a kind of application in an organisation. */
export async function listOrgAuditors(db: Db, type: number, orgId: string, day: string): Promise<AuditorRow[]> {
  const { rows } = await sql<AuditorRow>`
    select m.id as "userId", p.name, o.name as "orgName", m.post
    from app_auditor a
    join v_membership m on m.id = a.user_id
    join v_person p on p.id = m.person_id
    join v_org o on o.id = m.org_id
    where a.auditor_type = ${type} and a.org_id = ${orgId} and m.valid @> ${day}::date
    order by p.name, m.id
  `.execute(db)
  return rows
}

/** Replaces the administrators; existing ones keep their date of appointment. Those who begin to work later stay. */
export async function replaceAuditors(
  db: Db,
  { type, orgId, userIds, by, now }: { type: number; orgId: string; userIds: readonly string[]; by: string; now: Date },
) {
  await sql`
    delete from app_auditor where auditor_type = ${type} and org_id = ${orgId} and user_id <> all(${userIds}::uuid[])
      and not exists (select from v_membership m where m.id = user_id and lower(m.valid) > ${dayOf(now)}::date)
  `.execute(db)
  await sql`
    insert into app_auditor (auditor_type, org_id, user_id, created_at, created_by)
    select ${type}::int, ${orgId}::uuid, u.id, ${now}, ${by}::uuid from unnest(${userIds}::uuid[]) as u (id)
    on conflict do nothing
  `.execute(db)
}

interface AuditorAppointment {
  membershipId: string
  type: number
  giver: string
  orgId: string
  orgName: string
  orgPath: string
}

/**
 * What these memberships administer, of these kinds. An appointment counts only while the person works in the
 * organisation or above it.
 */
export async function listAuditorAppointments(
  db: Db,
  types: readonly number[],
  membershipIds: readonly string[],
): Promise<AuditorAppointment[]> {
  const { rows } = await sql<AuditorAppointment>`
    select a.user_id as "membershipId", a.auditor_type as type, coalesce(p.name, '') as giver, o.id as "orgId",
      o.name as "orgName", o.path::text as "orgPath"
    from app_auditor a
    join v_membership m on m.id = a.user_id join v_org mine on mine.id = m.org_id
    join v_org o on o.id = a.org_id and o.path <@ mine.path
    left join v_membership g on g.id = a.created_by left join v_person p on p.id = g.person_id
    where a.user_id = any(${membershipIds}::uuid[]) and a.auditor_type = any(${types}::int[])
  `.execute(db)
  return rows
}

/** The administrators of these kinds in an organisation or above it. */
export async function listAuditorsOver(db: Db, types: readonly number[], orgId: string) {
  const { rows } = await sql<{ membershipId: string; type: number }>`
    select a.user_id as "membershipId", a.auditor_type as type
    from v_org o join v_org above on o.path <@ above.path join app_auditor a on a.org_id = above.id
    join v_membership m on m.id = a.user_id join v_org mine on mine.id = m.org_id and above.path <@ mine.path
    where o.id = ${orgId} and a.auditor_type = any(${types}::int[])
  `.execute(db)
  return rows
}

/** Whether a person administers a kind of application in one of the organisations of the path. */
export async function isAuditorIn(db: Db, type: number, userId: string, path: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from app_auditor
      where auditor_type = ${type} and user_id = ${userId} and org_id = any(${path.split('.')}::uuid[])
    ) as is
  `.execute(db)
  return rows[0]!.is
}

/** Where these members administer applications. */
export async function listAuditorPosts(db: Db, userIds: readonly string[]) {
  const { rows } = await sql<{ userId: string; type: number; orgId: string; orgName: string }>`
    select a.user_id as "userId", a.auditor_type as type, a.org_id as "orgId", o.name as "orgName"
    from app_auditor a join v_org o on o.id = a.org_id
    where a.user_id = any(${userIds}::uuid[]) order by a.auditor_type, o.name, a.user_id
  `.execute(db)
  return rows
}

export const deleteAuditor = (db: Db, { type, orgId, userId }: { type: number; orgId: string; userId: string }) =>
  sql`
    delete from app_auditor where auditor_type = ${type} and org_id = ${orgId} and user_id = ${userId}
  `.execute(db)
