import type { TaughtGroup } from '#kernel/schooling/server/api.ts'
import type { WeekRule } from './model.ts'

/** The hours of a week by the assignments with which the term begins. */
export function countWeekHours({ assignments }: Pick<TaughtGroup, 'assignments'>): number {
  const first = assignments.toSorted((a, b) => (a.from < b.from ? -1 : 1))[0]
  const together = assignments.filter(({ role, from }) => role === 'lead' && from === first?.from)
  return together.reduce((sum, one) => sum + Number(one.weekHours), 0)
}

/**
 * The lessons of a group that have no place yet: one for each hour of a week; half an hour is a lesson every second
 * week, in the other weeks than those that are placed.
 */
export function listWaitingHours(group: Pick<TaughtGroup, 'assignments'>, placed: readonly WeekRule[]): WeekRule[] {
  const halves = placed.filter((rule) => rule === 'odd' || rule === 'even')
  const open = countWeekHours(group) - (placed.length - halves.length) - halves.length / 2
  const odd = halves.filter((rule) => rule === 'odd').length
  return [
    ...Array.from({ length: Math.max(0, Math.floor(open)) }, (): WeekRule => 'every'),
    ...(open > 0 && open % 1 >= 0.5 ? [odd * 2 > halves.length ? ('even' as const) : ('odd' as const)] : []),
  ]
}
