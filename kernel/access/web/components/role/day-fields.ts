import { z } from 'zod'

/** A day, or empty. */
export const optionalDay = z.union([z.literal(''), z.iso.date('请选择日期')])
export const dayOrNull = (value: string) => (value === '' ? null : value)

export const areDaysInOrder = ({ from, to }: { from: string; to: string }) => from === '' || to === '' || from <= to
export const wrongDays = { path: ['to'], error: '结束日期不能早于开始日期' }

/** First and last day of a grant. */
export const dayFields = [
  { name: 'from', label: '开始日期', kind: 'date', width: 'short', hint: '不填从今天起' },
  { name: 'to', label: '结束日期', kind: 'date', width: 'short', hint: '不填长期有效，当天仍有效' },
] as const
