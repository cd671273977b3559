import { formatDateRange, parseDateRange, isDateRange, rangeShortcuts } from '#packages/web/core/format/date-range.ts'
import type { FilterSpec } from './list-spec.ts'

/**
 * The date range of a list of records: the four specified shortcuts, or two days. `parseDateRange(filter['days'])` reads
 * its value; `name` is for a list with several.
 */
export const createDayRangeFilter = (
  label: string,
  more: Partial<Pick<FilterSpec, 'name' | 'isMore' | 'none'>> = {},
): FilterSpec => ({
  name: 'days',
  label,
  options: rangeShortcuts.map((shortcut) => ({ value: String(shortcut.days), label: shortcut.label })),
  isRange: true,
  ...more,
})

const maxLogDays = 31

/** The filters of a log, which is asked for at most 31 days; `none` says which ones without a choice. */
export const limitLogDays = (filters: readonly FilterSpec[] = [], none: string, name = 'createdAt'): FilterSpec[] =>
  filters.map((filter) =>
    filter.name === name
      ? { ...filter, none, options: filter.options.filter(({ value }) => Number(value) <= maxLogDays) }
      : filter,
  )

/** Any two days, instead of a shortcut. */
export const customRange = { value: 'custom', label: '自定义' } as const

/** The initial values of the two fields: the current range, or the last week. */
export const getCustomRange = (value: string | undefined) => formatDateRange(parseDateRange(value ?? '7'))

/** The chosen range as text. */
export function formatRange({ options }: FilterSpec, value: string): string {
  const shortcut = options.find((option) => option.value === value)
  if (shortcut) return shortcut.label
  const { from, to } = parseDateRange(value)
  if (!from) return `${to}及以前`
  return to ? `${from} 至 ${to}` : `${from}及以后`
}

export const isRangeValue = ({ options }: Pick<FilterSpec, 'options'>, value: string) =>
  isDateRange(value) || options.some((option) => option.value === value)
