/** A moment as it comes over the wire: text, milliseconds, or ten digits, which are seconds. */
export type Moment = Date | number | string | null | undefined

const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** Older than this, people want to know the date. */
const daysAgoAtMost = 4

const formatter = new Intl.DateTimeFormat('zh-CN', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  // All schools live by one clock, wherever the computer thinks it is.
  timeZone: 'Asia/Shanghai',
})

/** Nothing for what is no moment. */
export function momentOf(value: Moment): Date | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const digits = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  const isSeconds = typeof digits === 'number' && String(digits).length === 10
  const date = new Date(isSeconds ? digits * 1000 : digits)
  return Number.isNaN(date.getTime()) ? undefined : date
}

type Part = Intl.DateTimeFormatPartTypes
type Parts = Readonly<Partial<Record<Part, string>>>

function written(value: Moment, write: (parts: Parts) => string): string {
  const date = momentOf(value)
  if (!date) return '—'
  return write(Object.fromEntries(formatter.formatToParts(date).map((part) => [part.type, part.value])))
}

const dateIn = ({ year, month, day: date }: Parts) => `${year}-${month}-${date}`

/** 2026-11-14 14:05:09, the usual way. */
export const fullTime = (value: Moment) =>
  written(value, (parts) => `${dateIn(parts)} ${parts.hour}:${parts.minute}:${parts.second}`)

/** 2026-11-14 周六 14:05, for people to read. */
export const dayTime = (value: Moment) =>
  written(value, (parts) => `${dateIn(parts)} ${parts.weekday} ${parts.hour}:${parts.minute}`)

/** 2026-11-14 周六 */
export const weekDay = (value: Moment) => written(value, (parts) => `${dateIn(parts)} ${parts.weekday}`)

/** 2026-11-14 */
export const dateOf = (value: Moment) => written(value, dateIn)

/** 14:05 */
export const clockOf = (value: Moment) => written(value, ({ hour: hours, minute: minutes }) => `${hours}:${minutes}`)

/** 刚刚, 5分钟前, 3小时前, 4天前; a date for what is older, or still to come. */
export function timeAgo(value: Moment, now: Date = new Date()): string {
  const date = momentOf(value)
  if (!date) return '—'
  const seconds = (now.getTime() - date.getTime()) / 1000
  // Two clocks are never quite the same: a minute ahead is still now.
  if (seconds < -minute) return dateOf(date)
  if (seconds < minute) return '刚刚'
  if (seconds < hour) return `${Math.floor(seconds / minute)}分钟前`
  if (seconds < day) return `${Math.floor(seconds / hour)}小时前`
  const days = Math.floor(seconds / day)
  return days <= daysAgoAtMost ? `${days}天前` : dateOf(date)
}

/** 上午好 and so on, by the clock of the schools. */
export function greetingAt(now: Date): string {
  const at = Number(clockOf(now).slice(0, 2))
  if (at < 5) return '夜深了'
  if (at < 9) return '早上好'
  if (at < 12) return '上午好'
  if (at < 14) return '中午好'
  return at < 18 ? '下午好' : '晚上好'
}
