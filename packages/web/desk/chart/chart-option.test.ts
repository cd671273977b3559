import { expect, it } from 'vitest'
import { beginsAtZero } from './chart-option.ts'

const marksOf = (...values: number[]) =>
  values.map((value) => ({ label: '', values: [value], links: [null], isHighlighted: false, note: '' }))

it('begins at zero, but for lines that are all near their highest value', () => {
  const rates = marksOf(96.8, Number.NaN, 98.4)
  expect(beginsAtZero({ kind: 'columns', marks: rates })).toBe(true)
  expect(beginsAtZero({ kind: 'lines', marks: rates })).toBe(false)
  expect(beginsAtZero({ kind: 'lines', marks: marksOf(1300, 1315) })).toBe(false)
  expect(beginsAtZero({ kind: 'lines', marks: marksOf(3, 5, 9) })).toBe(true)
  expect(beginsAtZero({ kind: 'lines', marks: marksOf(7, 7) })).toBe(true)
  expect(beginsAtZero({ kind: 'lines', marks: marksOf(Number.NaN) })).toBe(true)
})
