import { sql } from 'kysely'
import { addDays } from '#packages/core'
import type { Db } from '#packages/db'
import { isLive } from './grant-queries.ts'

export interface UseFilter {
  orgIds: readonly string[]
  /** Days, both included. */
  from: string
  to: string
  /** Keys of applications; all if left out. */
  keys?: readonly string[] | undefined
}

const hasKey = (keys: readonly string[] | undefined) => (keys ? sql`u.app_key = any(${keys}::text[])` : sql`true`)

const isUsed = ({ orgIds, from, to, keys }: UseFilter) => sql`u.org_id = any(${orgIds}::uuid[])
  and u.day between ${from}::date and ${to}::date and ${hasKey(keys)}`

/** The whole months within some days; undefined if there is none. A month that goes on is whole up to today. */
function findWholeMonths({ from, to, today }: { from: string; to: string; today: string }) {
  const monthOf = (day: string) => `${day.slice(0, 7)}-01`
  // 32 days later it is the next month.
  const nextMonth = (day: string) => monthOf(addDays(monthOf(day), 32))
  const first = from === monthOf(from) ? from : nextMonth(from)
  const last = to >= today || addDays(to, 1) === nextMonth(to) ? monthOf(to) : monthOf(addDays(monthOf(to), -1))
  return first <= last ? { first, last, before: addDays(first, -1), after: nextMonth(last) } : undefined
}

/** The openings of these days, with whole months as rows of their first day. */
function selectByMonth({ today, ...filter }: UseFilter & { today: string }) {
  const { orgIds, from, to, keys } = filter
  const columns = sql`u.org_id, u.app_key`
  const days = (some: { from: string; to: string }) =>
    sql`select ${columns}, u.day, u.opens from v_app_usage_day u where ${isUsed({ ...filter, ...some })}`
  const months = findWholeMonths({ from, to, today })
  if (!months) return days({ from, to })
  return sql`
    select ${columns}, u.month as day, u.opens from app_usage_month u
    where u.org_id = any(${orgIds}::uuid[]) and u.month between ${months.first}::date and ${months.last}::date
      and ${hasKey(keys)}
    union all ${days({ from, to: months.before })} union all ${days({ from: months.after, to })}`
}

export type UseStep = 'day' | 'week' | 'month'

export interface OpensOfStep {
  key: string
  /** The first day of the week or month, or the day. */
  step: string
  opens: number
}

interface AsOf {
  today: string
}

/** The openings of each application, by day, week or month. */
export async function sumOpensByStep(
  db: Db,
  { today, ...filter }: UseFilter & AsOf,
  step: UseStep,
): Promise<OpensOfStep[]> {
  const start = step === 'day' ? sql`d.day` : sql`date_trunc(${step}, d.day::timestamp)::date`
  const source =
    step === 'month'
      ? selectByMonth({ ...filter, today })
      : sql`select u.app_key, u.day, sum(u.opens) as opens from v_app_usage_day u where ${isUsed(filter)} group by 1, 2`
  const { rows } = await sql<OpensOfStep>`
    select s.key, to_char(s.step, 'YYYY-MM-DD') as step, s.opens from (
      select d.app_key as key, ${start} as step, sum(d.opens)::int as opens from (${source}) as d group by 1, 2
    ) as s order by 1, 2
  `.execute(db)
  return rows
}

export interface OpensOf {
  /** Of the application or the organisation. */
  key: string
  opens: number
}

export async function sumOpens(db: Db, filter: UseFilter & AsOf, by: 'app' | 'org'): Promise<OpensOf[]> {
  const { rows } = await sql<OpensOf>`
    select ${by === 'app' ? sql`d.app_key` : sql`d.org_id`} as key, sum(d.opens)::int as opens
    from (${selectByMonth(filter)}) as d group by 1 order by 1
  `.execute(db)
  return rows
}

export interface UsersOf {
  /** Null: of all together, staff only. */
  key: string | null
  users: number
}

const isStaff = sql`exists (select from v_membership m where m.id = d.user_id)`

/** Everybody who opened an application since a day, each once. */
export async function countUsersSince(db: Db, { to: _, ...filter }: UseFilter, by: 'app' | 'org'): Promise<UsersOf[]> {
  const { orgIds, from, keys } = filter
  const { rows } = await sql<UsersOf>`
    with u as materialized (
      select u.org_id, u.app_key, u.user_id from v_app_user u
      where u.org_id = any(${orgIds}::uuid[]) and u.used_on >= ${from}::date
        and ${hasKey(keys)}
    ), pair as materialized (select distinct org_id, user_id from u)
    ${groupUsers(by)}
  `.execute(db)
  return rows
}

