import { dateOf } from './time.ts'

const dayLong = 24 * 60 * 60 * 1000

/** What people choose instead of two dates. */
export const rangeShortcuts = [
  { label: '最近一周', days: 7 },
  { label: '最近一个月', days: 30 },
  { label: '最近三个月', days: 90 },
  { label: '最近一年', days: 365 },
] as const

/** From so many days ago to now. */
export const lastDays = (days: number, now: Date = new Date()) => ({
  from: new Date(now.getTime() - days * dayLong),
  to: now,
})

const between = /^(\d{4}-\d{2}-\d{2})?~(\d{4}-\d{2}-\d{2})?$/
const isDay = (text: string | undefined) => text === undefined || !Number.isNaN(Date.parse(text))

/** Whether these are two days, of which one may be open: `2026-11-01~2026-11-07`. */
export function isBetween(value: string): boolean {
  const [, from, to] = between.exec(value) ?? []
  return Boolean(from || to) && isDay(from) && isDay(to)
}

export const betweenDays = ({ from = '', to = '' }: Days) => `${from}~${to}`

export interface Days {
  from?: string
  to?: string
}

/** The days that a range filter means: a shortcut by its number of days, or two days. Nothing for anything else. */
export function daysIn(value: string | undefined, now?: Date): Days {
  const shortcut = rangeShortcuts.find(({ days }) => String(days) === value)
  if (shortcut) {
    const { from, to } = lastDays(shortcut.days, now)
    return { from: dateOf(from), to: dateOf(to) }
  }
  if (value === undefined || !isBetween(value)) return {}
  const [from = '', to = ''] = value.split('~')
  return { ...(from && { from }), ...(to && { to }) }
}

/** The days that lie in both. */
export function overlapOf(one: Days, other: Days): Days {
  const from = inOrder(one.from, other.from).at(-1)
  const to = inOrder(one.to, other.to)[0]
  return { ...(from && { from }), ...(to && { to }) }
}

const inOrder = (...days: (string | undefined)[]) =>
  days.flatMap((day) => day ?? []).sort((one, other) => one.localeCompare(other))
