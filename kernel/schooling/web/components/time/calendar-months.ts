import { addDays, getWeekday } from '#packages/core'
import { dayKinds, type CalendarDay, type Term } from '../../../contract.ts'

export const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const

/** A row of the calendar: the week of the term and seven days, of which some may belong to other months. */
interface Week {
  week: number | null
  days: (CalendarDay | null)[]
}
export interface CalendarMonth {
  /** 2026-10. */
  key: string
  title: string
  weeks: Week[]
  /** Notes about its special days. */
  notes: Note[]
}
interface Note {
  days: string
  text: string
  /** The source, when it is not the State Council. */
  by: string
}

type TermDays = Pick<Term, 'number' | 'startsOn' | 'endsOn'>

/** Groups consecutive days by month. */
export function groupByMonth(days: readonly CalendarDay[], terms: readonly TermDays[]): CalendarMonth[] {
  const months = new Map<string, CalendarDay[]>()
  for (const one of days) {
    const key = one.day.slice(0, 7)
    months.set(key, [...(months.get(key) ?? []), one])
  }
  return [...months].map(([key, ofMonth]) => ({
    key,
    title: `${Number(key.slice(0, 4))}年${Number(key.slice(5))}月`,
    weeks: weeksOf(ofMonth),
    notes: [...boundariesOf(key, terms), ...notesOf(ofMonth)],
  }))
}

function weeksOf(days: readonly CalendarDay[]): Week[] {
  const before = Array.from({ length: getWeekday(days[0]!.day) - 1 }, () => null)
  const after = Array.from({ length: 7 - getWeekday(days.at(-1)!.day) }, () => null)
  const all = [...before, ...days, ...after]
  return Array.from({ length: all.length / 7 }, (_, at) => {
    const line = all.slice(at * 7, at * 7 + 7)
    return { week: line.find((one) => one?.week)?.week ?? null, days: line }
  })
}

const isSpecial = ({ source }: CalendarDay) => source !== 'regular'
const isSame = (a: CalendarDay, b: CalendarDay) =>
  a.kind === b.kind && a.name === b.name && a.source === b.source && a.asWeekday === b.asWeekday

function notesOf(days: readonly CalendarDay[]): Note[] {
  const runs: CalendarDay[][] = []
  for (const one of days.filter(isSpecial)) {
    const run = runs.at(-1)
    if (run && addDays(run.at(-1)!.day, 1) === one.day && isSame(run[0]!, one) && one.kind !== 'class') run.push(one)
    else runs.push([one])
  }
  return runs.map((run) => ({ days: spanOf(run), text: describeDay(run[0]!), by: sources[run[0]!.source] }))
}

const sources = { regular: '', national: '', district: '全区', school: '本校' } as const
const dateIn = ({ day }: CalendarDay) => Number(day.slice(8))
const spanOf = (run: readonly CalendarDay[]) =>
  run.length === 1 ? `${dateIn(run[0]!)}日` : `${dateIn(run[0]!)}–${dateIn(run.at(-1)!)}日`

/** 国庆节; 按周三上课; 停课 大雪. */
export function describeDay({ kind, name, asWeekday }: CalendarDay): string {
  if (kind === 'make-up') return `按周${weekdays[asWeekday! - 1]}上课`
  if (kind === 'rest') return name || dayKinds.rest
  return [dayKinds[kind], name].filter(Boolean).join(' ')
}

/** The start and end of terms within this month. */
function boundariesOf(month: string, terms: readonly TermDays[]): Note[] {
  const both = terms.flatMap(({ number, startsOn, endsOn }) => {
    const name = `第${number === 1 ? '一' : '二'}学期`
    return [
      { day: startsOn, text: `${name}开始` },
      { day: endsOn, text: `${name}结束` },
    ]
  })
  return both
    .filter(({ day }) => day.startsWith(month))
    .map(({ day, text }) => ({ days: `${Number(day.slice(8))}日`, text, by: '' }))
}

/** The label in the cell; empty for normal days. */
export function getDayMark(day: CalendarDay): string {
  if (!isSpecial(day)) return ''
  return { class: '课', rest: '休', 'make-up': '班', activity: '活', closed: '停' }[day.kind]
}

/** The text for screen readers: 2026年10月1日 周四 放假 国庆节. */
export function describeCalendarDay(day: CalendarDay): string {
  const [year, month, date] = day.day.split('-').map(Number)
  const what = day.kind === 'make-up' ? describeDay(day) : dayKinds[day.kind]
  return [`${year}年${month}月${date}日`, `周${weekdays[getWeekday(day.day) - 1]}`, what, day.name]
    .filter(Boolean)
    .join(' ')
}
