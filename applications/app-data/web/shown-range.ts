import { addDays } from '#packages/core'
import { rangeShortcuts } from '#packages/web/core/format/date-range.ts'
import type { Range } from './data-queries.ts'

/** Days up to today, the last one included. */
export const getRange = (days: number, today: string) => ({ from: addDays(today, 1 - days), to: today })

/** 最近一周 …; the value is the number of days. */
export const rangeOptions = rangeShortcuts.map(({ label, days }) => ({ value: String(days), label }))

/** The option that means these days; empty for others. */
export const findRangeOption = ({ from, to }: Pick<Range, 'from' | 'to'>, today: string): string =>
  (to === today && rangeOptions.find(({ value }) => getRange(Number(value), today).from === from)?.value) || ''
