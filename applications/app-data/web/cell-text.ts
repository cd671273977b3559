import { formatNumber } from '#packages/web/core/format/number.ts'
import type { DataCell, DataColumn } from '../contract.ts'

/** 93, or a dash for a gap. Percent have their sign, because a column may have both. */
export function formatCell(cell: DataCell | undefined, { unit }: Pick<DataColumn, 'unit'>): string {
  if (!cell || cell.value === null) return '—'
  return unit === '%' ? `${formatNumber(cell.value)}%` : formatNumber(cell.value)
}

/** +3, −2 or 持平 since the last day before that has a figure, or since as many days before. */
export function formatChange({ value, before }: DataCell): string {
  if (value === null || before === null || before.value === null) return ''
  const change = Math.round((value - before.value) * 100) / 100
  const text = change === 0 ? '持平' : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`
  return `比 ${before.day?.slice(5) ?? '前一段'} ${text}`
}

/** 148/150; empty where nobody is expected. */
export const formatComplete = ({ reported, expected }: DataCell) =>
  expected > 0 && reported < expected ? `${reported}/${expected}` : ''
