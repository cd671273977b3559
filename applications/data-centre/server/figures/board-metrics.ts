import { findContribution, Refusal, Ret, type Ctx } from '#packages/core'
import { addDays } from '#packages/core'
import { readMetric, type MetricQuery, type MetricReading } from '#kernel/metric/server/api.ts'

/** The metrics of the cards, in their order. */
export const keyFigureCodes = {
  day: ['attendance.rate', 'attendance.unexplained', 'leave.people', 'cover.open', 'student.enrolled'],
  usage: ['login.users', 'app-data.opens'],
} as const

export const matrixCodes = [
  'attendance.rolled',
  'attendance.rate',
  'attendance.unexplained',
  'leave.people',
  'cover.open',
  'affairs.published',
  'attendance.long',
  'student.enrolled',
] as const

/** The module that declares a metric; undefined if it is not part of the product. */
export const findModuleOf = ({ app }: Pick<Ctx, 'app'>, code: string) =>
  app.manifests.find(({ metrics }) => metrics && code in metrics)?.key

/** The readings of those metrics that the caller may see; none is no error. */
export async function readReadable(ctx: Ctx, query: MetricQuery): Promise<MetricReading[]> {
  const codes = query.codes.filter((code) => findModuleOf(ctx, code) !== undefined)
  if (codes.length === 0) return []
  try {
    return await readMetric(ctx, { ...query, codes })
  } catch (error) {
    if (error instanceof Refusal && error.ret === Ret.notFound) return []
    throw error
  }
}

const daysBack = 45
const daysAhead = 60

/** The school days up to today, the last fourteen of them, and the next one if today is none. */
export async function listSchoolDays(ctx: Ctx, orgId: string, today: string) {
  const from = addDays(today, -daysBack)
  const known = await findContribution(ctx, 'workDays')?.(ctx, [orgId], from, addDays(today, daysAhead))
  const days = (known?.get(orgId) ?? []).filter(({ isWorking }) => isWorking).map(({ day }) => day)
  return {
    from,
    last: days.filter((day) => day <= today).slice(-14),
    isToday: days.includes(today) || days.length === 0,
    next: days.find((day) => day > today) ?? null,
  }
}
