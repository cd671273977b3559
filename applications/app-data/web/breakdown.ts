import { formatNumber } from '#packages/web/core/format/number.ts'
import type { ChartMark } from '#packages/web/desk/chart/chart-props.ts'
import type { DataColumn } from '../contract.ts'
import type { Board } from './data-queries.ts'

type Part = Board['dims'][number]

/** Parts that can be drawn: a value too small to be shown is none. */
const listKnown = (parts: readonly Part[]) =>
  parts.flatMap(({ label, cell }) => (cell.value === null ? [] : [{ label, value: cell.value }]))

/** 类型 of the metric; several dimensions together. */
export const nameDims = ({ dims }: DataColumn): string => Object.values(dims).join('、')

/** What the bars show: the greatest, and its share of a whole that is added up. */
export function findBreakdown(parts: readonly Part[], column: DataColumn): string {
  const known = listKnown(parts).filter(({ value }) => value > 0)
  const most = Math.max(...known.map(({ value }) => value))
  const first = known.filter(({ value }) => value === most)
  if (first.length === 0) return countMasked(parts) > 0 ? '人数过少，不显示' : `这段时间没有${column.title}`
  const text = `${formatNumber(most)} ${column.unit}`
  // What is not shown is part of the whole too.
  const isWhole = known.length === parts.filter(({ cell }) => cell.value !== 0).length
  if (known.length === 1 && isWhole) return `${column.title}都是${first[0]!.label}，${text}`
  if (first.length > 2) return `${first.length} 个${nameDims(column)}最多，各 ${text}`
  if (first.length === 2) return `${first.map(({ label }) => label).join('和')}最多，各 ${text}`
  const whole = known.reduce((sum, { value }) => sum + value, 0)
  return `${first[0]!.label}最多，${text}${isWhole && column.kind === 'sum' ? `，占 ${formatNumber(Math.round((100 * most) / whole))}%` : ''}`
}

/** The bars, the greatest first; those that the title names are highlighted. */
export function listBreakdownMarks(parts: readonly Part[]): ChartMark[] {
  const known = listKnown(parts)
  const most = Math.max(...known.map(({ value }) => value))
  return known.map(({ label, value }) => ({ label, values: [value], isHighlighted: value === most && value > 0 }))
}

/** How many are too small to be shown. */
export const countMasked = (parts: readonly Part[]): number => parts.filter(({ cell }) => cell.isMasked).length
