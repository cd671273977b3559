import { addDays, dayOf, getWeekday, listDays, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import type { DemoRows } from '#kernel/org/server/api.ts'
import { recordAppOpenings, type AppOpening } from './app-usage-queries.ts'
import { insertInventedUsage, listMembers } from './demo-use-queries.ts'
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
    await insertInventedUsage(ctx.db, listWorkDays(addDays(today, -daysInvented), addDays(today, -daysOpened - 1)))
    return openings.length
  },
}

const listWorkDays = (from: string, to: string) => listDays(from, to).filter((day) => getWeekday(day) <= 5)

/** Everybody opens some of the applications of the own organisation, those at the front of the list most often. */
async function listOpenings(ctx: Ctx): Promise<AppOpening[]> {
  const days = listWorkDays(addDays(dayOf(ctx.now), -daysOpened), addDays(dayOf(ctx.now), -1))
  const openings: AppOpening[] = []
  for (const [orgId, members] of Map.groupBy(await listMembers(ctx.db, dayOf(ctx.now)), (member) => member.orgId)) {
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
