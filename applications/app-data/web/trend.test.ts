import { expect, it } from 'vitest'
import type { DataCell, DataColumn, DataMark } from '../contract.ts'
import { formatChange } from './cell-text.ts'
import { findRangeOption, getRange } from './shown-range.ts'
import { findTrend, listTrendEvents, listTrendMarks } from './trend.ts'

const column: DataColumn = { code: 'attendance.rate', title: '出勤率', unit: '%', kind: 'rate', note: '', dims: {} }
const cell = (value: number | null, more: Partial<DataCell> = {}): DataCell => ({
  value,
  of: null,
  before: null,
  asOf: null,
  reported: 1,
  expected: 1,
  isMasked: false,
  isIncomplete: false,
  ...more,
})
const days = [
  { day: '2026-11-16', cell: cell(90) },
  { day: '2026-11-17', cell: cell(null) },
  { day: '2026-11-18', cell: cell(95, { isIncomplete: true, reported: 1, expected: 2 }) },
]
const mark: DataMark = { day: '2026-11-16', code: column.code, type: 'definition', text: '迟到不再计入出勤' }

it('says what is true of every mark', () => {
  expect(findTrend(days, column)).toBe('出勤率11-18最高，95%；11-16最低，90%')
  expect(findTrend([days[0]!, days[0]!], column)).toBe('出勤率都是 90%')
  expect(findTrend([days[1]!], column)).toBe('这段时间没有出勤率')
})

it('leaves a gap where there is no figure, and says what is incomplete', () => {
  expect(listTrendMarks(days, [mark])).toEqual([
    { label: '11-16', values: [90], note: '迟到不再计入出勤' },
    { label: '11-17', values: [Number.NaN], note: '' },
    { label: '11-18', values: [95], note: '数据不完整 1/2' },
  ])
})

it('draws a line on each day with something to say', () => {
  const late: DataMark = { ...mark, type: 'late', text: '1 个单位补报后重算' }
  expect(listTrendEvents(days, [mark, late])).toEqual([
    { at: 0, label: '口径变更、迟到数据', text: '迟到不再计入出勤；1 个单位补报后重算' },
  ])
})

it('compares with the last day before that has a figure', () => {
  const before = { day: '2026-11-13', value: 92 }
  expect(formatChange(cell(90, { before }))).toBe('比 11-13 −2')
  expect(formatChange(cell(92, { before }))).toBe('比 11-13 持平')
  expect(formatChange(cell(90, { before: { day: null, value: 80 } }))).toBe('比 前一段 +10')
  expect(formatChange(cell(null, { before }))).toBe('')
})

it('knows the option of a range', () => {
  const today = '2026-11-18'
  expect(getRange(7, today)).toEqual({ from: '2026-11-12', to: today })
  expect(findRangeOption(getRange(30, today), today)).toBe('30')
  expect(findRangeOption({ from: '2026-11-01', to: '2026-11-03' }, today)).toBe('')
})
