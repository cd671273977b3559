import { sql } from 'kysely'
import { addDays, dayOf, getWeekday, listDays, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import type { DemoRows } from '#kernel/org/server/api.ts'
import { recordAppOpenings, type AppOpening } from './app-usage-queries.ts'
import { listVisibleApps } from './service/centre/viewer-applications.ts'

const daysOpened = 30
const daysInvented = 700

/** How the staff of all organisations used their applications: the last weeks by person, two years by day. */
export const demoApplicationUse: DemoRows = {
  key: 'catalogue.use',
  after: ['catalogue.applications'],
  isOnlyForViewing: true,
  async create(ctx) {
    const openings = await listOpenings(ctx)
    const today = dayOf(ctx.now)
    await ensureMonthPartitions(ctx.db, 'app_opening', new Date(`${addDays(today, -daysOpened)}T00:00:00Z`), 3)
    await recordAppOpenings(ctx.db, openings)
    await inventUsageDays(ctx, listWorkDays(addDays(today, -daysInvented), addDays(today, -daysOpened - 1)))
    return openings.length
  },
}

const listWorkDays = (from: string, to: string) => listDays(from, to).filter((day) => getWeekday(day) <= 5)

interface Member {
  userId: string
  personId: string
  orgId: string
}

const listMembers = async ({ db, now }: Ctx) =>
  (
    await sql<Member>`
      select m.id as "userId", m.person_id as "personId", m.org_id as "orgId" from v_membership m
      where m.valid @> ${dayOf(now)}::date order by m.org_id, m.id
    `.execute(db)
  ).rows

/** Everybody opens some of the applications of the own organisation, those at the front of the list most often. */
async function listOpenings(ctx: Ctx): Promise<AppOpening[]> {
  const days = listWorkDays(addDays(dayOf(ctx.now), -daysOpened), addDays(dayOf(ctx.now), -1))
  const openings: AppOpening[] = []
  for (const [orgId, members] of Map.groupBy(await listMembers(ctx), (member) => member.orgId)) {
    const apps = await listVisibleApps(ctx, { ...members[0]!, kind: 'staff', permissions: new Map() })
    for (const [person, { userId }] of members.entries())
      for (const [rank, { key }] of apps.entries())
        for (const [at, day] of days.entries())
          if (isOpened(person, rank, at)) openings.push(openOn(day, { userId, orgId, key }, person + rank + at))
  }
  return openings
}

/** The same for every seed. */
const isOpened = (person: number, rank: number, day: number) =>
  (person * 7 + rank * 13 + day * 5) % (4 + rank * 2) === 0

const openOn = (day: string, whose: Pick<AppOpening, 'userId' | 'orgId' | 'key'>, n: number): AppOpening => ({
  ...whose,
  day,
  times: 1 + (n % 3),
  // In the lessons of the morning and the afternoon.
  lastAt: new Date(
    `${day}T${String([7, 8, 9, 10, 11, 13, 14, 15, 16][n % 9]).padStart(2, '0')}:${10 + (n % 40)}:00+08:00`,
  ),
})

/** The days before, around the mean of the days that were opened: growing over two years, and few in the holidays. */
const inventUsageDays = ({ db }: Ctx, days: readonly string[]) =>
  sql`
    with mean as (
      select org_id, app_key, avg(opens) as opens, avg(users) as users from app_usage_day group by 1, 2
    ), drawn as (
      select m.*, d.day, case when extract(month from d.day) in (2, 7, 8) then 0.05 else 1 end
        * (0.5 + 0.5 * d.at / ${days.length}::int)
        * (0.7 + 0.6 * (hashtextextended(org_id || app_key || d.day, 0) & 65535) / 65535.0) as part
      from mean m, unnest(${days}::date[]) with ordinality as d (day, at)
    ), used as (
      select org_id, app_key, day, round(opens * part)::int as opens, least(round(opens * part), ceil(users * part))::int as users
      from drawn where round(opens * part) > 0
    )
    insert into app_usage_day (id, org_id, app_key, day, opens, users, hours)
    select md5(org_id || ' ' || app_key || ' ' || to_char(day, 'YYYY-MM-DD'))::uuid, org_id, app_key, day, opens, users,
      array(select case n when 8 then opens - opens / 2 when 14 then opens / 2 else 0 end from generate_series(0, 23) as n)
    from used
    on conflict do nothing
  `.execute(db)
