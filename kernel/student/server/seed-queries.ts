import { sql } from 'kysely'
import type { Db } from '#packages/db'

/**
 * PostgreSQL caches the plans of foreign key checks; plans made for empty tables would scan the whole table each time.
 */
export const forceCustomPlans = (db: Db) => sql`set local plan_cache_mode = force_custom_plan`.execute(db)

/** For deletes, where planning anew for each row would be slower than the delete: discards the plans once. */
export const discardPlans = (db: Db) => sql`discard plans`.execute(db)

/** The roster entries of these pupils in order. */
export async function listRosterEntries(db: Db, studentIds: readonly string[]) {
  const { rows } = await sql<{
    linkId: string
    studentId: string
    name: string
    phone: Buffer | null
    status: string
  }>`
    select id as "linkId", student_id as "studentId", name, phone, status from guardian_link
    where student_id = any(${studentIds}::uuid[]) order by student_id, sort, id
  `.execute(db)
  return rows
}

interface BoundGuardianRow {
  id: string
  linkId: string
  personId: string
  /** As hex, because JSON cannot hold bytes. */
  phone: string | null
  phoneHash: string | null
  at: Date
}

export const insertGuardianRows = (db: Db, rows: readonly BoundGuardianRow[]) =>
  sql`
    insert into guardian (id, person_id, phone, phone_hash, created_at, updated_at)
    select id, "personId", decode(phone, 'hex'), decode("phoneHash", 'hex'), at, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "personId" uuid, phone text, "phoneHash" text,
      at timestamptz)
  `.execute(db)

export const bindGuardianLinks = (db: Db, rows: readonly BoundGuardianRow[]) =>
  sql`
    update guardian_link l set guardian_id = r.id, status = 'active', verified_by = 'roster-phone', bound_at = r.at,
      updated_at = r.at, version = l.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "linkId" uuid, at timestamptz)
    where l.id = r."linkId" and l.status = 'listed'
  `.execute(db)

export const insertAllAgreements = (
  db: Db,
  rows: readonly { personId: string; kind: string; version: number; at: Date }[],
) =>
  sql`
    insert into agreement (person_id, kind, version, agreed_at)
    select "personId", kind, version, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("personId" uuid, kind text, version int, at timestamptz)
    on conflict do nothing
  `.execute(db)

export const markEmergencyContacts = (db: Db, linkIds: readonly string[]) =>
  sql`update guardian_link set is_emergency = true where id = any(${linkIds}::uuid[])`.execute(db)
