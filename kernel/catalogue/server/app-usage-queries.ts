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

/** Stores the openings of people, and adds them to the sums of their organisations. */
export async function recordAppOpenings(db: Db, openings: readonly AppOpening[]) {
  const rows = openings.map((opening) => ({
    ...opening,
    id: getOpeningId(opening),
    at: `${opening.day}T00:00:00+08:00`,
  }))
  const { rows: stored } = await sql<{ id: string; day: string; times: number }>`
    insert into app_opening as o (at, id, user_id, org_id, app_key, times, last_at)
    select n.at, n.id, n."userId", n."orgId", n.key, n.times, n."lastAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (at timestamptz, id uuid, "userId" uuid, "orgId" uuid, key text, times int, "lastAt" timestamptz)
    on conflict (district_id, at, id) do update
      set times = o.times + excluded.times, last_at = greatest(o.last_at, excluded.last_at)
    returning id, to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, times
  `.execute(db)
  const totals = new Map(stored.map(({ id, day, times }) => [`${id} ${day}`, times]))
  // The first of the day, if these are all of them.
  const isFirst = ({ id, day, times }: (typeof rows)[number]) => totals.get(`${id} ${day}`) === times
  const days = sumByDay(rows.map((row) => ({ ...row, isFirst: isFirst(row) })))
  await addToUsageDays(db, days)
  await addToUsageMonths(db, days)
  await keepLastDays(db, openings)
}

interface UsageDay {
  orgId: string
  key: string
  day: string
  opens: number
  users: number
  hours: number[]
}

/** In Shanghai, which has had one offset for all years of the portal. */
const hourOf = (moment: Date) => (moment.getUTCHours() + 8) % 24

function sumByDay(openings: readonly (AppOpening & { isFirst: boolean })[]): UsageDay[] {
  const groups = Map.groupBy(openings, ({ orgId, key, day }) => `${orgId} ${key} ${day}`)
  // In one order, so that two who store several rows never wait for each other.
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => {
      const hours = Array.from({ length: 24 }, () => 0)
      for (const { lastAt, times } of own) hours[hourOf(lastAt)]! += times
      const { orgId, key, day } = own[0]!
      const opens = hours.reduce((sum, times) => sum + times, 0)
      return { orgId, key, day, opens, users: own.filter(({ isFirst }) => isFirst).length, hours }
    })
}

const addToUsageDays = (db: Db, days: readonly UsageDay[]) =>
  sql`
    insert into app_usage_day as u (id, org_id, app_key, day, opens, users, hours)
    select md5(n."orgId" || ' ' || n.key || ' ' || to_char(n.day, 'YYYY-MM-DD'))::uuid,
      n."orgId", n.key, n.day, n.opens, n.users, n.hours
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as n ("orgId" uuid, key text, day date, opens int, users int, hours int[])
    on conflict (district_id, id) do update
      set opens = u.opens + excluded.opens, users = u.users + excluded.users, updated_at = now(),
        hours = array(
          select one + other from unnest(u.hours, excluded.hours) with ordinality as h (one, other, n) order by n
        )
  `.execute(db)

const addToUsageMonths = (db: Db, days: readonly UsageDay[]) =>
  sql`
    insert into app_usage_month as u (org_id, app_key, month, opens)
    select n."orgId", n.key, date_trunc('month', n.day)::date as month, sum(n.opens)
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as n ("orgId" uuid, key text, day date, opens int)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (district_id, org_id, month, app_key) do update set opens = u.opens + excluded.opens
  `.execute(db)

const keepLastDays = (db: Db, openings: readonly AppOpening[]) =>
  sql`
    insert into app_user as u (org_id, app_key, user_id, used_on)
    select n."orgId", n.key, n."userId", max(n.day)
    from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb) as n ("orgId" uuid, key text, "userId" uuid, day date)
    group by n."orgId", n.key, n."userId"
    order by n."orgId", n.key, n."userId"
    on conflict (district_id, org_id, app_key, user_id) do update
      set used_on = excluded.used_on where u.used_on < excluded.used_on
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
