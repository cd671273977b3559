import { expect, it } from 'vitest'
import type { DataCell, DataColumn } from '../contract.ts'
import { countMasked, findBreakdown, listBreakdownMarks } from './breakdown.ts'

const column: DataColumn = {
  code: 'attendance.leave',
  title: '请假人次',
  unit: '人次',
  kind: 'sum',
  note: '',
  dims: { kind: '类型' },
}
const part = (label: string, value: number | null, isMasked = false) => ({
  label,
  cell: {
    value,
    of: null,
    before: null,
    asOf: null,
    reported: 1,
    expected: 1,
    isMasked,
    isIncomplete: false,
  } satisfies DataCell,
})
const parts = [part('病假', 9), part('事假', 3), part('公假', 0)]

it('names the greatest part and its share, which is true of the bars', () => {
  expect(findBreakdown(parts, column)).toBe('病假最多，9 人次，占 75%')
  expect(listBreakdownMarks(parts)).toEqual([
    { label: '病假', values: [9], isHighlighted: true },
    { label: '事假', values: [3], isHighlighted: false },
    { label: '公假', values: [0], isHighlighted: false },
  ])
  expect(findBreakdown([part('病假', 2)], column)).toBe('请假人次都是病假，2 人次')
  expect(findBreakdown([part('病假', 2), part('事假', 2)], column)).toBe('病假和事假最多，各 2 人次')
  const three = [part('病假', 2), part('事假', 2), part('公假', 2)]
  expect(findBreakdown(three, column)).toBe('3 个类型最多，各 2 人次')
  expect(findBreakdown([part('公假', 0)], column)).toBe('这段时间没有请假人次')
})

it('a level has no share, and neither has a whole with parts that are not shown', () => {
  expect(findBreakdown(parts, { ...column, kind: 'level' })).toBe('病假最多，9 人次')
  const masked = [part('病假', 9), part('事假', 6), part('公假', null, true)]
  expect(findBreakdown(masked, column)).toBe('病假最多，9 人次')
  expect(listBreakdownMarks(masked)).toHaveLength(2)
  expect(countMasked(masked)).toBe(1)
})
