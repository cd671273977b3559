import type { ModelSlot } from './model.ts'

type Weeks = Pick<ModelSlot, 'weekRule' | 'weeks'>

/** Whether a lesson takes place in a week of the term. */
export function isInWeek({ weekRule, weeks }: Weeks, week: number): boolean {
  if (weekRule === 'listed') return weeks.includes(week)
  return weekRule === 'every' || (weekRule === 'odd') === (week % 2 === 1)
}

/** Whether two lessons at the same time take place in a common week. */
export function shareWeeks(a: Weeks, b: Weeks): boolean {
  if (a.weekRule === 'every' || b.weekRule === 'every') return true
  if (a.weekRule === 'listed') return a.weeks.some((week) => isInWeek(b, week))
  if (b.weekRule === 'listed') return b.weeks.some((week) => isInWeek(a, week))
  return a.weekRule === b.weekRule
}
