import { expect, it } from 'vitest'
import { getLeast } from './chart-option.ts'

const marksOf = (...values: number[]) =>
  values.map((value) => ({ label: '', values: [value], links: [null], isHighlighted: false, note: '' }))

it('begins at zero, but for lines that are all near their highest value', () => {
  const rates = marksOf(96.8, Number.NaN, 98.4)
  expect(getLeast({ kind: 'columns', marks: rates })).toBe(0)
  expect(getLeast({ kind: 'lines', marks: rates })).toBe(95)
  expect(getLeast({ kind: 'lines', marks: marksOf(1300, 1315) })).toBe(1280)
  expect(getLeast({ kind: 'lines', marks: marksOf(3, 5, 9) })).toBe(0)
  expect(getLeast({ kind: 'lines', marks: marksOf(7, 7) })).toBe(0)
  expect(getLeast({ kind: 'lines', marks: marksOf(Number.NaN) })).toBe(0)
})
