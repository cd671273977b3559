import { expect, it } from 'vitest'
import {
  countTicked,
  everything,
  extendTo,
  isTicked,
  nothing,
  shareOf,
  targetsOf,
  toggle,
  toggleShown,
  type Selection,
} from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const tickedIn = (selection: Selection) => order.filter((id) => isTicked(selection, id))
const asked = { node: 'n', below: true, filter: { keyword: '教' } }

it('ticks one row and lets it go again', () => {
  const one = toggle(nothing, 'b')
  expect(tickedIn(one)).toEqual(['b'])
  expect(tickedIn(toggle(one, 'b'))).toEqual([])
})

it('ticks a range from where it began, whichever way it goes', () => {
  expect(tickedIn(extendTo(toggle(nothing, 'b'), 'd', order))).toEqual(['b', 'c', 'd'])
  expect(tickedIn(extendTo(toggle(nothing, 'd'), 'b', order))).toEqual(['b', 'c', 'd'])
})

it('makes the range smaller again when it goes back', () => {
  const far = extendTo(toggle(nothing, 'b'), 'e', order)
  expect(tickedIn(extendTo(far, 'c', order))).toEqual(['b', 'c'])
  expect(tickedIn(extendTo(far, 'a', order))).toEqual(['a', 'b'])
})

it('begins a range at the row that has the focus when nothing was ticked before', () => {
  expect(tickedIn(extendTo(nothing, 'c', order, 'b'))).toEqual(['b', 'c'])
  expect(tickedIn(extendTo(toggle(nothing, 'gone'), 'c', order, 'b'))).toEqual(['b', 'c'])
})

it('ticks what is shown with the box in the header, and keeps what other pages have', () => {
  const elsewhere = toggle(nothing, 'z')
  expect(shareOf(elsewhere, order)).toBe('none')
  const page = toggleShown(elsewhere, order)
  expect(shareOf(page, order)).toBe('all')
  expect(countTicked(page, 100)).toBe(6)
  expect(targetsOf(toggleShown(page, order), asked)).toEqual({ ids: ['z'] })
})

it('takes all results, shown or not, but for the exceptions', () => {
  const but = toggle(toggle(everything, 'b'), 'c')
  expect(tickedIn(but)).toEqual(['a', 'd', 'e'])
  expect(shareOf(but, order)).toBe('some')
  expect(countTicked(but, 2_916)).toBe(2_914)
  expect(targetsOf(but, asked)).toEqual({ all: true, asked, except: ['b', 'c'] })
  expect(targetsOf(toggle(but, 'b'), asked)).toEqual({ all: true, asked, except: ['c'] })
})

it('tells the server the ids when rows were ticked one by one', () => {
  expect(targetsOf(toggle(toggle(nothing, 'a'), 'e'), asked)).toEqual({ ids: ['a', 'e'] })
})
