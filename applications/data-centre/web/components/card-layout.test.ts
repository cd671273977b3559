import fc from 'fast-check'
import { expect, it } from 'vitest'
import { layOutCards } from './card-layout.ts'

const spansOf = (...columns: number[]) => layOutCards(columns.map((one) => ({ columns: one })))

it('leaves alone what fills its rows', () => {
  expect(spansOf(5, 3, 4, 12, 6, 6)).toEqual([5, 3, 4, 12, 6, 6])
})

it('gives a card that stands alone the whole row', () => {
  expect(spansOf(6)).toEqual([12])
  expect(spansOf(6, 12, 6)).toEqual([12, 12, 12])
})

it('shares what is left over by how wide they are', () => {
  expect(spansOf(3, 4)).toEqual([5, 7])
  expect(spansOf(4, 4, 6)).toEqual([6, 6, 12])
})

it('begins a row where some belong together', () => {
  expect(layOutCards([{ columns: 6 }, { columns: 3, startsRow: true }, { columns: 3 }])).toEqual([12, 6, 6])
})

it('has no hole in any row, and changes no order, whatever cards there are', () => {
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
