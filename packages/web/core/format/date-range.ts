import { formatDate } from './time.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Shortcuts instead of two dates. */
export const rangeShortcuts = [
  { label: '最近一周', days: 7 },
  { label: '最近一个月', days: 30 },
  { label: '最近三个月', days: 90 },
  { label: '最近一年', days: 365 },
] as const

/** The given number of days up to now. */
export const getLastDays = (days: number, now: Date = new Date()) => ({
  from: new Date(now.getTime() - days * dayMs),
  to: now,
})

const rangePattern = /^(\d{4}-\d{2}-\d{2})?~(\d{4}-\d{2}-\d{2})?$/
const isDate = (text: string | undefined) => text === undefined || !Number.isNaN(Date.parse(text))

/** Whether the text has two days, of which one may be empty: `2026-11-01~2026-11-07`. */
export function isDateRange(value: string): boolean {
  const [, from, to] = rangePattern.exec(value) ?? []
  return Boolean(from || to) && isDate(from) && isDate(to)
}

export const formatDateRange = ({ from = '', to = '' }: DateRange) => `${from}~${to}`

export interface DateRange {
  from?: string
  to?: string
}

/** The days of a range filter: a shortcut by its number of days, or two days. Empty for anything else. */
export function parseDateRange(value: string | undefined, now?: Date): DateRange {
  const shortcut = rangeShortcuts.find(({ days }) => String(days) === value)
  if (shortcut) {
    const { from, to } = getLastDays(shortcut.days, now)
    return { from: formatDate(from), to: formatDate(to) }
  }
  if (value === undefined || !isDateRange(value)) return {}
  const [from = '', to = ''] = value.split('~')
  return { ...(from && { from }), ...(to && { to }) }
}

export function intersectDateRanges(one: DateRange, other: DateRange): DateRange {
  const from = sortDates(one.from, other.from).at(-1)
  const to = sortDates(one.to, other.to)[0]
  return { ...(from && { from }), ...(to && { to }) }
}

const sortDates = (...days: (string | undefined)[]) =>
  days.flatMap((day) => day ?? []).sort((one, other) => one.localeCompare(other))