/** The same for days that are over. It reads the openings of all people, so that it is for a month at most. */
export async function countUsersBetween(db: Db, filter: UseFilter, by: 'app' | 'org'): Promise<UsersOf[]> {
  const { orgIds, from, to, keys } = filter
  const { rows } = await sql<UsersOf>`
    with u as materialized (
      select distinct u.org_id, u.app_key, u.user_id from app_opening u
      where u.org_id = any(${orgIds}::uuid[]) and u.at >= ${`${from}T00:00:00+08:00`}::timestamptz
        and u.at <= ${`${to}T00:00:00+08:00`}::timestamptz
        and ${hasKey(keys)}
    ), pair as materialized (select distinct org_id, user_id from u)
    ${groupUsers(by)}
  `.execute(db)
  return rows
}

/**
 * Of an application everybody; of an organisation its staff, because the share is one of staff. Few people have used an
 * application in two organisations: they are taken off, so that nobody has to be compared with everybody.
 */
const groupUsers = (by: 'app' | 'org') => sql`
  ${
    by === 'app'
      ? sql`select a.key, (a.users - coalesce(t.more, 0))::int as users
          from (select app_key as key, count(*) as users from u group by 1) as a
          left join (
            select app_key, sum(more) as more from (
              select app_key, count(*) - 1 as more from u
              where user_id in (select user_id from pair group by 1 having count(*) > 1) group by app_key, user_id
            ) as d group by 1
          ) as t on t.app_key = a.key`
      : sql`select d.org_id::text as key, count(*)::int as users from pair as d where ${isStaff} group by 1`
  }
  union all
  select null, count(distinct d.user_id)::int from pair as d where ${isStaff}
`

export interface StaffOfOrg {
  orgId: string
  staff: number
  /** Those who teach or lead a class. */
  teachers: number
}

/** The people on duty on a day. */
export async function countStaff(db: Db, orgIds: readonly string[], day: string): Promise<StaffOfOrg[]> {
  const { rows } = await sql<StaffOfOrg>`
    with teaching as materialized (
      select distinct user_id from v_class_staff
      where begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)
    )
    select m.org_id as "orgId", count(*)::int as staff, count(t.user_id)::int as teachers
    from v_membership m left join teaching t on t.user_id = m.id
    where m.org_id = any(${orgIds}::uuid[]) and m.valid @> ${day}::date and not m.is_suspended
    group by 1
  `.execute(db)
  return rows
}

export interface GrantedPeople {
  key: string
  orgId: string
  people: number
}

/** The people who were given an application by name or by role. */
export async function countGrantedPeople(db: Db, orgIds: readonly string[], day: string): Promise<GrantedPeople[]> {
  const { rows } = await sql<GrantedPeople>`
    select g.app_key as key, m.org_id as "orgId", count(distinct m.id)::int as people
    from app_grant g
    left join v_role_holding h on g.object_kind = 'role' and h.role_id = g.object_id
      and (h.begins_on is null or h.begins_on <= ${day}::date) and (h.over_on is null or h.over_on > ${day}::date)
    join v_membership m on m.id = case g.object_kind when 'person' then g.object_id else h.membership_id end
    where g.object_kind in ('person', 'role') and ${isLive(day)} and m.org_id = any(${orgIds}::uuid[])
      and m.valid @> ${day}::date and not m.is_suspended
    group by 1, 2
  `.execute(db)
  return rows
}

export interface UseDay {
  day: string
  orgId: string
  apps: number
  opens: number
}

export async function countUseDays(db: Db, filter: UseFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from v_app_usage_day u where ${isUsed(filter)} group by u.day, u.org_id
    ) as d
  `.execute(db)
  return rows[0]!.count
}

/** The days of each organisation, the newest first. */
export async function listUseDays(db: Db, filter: UseFilter): Promise<UseDay[]> {
  const { rows } = await sql<UseDay>`
    select to_char(u.day, 'YYYY-MM-DD') as day, u.org_id as "orgId", count(*)::int as apps, sum(u.opens)::int as opens
    from v_app_usage_day u where ${isUsed(filter)}
    group by u.day, u.org_id order by u.day desc, u.org_id
  `.execute(db)
  return rows
}
