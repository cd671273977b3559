import { expect, it } from 'vitest'
import { markMost } from './mark-most.ts'

it('highlights every mark with the largest value, and none if all are zero', () => {
  const marksOf = (...values: number[]) => values.map((value, at) => ({ label: `第${at + 1}类`, values: [value] }))
  const { marks, most } = markMost(marksOf(2, 1, 2))
  expect(marks.map(({ isHighlighted }) => isHighlighted)).toEqual([true, false, true])
  expect(most).toBe('第1类、第3类')
  expect(markMost(marksOf(0, 0))).toMatchObject({
    most: '',
    marks: [{ isHighlighted: false }, { isHighlighted: false }],
  })
})
