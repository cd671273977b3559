import { labelOf } from '#packages/contract'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { halves, type Half } from '#kernel/schooling/contract.ts'
import {
  leaveUnits,
  type LeaveBalance,
  type LeaveCalendar,
  type LeaveChoices,
  type LeaveCount,
  type LeaveSpan,
} from '../contract.ts'
import { addDays } from './weeks.ts'

type Unit = keyof typeof leaveUnits

/** 0.5 天, 3 小时. */
export const formatAmount = (amount: number, unit: Unit) => `${amount} ${unit === 'hour' ? '小时' : '天'}`

type Span = Pick<LeaveSpan, 'startsOn' | 'startHalf' | 'endsOn' | 'endHalf'> & {
  startTime?: string | null
  endTime?: string | null
}

/** 2026-11-13 周五 上午; 2026-09-30 周三 上午 至 2026-10-10 周六 下午; 2026-11-13 周五 14:00 至 15:30. */
export function formatSpan({ startsOn, startHalf, endsOn, endHalf, startTime, endTime }: Span): string {
  const from = formatWeekday(startsOn)
  const to = formatWeekday(endsOn)
  if (startTime && endTime)
    return startsOn === endsOn ? `${from} ${startTime} 至 ${endTime}` : `${from} ${startTime} 至 ${to} ${endTime}`
  if (startsOn !== endsOn) return `${from} ${halves[startHalf]} 至 ${to} ${halves[endHalf]}`
  return `${from} ${startHalf === endHalf ? halves[startHalf] : '全天'}`
}

/** For lists: 2026-11-13 上午; 2026-11-24 至 11-27; 2026-11-24 下午 至 11-27 上午; the year only where it changes. */
export function formatShortSpan({ startsOn, startHalf, endsOn, endHalf }: Span): string {
  if (startsOn === endsOn) return startHalf === endHalf ? `${startsOn} ${halves[startHalf]}` : startsOn
  const end = startsOn.slice(0, 4) === endsOn.slice(0, 4) ? endsOn.slice(5) : endsOn
  if (startHalf === 'am' && endHalf === 'pm') return `${startsOn} 至 ${end}`
  return `${startsOn} ${halves[startHalf]} 至 ${end} ${halves[endHalf]}`
}

/** 计 0.5 天; of several days 共 11 个自然日，计 4 天. */
export const formatCount = ({ calendarDays, amount, unit }: Pick<LeaveCount, 'calendarDays' | 'amount' | 'unit'>) =>
  `${calendarDays > 1 ? `共 ${calendarDays} 个自然日，` : ''}计 ${formatAmount(amount, unit)}`

/** What follows from the span, below the count: 含 产假98天…, 提交后剩余 1.5 天, 需要证明. */
export const listCountNotes = ({ composition, balanceAfter, needsProof, proofDays, problems }: LeaveCount): string[] =>
  [
    composition,
    balanceAfter !== null && problems.length === 0 ? `请假后剩余 ${balanceAfter} 天` : '',
    needsProof ? `需要证明${proofDays > 0 ? `，也可以返岗后 ${proofDays} 个工作日内补交` : ''}` : '',
  ].filter(Boolean)

/** 2026-12-31 到期, or how much of it expires then. */
export const formatExpiry = ({ days, expiresOn, expiringDays }: LeaveBalance) => {
  if (!expiresOn) return ''
  return expiringDays < days ? `${expiringDays} 天 ${expiresOn} 到期` : `${expiresOn} 到期`
}

export interface QuickSpan extends Pick<LeaveSpan, 'startsOn' | 'startHalf' | 'endsOn' | 'endHalf'> {
  /** 明天上午 */
  label: string
}

const nameDay = (day: string, today: string) => {
  if (day === today) return '今天'
  if (day === addDays(today, 1)) return '明天'
  // The next working day after a long holiday has its date, because its weekday comes twice.
  return day < addDays(today, 7) ? formatWeekday(day).slice(-2) : day.slice(5)
}

/** Later nobody asks for today. */
const lastClock = '17:00'

/** The spans that are asked for most: half-days and days of the next two working days, from `clock` (10:24) on. */
export function listQuickSpans({ workDays, today, noon }: LeaveChoices, clock: string): QuickSpan[] {
  const parts: readonly [string, Half, Half][] = [
    ['上午', 'am', 'am'],
    ['下午', 'pm', 'pm'],
    ['全天', 'am', 'pm'],
  ]
  return workDays.flatMap((day) =>
    parts
      .filter(([, startHalf]) => day !== today || clock < noon || (startHalf === 'pm' && clock < lastClock))
      .map(([part, startHalf, endHalf]) => ({
        label: nameDay(day, today) + part,
        startsOn: day,
        startHalf,
        endsOn: day,
        endHalf,
      })),
  )
}

/** 病假, or 请假 where the reader may not know more. */
export const nameAbsence = ({ typeName, half }: { typeName?: string | undefined; half: Half | 'day' }) =>
  `${typeName ?? '请假'}${half === 'day' ? '' : `（${labelOf(halves, half)}）`}`

export interface DayAbsences {
  day: string
  /** 国庆节 */
  name: string
  isWorking: boolean
  count: number
  departments: { name: string; people: string[]; isConflict: boolean }[]
}

/** The calendar day by day: 张三 病假, 李四 请假（上午）. */
export const listAbsences = ({ days, departments }: LeaveCalendar): DayAbsences[] =>
  days.map(({ day, type, name }) => {
    const away = departments.flatMap((department) => {
      const people = department.people.flatMap((person) =>
        person.away
          .filter((one) => one.day === day)
          .map((one) => `${person.name} ${nameAbsence(one)}${one.isRequested ? '，待批' : ''}`),
      )
      if (people.length === 0) return []
      return [{ name: department.name, people, isConflict: department.conflicts.includes(day) }]
    })
    const isWorking = type === 'work' || type === 'make-up'
    return { day, name, isWorking, count: away.reduce((sum, { people }) => sum + people.length, 0), departments: away }
  })
