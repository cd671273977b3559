import { betweenDays, daysIn, isBetween, rangeShortcuts } from '#packages/web/core/format/date-range.ts'
import type { Filter } from './spec.ts'

/** The days of a list of records: four shortcuts, or two days. Its question is read with `daysIn(filter['days'])`. */
export const daysFilter = (label: string, more: Partial<Pick<Filter, 'isMore' | 'none'>> = {}): Filter => ({
  name: 'days',
  label,
  options: rangeShortcuts.map((shortcut) => ({ value: String(shortcut.days), label: shortcut.label })),
  isRange: true,
  ...more,
})

/** Any two days, instead of a shortcut. */
export const custom = { value: 'custom', label: '自定义' } as const

/** What stands in the two fields when somebody begins to choose days: what is chosen now, or the last week. */
export const customOf = (value: string | undefined) => betweenDays(daysIn(value ?? '7'))

/** What is chosen, in words. */
export function rangeWords({ options }: Filter, value: string): string {
  const shortcut = options.find((option) => option.value === value)
  if (shortcut) return shortcut.label
  const { from, to } = daysIn(value)
  if (!from) return `${to}及以前`
  return to ? `${from} 至 ${to}` : `${from}及以后`
}

export const isRangeValue = ({ options }: Pick<Filter, 'options'>, value: string) =>
  isBetween(value) || options.some((option) => option.value === value)
