import { sql } from 'kysely'
import type { AppAudience, AppCategory } from '#packages/contract'
import type { Db } from '#packages/db'
import type { AppStatus } from '../contract.ts'
import type { ApplicationChange } from './application-queries.ts'

interface ApplicationWithPinyin extends ApplicationChange {
  pinyin: string
  initials: string
}

const toColumns = ({ manageOrgId, includesBelow, ips, apiReach, mainApp, ...same }: ApplicationWithPinyin) => ({
  ...same,
  manage_org_id: manageOrgId,
  includes_below: includesBelow,
  ips: [...ips],
  api_reach: apiReach,
  main_app: mainApp,
})

interface NewApplication {
  key: string
  facts: ApplicationWithPinyin
  status: AppStatus
  by: string
  developerId: string | null
}

export const insertApplication = (db: Db, { key, facts, status, by, developerId }: NewApplication, now: Date) =>
  db
    .insertInto('application')
    .values({
      ...toColumns(facts),
      key,
      status,
      registered_at: now,
      registered_by: by,
      developer_id: developerId,
      // At the end of its category.
      sort: sql<number>`(select coalesce(max(sort), 0) + 1 from application where category = ${facts.category})`,
    })
    .execute()

/**
 * The version that a change is based on. A different current version means a concurrent change, and nothing is written.
 */
interface ExpectedVersion {
  key: string
  version: number
}

export async function updateApplicationDraft(
  db: Db,
  { key, version }: ExpectedVersion,
  facts: ApplicationWithPinyin,
  status: AppStatus,
) {
  const { numUpdatedRows } = await db
    .updateTable('application')
    .set({ ...toColumns(facts), status, version: version + 1 })
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Stores a change of an application in use; the old version stays in use until the change is approved. */
export async function storePendingChange(db: Db, { key, version }: ExpectedVersion, wanted: ApplicationChange) {
  const { numUpdatedRows } = await db
    .updateTable('application')
    .set({ wanted: JSON.stringify(wanted), status: 5, version: version + 1 })
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

interface ApplicationDecision {
  status: AppStatus
  reason: string
  /** The values that replace the old ones. */
  facts: ApplicationWithPinyin | undefined
  by: string
}

export async function storeApplicationDecision(
  db: Db,
  { key, version }: ExpectedVersion,
  { status, reason, facts, by }: ApplicationDecision,
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('application')
    .set({
      ...(facts ? toColumns(facts) : {}),
      status,
      wanted: null,
      audit_reason: reason,
      audited_at: now,
      audited_by: by,
      version: version + 1,
    })
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

interface BuiltInApplication {
  key: string
  category: AppCategory
  audience: AppAudience
}

/** Inserts a row for each built-in application so that the district can change it; existing rows stay. */
export const insertBuiltInApplications = (db: Db, apps: readonly BuiltInApplication[], now: Date) =>
  sql`
    insert into application (key, kind, category, audience, status, registered_at, version)
    select a.key, 1, a.category, a.audience, 2, ${now}, 0
    from jsonb_to_recordset(${JSON.stringify(apps)}::jsonb) as a (key text, category text, audience text)
    on conflict (district_id, key) do nothing
  `.execute(db)

export async function storeAudience(db: Db, { key, version }: ExpectedVersion, audience: AppAudience) {
  const { numUpdatedRows } = await db
    .updateTable('application')
    .set({ audience, version: version + 1 })
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const storeBarred = (db: Db, keys: readonly string[], isBarred: boolean) =>
  sql`update application set is_barred = ${isBarred} where key = any(${keys}::text[])`.execute(db)

export const updateApplicationOrder = (db: Db, keys: readonly string[]) =>
  sql`
    update application a set sort = o.at
    from unnest(${keys}::text[]) with ordinality as o (key, at)
    where a.key = o.key and a.sort <> o.at
  `.execute(db)

export interface ApplicationHistoryEntry {
  id: string
  key: string
  title: string
  details: string
  by: string
}

export const insertApplicationHistory = (db: Db, { id, key, title, details, by }: ApplicationHistoryEntry, now: Date) =>
  db
    .insertInto('application_change')
    .values({ id, app_key: key, title, details, changed_by: by, changed_at: now })
    .execute()

export async function listApplicationHistory(db: Db, key: string) {
  const { rows } = await sql<{ at: Date; by: string; title: string; details: string }>`
    select c.changed_at as at, coalesce(p.name, '') as by, c.title, c.details
    from application_change c left join v_person p on p.id = c.changed_by
    where c.app_key = ${key}
    order by c.changed_at desc, c.id desc
    limit 200
  `.execute(db)
  return rows
}

/** The person who registered an application, who is notified of decisions. */
export const findRegistrant = (db: Db, key: string) =>
  db.selectFrom('application').select('registered_by as personId').where('key', '=', key).executeTakeFirst()

/** Names are checked and saved under this lock, so that two concurrent saves cannot take the same name. */
export const lockApplicationNames = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('application-names ' || tenant.current_district(), 0))`.execute(db)
