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
