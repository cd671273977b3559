import { daysBetween } from '#packages/core'
import type { Half, WorkDay, WorkDayType } from '#kernel/schooling/contract.ts'
import { listHalfDays, type WorkTimes } from '#kernel/schooling/server/api.ts'
import type { LeaveCount, LeaveSpan } from '../contract.ts'

/** What of a type decides how its days are counted. */
export interface CountRule {
  unit: 'half-day' | 'hour'
  minUnit: number | null
  includesHolidays: boolean
}
export type CountedSpan = Omit<LeaveSpan, 'typeId'>

/** A half-day of a leave. All sums come from these. */
export interface LeaveHalf {
  day: string
  half: Half
  dayType: WorkDayType
  dayName: string
  /** Hundredths of a day, or of an hour for a type by the hour. */
  counted: number
  /** A leave by the hour takes a part of the half-day only. */
  isWhole: boolean
}

const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * What each half-day of a span counts: the only place where days are counted, for the form, the approval, the ledger and
 * the summary. The days must cover the span; the times are those of a working day, for types by the hour.
 */
export function countDays(
  days: readonly WorkDay[],
  times: WorkTimes | null,
  rule: CountRule,
  span: CountedSpan,
): LeaveHalf[] {
  const { startsOn: from, startHalf: fromHalf, endsOn: to, endHalf: toHalf } = span
  const halves = listHalfDays(days, { from, fromHalf, to, toHalf })
  const isCounted = ({ isWorking }: WorkDay) => isWorking || rule.includesHolidays
  if (rule.unit === 'half-day')
    return halves.map((one) => ({
      day: one.day,
      half: one.half,
      dayType: one.type,
      dayName: one.name,
      counted: isCounted(one) ? 50 : 0,
      isWhole: true,
    }))
  const begin = toMinutes(span.startTime!)
  const end = toMinutes(span.endTime!)
  const rows = halves.map((one) => {
    const [opens, closes] = times![one.half]
    const first = one.day === from ? Math.max(opens, begin) : opens
    const last = one.day === to ? Math.min(closes, end) : closes
    const minutes = isCounted(one) ? Math.max(0, last - first) : 0
    return { ...one, minutes, isWhole: minutes === closes - opens }
  })
  return roundHours(rows, rule.minUnit ?? 100)
}

/** The sum is rounded up to the smallest unit; the last half-day has the difference. */
function roundHours(rows: readonly (WorkDay & { half: Half; minutes: number; isWhole: boolean })[], unit: number) {
  const taken = rows.filter(({ minutes }) => minutes > 0)
  const minutes = taken.reduce((sum, row) => sum + row.minutes, 0)
  let left = Math.ceil((minutes * 100) / 60 / unit - 1e-9) * unit
  return taken.map((row, at): LeaveHalf => {
    const counted = at === taken.length - 1 ? left : Math.round((row.minutes * 100) / 60)
    left -= counted
    return { day: row.day, half: row.half, dayType: row.type, dayName: row.name, counted, isWhole: row.isWhole }
  })
}

export const sumHalves = (halves: readonly Pick<LeaveHalf, 'counted'>[]) =>
  halves.reduce((sum, { counted }) => sum + counted, 0)

export const countCalendarDays = ({ startsOn, endsOn }: Pick<LeaveSpan, 'startsOn' | 'endsOn'>) =>
  daysBetween(startsOn, endsOn) + 1

/** The days with what they count, for people. */
export function listPerDay(halves: readonly LeaveHalf[]): LeaveCount['perDay'] {
  const days = Map.groupBy(halves, ({ day }) => day)
  return [...days].map(([date, [first, second]]) => ({
    date,
    type: first!.dayType,
    name: first!.dayName,
    counted: (first!.counted + (second?.counted ?? 0)) / 100,
  }))
}
