import { addDays, dayOf, daysBetween, findContribution, invalid, listDays, Refusal, type Ctx } from '#packages/core'
import type { UseStep } from '#kernel/catalogue/server/api.ts'

const longestDays = 366
const usualDays = 30
const mostDailySteps = 92
const mostWeeklySteps = 184

export interface UsePeriod {
  from: string
  to: string
  before: { from: string; to: string }
  step: UseStep
}

/** The days that were asked for, and as many before them. */
export function resolveUseDays({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string) {
  const last = to === undefined || to > today ? today : to
  const first = from ?? addDays(last, 1 - usualDays)
  if (first > last) throw invalid([{ field: 'from', msg: '开始日期不能晚于结束日期' }])
  const count = daysBetween(first, last) + 1
  if (count > longestDays) throw new Refusal('查询区间不能超过一年')
  const before = { from: addDays(first, -count), to: addDays(first, -1) }
  const step: UseStep = count <= mostDailySteps ? 'day' : count <= mostWeeklySteps ? 'week' : 'month'
  return { from: first, to: last, before, step } satisfies UsePeriod
}

/** The days, or the first days of the weeks and months, that a trend has. */
export async function listUseSteps(
  ctx: Ctx,
  { from, to, step }: UsePeriod,
  { orgId, opens }: { orgId: string; opens: ReadonlyMap<string, number> },
) {
  if (step !== 'day') return [...opens.keys()].toSorted()
  const calendar = await findContribution(ctx, 'workDays')?.(ctx, [orgId], from, to)
  const rest = new Set((calendar?.get(orgId) ?? []).flatMap(({ day, isWorking }) => (isWorking ? [] : [day])))
  const today = dayOf(ctx.now)
  return listDays(from, to).filter((day) => (opens.get(day) ?? 0) > 0 || (!rest.has(day) && day !== today))
}

export const labelStep = (day: string, step: UseStep) => (step === 'month' ? day.slice(0, 7) : day.slice(5))
