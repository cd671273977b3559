import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { ApiGrantForm, ApiGrantRow } from '../contract.ts'

/** False if the application already has a request for this interface, or a grant for these days. */
export async function insertGrant(db: Db, id: string, form: ApiGrantForm, by: string, now: Date): Promise<boolean> {
  const { appKey, apiCode, fields, orgIds, purpose, days, dayQuota, qps } = form
  // Two who ask at the same time: the second one waits, and sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`grant of ${appKey} ${apiCode}`}, 0))`.execute(db)
  const { rows } = await sql`
    insert into api_grant (id, app_key, api_code, fields, granted, is_whole, purpose, starts_on, ends_on, day_quota, qps,
      status, requested_by, created_at)
    select ${id}::uuid, ${appKey}, ${apiCode}, ${fields}::text[], ${fields}::text[], ${orgIds.length === 0}::boolean, ${purpose},
      ${days.from}::date, ${days.to}::date, ${dayQuota}::int, ${qps}::int, 'waiting', ${by}::uuid, ${now}::timestamptz
    where not exists (
      select from api_grant
      where app_key = ${appKey} and api_code = ${apiCode}
        and (status = 'waiting' or status in ('approved', 'paused') and ends_on >= ${days.from}::date)
    )
    returning id
  `.execute(db)
  if (rows.length === 0) return false
  await sql`
    insert into api_grant_org (grant_id, org_id) select ${id}, org_id from unnest(${orgIds}::uuid[]) as org_id
  `.execute(db)
  return true
}

export interface GrantFacts {
  id: string
  appKey: string
  fields: string[]
  granted: string[]
  isWhole: boolean
  orgNames: string[]
  requestedBy: string
}

const factColumns = sql`
  g.id, g.app_key as "appKey", g.fields, g.granted, g.is_whole as "isWhole", g.requested_by as "requestedBy",
  array(
    select o.name from api_grant_org a join v_org o on o.id = a.org_id where a.grant_id = g.id order by o.name
  ) as "orgNames"`

export async function listGrantFacts(db: Db, ids: readonly string[]): Promise<GrantFacts[]> {
  const { rows } = await sql<GrantFacts>`
    select ${factColumns} from api_grant g where g.id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

export interface OwnGrantRow extends GrantFacts {
  apiCode: string
  status: ApiGrantRow['status']
  from: string
  to: string
  dayQuota: number
  qps: number
}

/** The requests and grants of an application; the latest of each interface is last. */
export async function listGrantsOfApp(db: Db, appKey: string): Promise<OwnGrantRow[]> {
  const { rows } = await sql<OwnGrantRow>`
    select ${factColumns}, g.api_code as "apiCode", g.status, g.starts_on::text as "from", g.ends_on::text as "to",
      g.day_quota as "dayQuota", g.qps
    from api_grant g where g.app_key = ${appKey} order by g.created_at, g.id
  `.execute(db)
  return rows
}

export const setGrantedFields = (db: Db, id: string, fields: readonly string[]) =>
  sql`update api_grant set granted = ${fields} where id = ${id} and status = 'waiting'`.execute(db)

/** Takes fields of a grant away; false if they are not given, or none would be left. */
export async function removeGrantedFields(
  db: Db,
  id: string,
  { fields, reason }: { fields: readonly string[]; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    update api_grant set granted = array(select unnest(granted) except select unnest(${fields}::text[])),
      change_reason = ${reason}
    where id = ${id} and status in ('approved', 'paused') and granted @> ${fields}::text[]
      and cardinality(granted) > cardinality(${fields}::text[])
    returning id
  `.execute(db)
  return rows.length > 0
}

export interface EndingGrant {
  id: string
  appKey: string
  apiCode: string
  to: string
  requestedBy: string
}

/**
 * The grants that end within 30 or 7 days and whose people were not told so yet. A missed night is made up for by the
 * next one. A grant for a short time has no first warning: it would come with the grant.
 */
export async function claimEndingGrants(db: Db, today: string): Promise<EndingGrant[]> {
  const { rows } = await sql<EndingGrant>`
    update api_grant set warned_days = case when ends_on <= ${today}::date + 7 then 7 else 30 end
    where status in ('approved', 'paused') and ends_on between ${today}::date and ${today}::date + 30
      and case
        when ends_on <= ${today}::date + 7 then warned_days is distinct from 7
        else warned_days is null and starts_on <= ends_on - 30
      end
    returning id, app_key as "appKey", api_code as "apiCode", ends_on::text as "to", requested_by as "requestedBy"
  `.execute(db)
  return rows
}

export const expireGrants = (db: Db, today: string) =>
  sql`
    update api_grant set status = 'expired' where status in ('approved', 'paused') and ends_on < ${today}::date
  `.execute(db)

/** Every school and institution, for choosing. */
export async function listUnits(db: Db) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_org where type <> 'department' and parent_id is not null order by name limit 5000
  `.execute(db)
  return rows
}

export async function countUnits(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from v_org where id = any(${ids}::uuid[]) and type <> 'department'
  `.execute(db)
  return rows[0]!.count
}
