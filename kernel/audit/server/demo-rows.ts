import { dayOf, newId, startOfDay, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { recordApiCalls, type ApiCall } from './api-calls.ts'

const dayMs = 86_400_000
const apps = [
  { appKey: 'demo-canteen', interface: '学生名单', path: '/api/open/v1/students', rows: 420 },
  { appKey: 'demo-library', interface: '教师名单', path: '/api/open/v1/teachers', rows: 86 },
  { appKey: 'demo-library', interface: '组织机构', path: '/api/open/v1/organisations', rows: 31 },
]
const daysShown = 3
const isOutage = (minute: number) => minute >= 40 && minute < 43

/** Calls of two applications in the last mornings; yesterday three minutes of system errors from 09:40. */
export const demoApiCalls = {
  key: 'audit.api-calls',
  isOnlyForViewing: true as const,
  async create(ctx: Ctx) {
    await ensureMonthPartitions(ctx.db, 'api_call_log', new Date(ctx.now.getTime() - 40 * dayMs), 3)
    const calls = Array.from({ length: daysShown }, (_, index) => listCallsOfHour(ctx.now, index + 1)).flat()
    await recordApiCalls(ctx.db, calls)
    return calls.length
  },
}

/** The calls from nine to ten, that many days ago. */
function listCallsOfHour(now: Date, daysAgo: number): ApiCall[] {
  const nine = startOfDay(dayOf(new Date(now.getTime() - daysAgo * dayMs))).getTime() + 9 * 3600_000
  return Array.from({ length: 60 * apps.length }, (_, index): ApiCall => {
    const minute = Math.floor(index / apps.length)
    const { rows, ...app } = apps[index % apps.length]!
    const isDown = daysAgo === 1 && isOutage(minute)
    const isRefused = index % 41 === 0
    return {
      ...app,
      at: new Date(nine + minute * 60_000 + (index % apps.length) * 17_000),
      orgCount: 1,
      rowCount: isDown || isRefused ? 0 : rows,
      httpStatus: isDown ? 503 : isRefused ? 403 : 200,
      ret: isDown ? -500 : isRefused ? -6 : 1,
      ms: isDown ? 3_000 : 40 + ((index * 37) % 90),
      bytes: isDown || isRefused ? 96 : rows * 180,
      address: '100.64.20.5',
      quotaLeft: 10_000 - index,
      requestId: newId(),
    }
  })
}
