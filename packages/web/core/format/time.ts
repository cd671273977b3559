/** A time as it comes over the wire: text, milliseconds, or ten digits, which are seconds. */
export type TimeValue = Date | number | string | null | undefined

const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** Older times are shown as a date. */
const maxDaysAgo = 4

const formatter = new Intl.DateTimeFormat('zh-CN', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  // All schools use one time zone, whatever the computer is set to.
  timeZone: 'Asia/Shanghai',
})

/** Undefined for values that are not a time. */
export function parseTime(value: TimeValue): Date | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const digits = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  const isSeconds = typeof digits === 'number' && String(digits).length === 10
  const date = new Date(isSeconds ? digits * 1000 : digits)
  return Number.isNaN(date.getTime()) ? undefined : date
}

type Part = Intl.DateTimeFormatPartTypes
type Parts = Readonly<Partial<Record<Part, string>>>

function formatParts(value: TimeValue, write: (parts: Parts) => string): string {
  const date = parseTime(value)
  if (!date) return '—'
  return write(Object.fromEntries(formatter.formatToParts(date).map((part) => [part.type, part.value])))
}

const joinDate = ({ year, month, day: date }: Parts) => `${year}-${month}-${date}`

/** 2026-11-14 14:05:09, the default format. */
export const formatDateTime = (value: TimeValue) =>
  formatParts(value, (parts) => `${joinDate(parts)} ${parts.hour}:${parts.minute}:${parts.second}`)

/** 2026-11-14 周六 14:05, for people to read. */
export const formatDayTime = (value: TimeValue) =>
  formatParts(value, (parts) => `${joinDate(parts)} ${parts.weekday} ${parts.hour}:${parts.minute}`)

/** 2026-11-14 周六 */
export const formatWeekday = (value: TimeValue) => formatParts(value, (parts) => `${joinDate(parts)} ${parts.weekday}`)

/** 2026-11-14 */
export const formatDate = (value: TimeValue) => formatParts(value, joinDate)

/** 14:05 */
export const formatClock = (value: TimeValue) =>
  formatParts(value, ({ hour: hours, minute: minutes }) => `${hours}:${minutes}`)

/** 刚刚, 5分钟前, 3小时前, 4天前; a date for older and future times. */
export function formatTimeAgo(value: TimeValue, now: Date = new Date()): string {
  const date = parseTime(value)
  if (!date) return '—'
  const seconds = (now.getTime() - date.getTime()) / 1000
  // Clocks differ: up to a minute ahead still counts as now.
  if (seconds < -minute) return formatDate(date)
  if (seconds < minute) return '刚刚'
  if (seconds < hour) return `${Math.floor(seconds / minute)}分钟前`
  if (seconds < day) return `${Math.floor(seconds / hour)}小时前`
  const days = Math.floor(seconds / day)
  return days <= maxDaysAgo ? `${days}天前` : formatDate(date)
}

/** 上午好 and so on, by the time in China. */
export function getGreeting(now: Date): string {
  const at = Number(formatClock(now).slice(0, 2))
  if (at < 5) return '夜深了'
  if (at < 9) return '早上好'
  if (at < 12) return '上午好'
  if (at < 14) return '中午好'
  return at < 18 ? '下午好' : '晚上好'
}
