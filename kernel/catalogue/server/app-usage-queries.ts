import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface AppUsageFacts {
  /** The ids from the bureau down to the current organisation, without hyphens. */
  path: string
  isTeaching: boolean
  auditorTypes: number[]
  requestedByOrg: string[]
  askedForSelf: string[]
  /** The saved keys in their order; null when nothing was ever saved. */
  shortcuts: string[] | null
  /** Most recently used first. */
  recent: string[]
}

interface UsageViewer {
  orgId: string
  userId: string
  day: string
  recentSince: Date
}

/** Reads in one query what decides about the viewer's applications and how the viewer used them. */
export async function getAppUsageFacts(
  db: Db,
  { orgId, userId, day, recentSince }: UsageViewer,
): Promise<AppUsageFacts | undefined> {
  const { rows } = await sql<AppUsageFacts>`
    select o.path::text as path,
      exists (
        select from v_class_staff c
        where c.user_id = ${userId} and c.begins_on <= ${day}::date and (c.over_on is null or c.over_on > ${day}::date)
      ) as "isTeaching",
      -- Whoever administers a kind of application above, does so here, too.
      array(
        select auditor_type from app_auditor
        where user_id = ${userId} and org_id = any(string_to_array(o.path::text, '.')::uuid[])
      ) as "auditorTypes",
      array(select app_key from app_request where status = 'waiting' and org_id = ${orgId}) as "requestedByOrg",
      array(
        select target from access_request where status = 'waiting' and user_id = ${userId} and kind = 'application'
      ) as "askedForSelf",
      (select array_agg(app_key order by sort) from app_shortcut where user_id = ${userId}) as shortcuts,
      array(
        select app_key from app_opening where user_id = ${userId} and at >= ${recentSince}
        group by app_key order by max(last_at) desc limit 50
      ) as recent
    from v_org o where o.id = ${orgId}
  `.execute(db)
  const [facts] = rows
  // A row with an empty key marks a saved list that is empty.
  return facts && { ...facts, shortcuts: facts.shortcuts?.filter((key) => key !== '') ?? null }
}

export interface AppOpening {
  userId: string
  orgId: string
  key: string
  /** For example 2026-11-15. */
  day: string
  times: number
  lastAt: Date
}

/** The id depends on person, organisation and application, so a second visit on the same day finds the first row. */
const getOpeningId = ({ userId, orgId, key }: AppOpening) =>
  createHash('sha256')
    .update(`${userId} ${orgId} ${key}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

export const recordAppOpenings = (db: Db, openings: readonly AppOpening[]) =>
  sql`
    insert into app_opening as o (at, id, user_id, org_id, app_key, times, last_at)
    select n.at, n.id, n."userId", n."orgId", n.key, n.times, n."lastAt"
    from jsonb_to_recordset(${JSON.stringify(
      openings.map((opening) => ({ ...opening, id: getOpeningId(opening), at: `${opening.day}T00:00:00+08:00` })),
    )}::jsonb)
      as n (at timestamptz, id uuid, "userId" uuid, "orgId" uuid, key text, times int, "lastAt" timestamptz)
    on conflict (district_id, at, id) do update
      set times = o.times + excluded.times, last_at = greatest(o.last_at, excluded.last_at)
  `.execute(db)

export interface AppUsage {
  key: string
  visits: number
  users: number
}

/** Counts openings and users per application in an organisation and below it since a day. */
export async function listAppUsage(db: Db, orgPath: string, since: Date): Promise<AppUsage[]> {
  const { rows } = await sql<AppUsage>`
    select o.app_key as key, sum(o.times)::int as visits, count(distinct o.user_id)::int as users
    from app_opening o
    where o.at >= ${since} and o.org_id in (select id from v_org where path <@ ${orgPath}::ltree)
    group by o.app_key
  `.execute(db)
  return rows
}
