import { labelOf } from '#packages/contract'
import { formatNumber } from '#packages/web/core/format/number.ts'
import type { ChartEvent, ChartMark } from '#packages/web/desk/chart/chart-props.ts'
import { issueTypes, type DataColumn, type DataMark } from '../contract.ts'
import type { Board } from './data-queries.ts'

type Day = Board['days'][number]

const shortDay = (day: string) => day.slice(5)
const formatValue = (value: number, { unit }: DataColumn) =>
  unit === '%' ? `${formatNumber(value)}%` : `${formatNumber(value)} ${unit}`

/** What the trend shows, true of every mark; a gap is no value. */
export function findTrend(days: readonly Day[], column: DataColumn): string {
  const known = days.flatMap(({ day, cell }) => (cell.value === null ? [] : [{ day, value: cell.value }]))
  if (known.length === 0) return `这段时间没有${column.title}`
  const most = Math.max(...known.map(({ value }) => value))
  const least = Math.min(...known.map(({ value }) => value))
  if (most === least) return `${column.title}都是 ${formatValue(most, column)}`
  const nameOf = (wanted: number) => {
    const on = known.filter(({ value }) => value === wanted)
    return on.length > 2 ? `${on.length} 天` : on.map(({ day }) => shortDay(day)).join('、')
  }
  return `${column.title}${nameOf(most)}最高，${formatValue(most, column)}；${nameOf(least)}最低，${formatValue(least, column)}`
}

/** A gap is not a number; what is incomplete says so in the table. */
export const listTrendMarks = (days: readonly Day[], marks: readonly DataMark[]): ChartMark[] =>
  days.map(({ day, cell }) => ({
    label: shortDay(day),
    values: [cell.value ?? Number.NaN],
    note: [
      cell.isMasked ? '人数过少，不显示' : '',
      cell.isIncomplete ? `数据不完整 ${cell.reported}/${cell.expected}` : '',
      ...marks.filter((mark) => mark.day === day).map(({ text }) => text),
    ]
      .filter(Boolean)
      .join('；'),
  }))

/** One line for each day with something to say. */
export const listTrendEvents = (days: readonly Day[], marks: readonly DataMark[]): ChartEvent[] =>
  days.flatMap(({ day }, at) => {
    const here = marks.filter((mark) => mark.day === day)
    const labels = [...new Set(here.map(({ type }) => labelOf(issueTypes, type)))]
    return here.length === 0 ? [] : [{ at, label: labels.join('、'), text: here.map(({ text }) => text).join('；') }]
  })
