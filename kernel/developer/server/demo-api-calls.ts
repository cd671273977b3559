import { dayOf, newId, startOfDay } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { recordApiCalls, type ApiCall } from '#kernel/audit/server/api.ts'
import { listAllApplications } from '#kernel/catalogue/server/api.ts'
import type { DemoRows } from '#kernel/org/server/api.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
const daysShown = 3
const dayCalls = 10_000
const interfaces = [
  { interface: '班级信息', path: '/api/open/v1/classes', rows: 42 },
  { interface: '组织机构', path: '/api/open/v1/orgs', rows: 31 },
  { interface: '校历', path: '/api/open/v1/calendar', rows: 20 },
] as const

/** Calls of the applications in use, in each minute of the last days; yesterday three minutes of errors from 09:40. */
export const demoApiCalls: DemoRows = {
  key: 'developer.api-calls',
  after: ['developer.companies'],
  isOnlyForViewing: true,
  async create(ctx) {
    const apps = (await listAllApplications(ctx)).filter(({ isBuiltIn, status }) => !isBuiltIn && status === 2)
    const ofCompanies = apps.filter(({ developerId }) => developerId !== null)
    const callers = [...ofCompanies, ...apps.filter(({ developerId }) => developerId === null)].slice(0, 3)
    if (callers.length === 0) return 0
    await ensureMonthPartitions(ctx.db, 'api_call_log', new Date(ctx.now.getTime() - 40 * dayMs), 3)
    const begin = startOfDay(dayOf(new Date(ctx.now.getTime() - daysShown * dayMs))).getTime()
    const outage = startOfDay(dayOf(new Date(ctx.now.getTime() - dayMs))).getTime() + 580 * minuteMs
    const minutes = Math.floor((ctx.now.getTime() - begin) / minuteMs)
    const calls = Array.from({ length: minutes }, (_, at) =>
      listCallsOfMinute(begin + at * minuteMs, outage, callers),
    ).flat()
    await recordApiCalls(ctx.db, calls)
    return calls.length
  },
}

/** More in working hours than at night. */
const countCalls = (minuteOfDay: number) =>
  minuteOfDay < 360 ? (minuteOfDay % 5 === 0 ? 1 : 0) : minuteOfDay > 450 && minuteOfDay < 1050 ? 3 : 1

function listCallsOfMinute(at: number, outage: number, callers: readonly { key: string }[]): ApiCall[] {
  const minute = Math.round((at - startOfDay(dayOf(new Date(at))).getTime()) / minuteMs)
  const isDown = at >= outage && at < outage + 3 * minuteMs
  return Array.from({ length: countCalls(minute) }, (_, index): ApiCall => {
    const seed = minute * 3 + index
    const { rows, ...called } = interfaces[seed % interfaces.length]!
    const isRefused = !isDown && seed % 61 === 0
    const isAnswered = !isDown && !isRefused
    return {
      ...called,
      appKey: callers[((seed * 5) % 7) % callers.length]!.key,
      at: new Date(at + index * 17_000),
      orgCount: 1,
      rowCount: isAnswered ? rows : 0,
      httpStatus: isDown ? 503 : isRefused ? 403 : 200,
      ret: isDown ? -500 : isRefused ? -6 : 1,
      ms: isDown ? 3_000 : 40 + ((seed * 37) % 90),
      bytes: isAnswered ? rows * 180 : 96,
      address: '100.64.20.5',
      quotaLeft: dayCalls - minute,
      requestId: newId(),
    }
  })
}
