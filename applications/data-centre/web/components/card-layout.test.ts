import fc from 'fast-check'
import { expect, it } from 'vitest'
import { layOutCards } from './card-layout.ts'

const spansOf = (...columns: number[]) => layOutCards(columns.map((one) => ({ columns: one })))

it('keeps rows that are full', () => {
  expect(spansOf(5, 3, 4, 12, 6, 6)).toEqual([5, 3, 4, 12, 6, 6])
})

it('gives a single card the whole row', () => {
  expect(spansOf(6)).toEqual([12])
  expect(spansOf(6, 12, 6)).toEqual([12, 12, 12])
})

it('distributes the remaining columns in proportion to the widths', () => {
  expect(spansOf(3, 4)).toEqual([5, 7])
  expect(spansOf(4, 4, 6)).toEqual([6, 6, 12])
})

it('starts a new row where a group begins', () => {
  expect(layOutCards([{ columns: 6 }, { columns: 3, startsRow: true }, { columns: 3 }])).toEqual([12, 6, 6])
})

it('leaves no gap in any row and keeps the order, for any cards', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 2, max: 12 }), { maxLength: 20 }), (columns) => {
      let at = 0
      for (const span of spansOf(...columns)) {
        expect(span).toBeGreaterThan(0)
        at += span
        expect(at).toBeLessThanOrEqual(12)
        if (at === 12) at = 0
      }
      expect(at).toBe(0)
    }),
  )
})
