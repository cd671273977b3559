import { expect, it } from 'vitest'
import {
  countTicked,
  allSelected,
  extendSelection,
  isTicked,
  noSelection,
  getTickedShare,
  getTargets,
  toggleRow,
  toggleShownRows,
  type Selection,
} from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const tickedIn = (selection: Selection) => order.filter((id) => isTicked(selection, id))
const listFilter = { node: 'n', below: true, filter: { keyword: '教' } }

it('ticks one row and unticks it again', () => {
  const one = toggleRow(noSelection, 'b')
  expect(tickedIn(one)).toEqual(['b'])
  expect(tickedIn(toggleRow(one, 'b'))).toEqual([])
})

it('ticks a range from its start, in either direction', () => {
  expect(tickedIn(extendSelection(toggleRow(noSelection, 'b'), 'd', order))).toEqual(['b', 'c', 'd'])
  expect(tickedIn(extendSelection(toggleRow(noSelection, 'd'), 'b', order))).toEqual(['b', 'c', 'd'])
})

it('shrinks the range when it goes back', () => {
  const far = extendSelection(toggleRow(noSelection, 'b'), 'e', order)
  expect(tickedIn(extendSelection(far, 'c', order))).toEqual(['b', 'c'])
  expect(tickedIn(extendSelection(far, 'a', order))).toEqual(['a', 'b'])
})

it('starts a range at the focused row when nothing was ticked before', () => {
  expect(tickedIn(extendSelection(noSelection, 'c', order, 'b'))).toEqual(['b', 'c'])
  expect(tickedIn(extendSelection(toggleRow(noSelection, 'gone'), 'c', order, 'b'))).toEqual(['b', 'c'])
})

it('ticks the visible rows with the checkbox in the header, and keeps the ticks of other pages', () => {
  const elsewhere = toggleRow(noSelection, 'z')
  expect(getTickedShare(elsewhere, order)).toBe('none')
  const page = toggleShownRows(elsewhere, order)
  expect(getTickedShare(page, order)).toBe('all')
  expect(countTicked(page, 100)).toBe(6)
  expect(getTargets(toggleShownRows(page, order), listFilter)).toEqual({ ids: ['z'] })
})

it('selects all results, visible or not, except the exceptions', () => {
  const but = toggleRow(toggleRow(allSelected, 'b'), 'c')
  expect(tickedIn(but)).toEqual(['a', 'd', 'e'])
  expect(getTickedShare(but, order)).toBe('some')
  expect(countTicked(but, 2_916)).toBe(2_914)
  expect(getTargets(but, listFilter)).toEqual({ all: true, listFilter, except: ['b', 'c'] })
  expect(getTargets(toggleRow(but, 'b'), listFilter)).toEqual({ all: true, listFilter, except: ['c'] })
})

it('sends the ids to the server when rows were ticked one by one', () => {
  expect(getTargets(toggleRow(toggleRow(noSelection, 'a'), 'e'), listFilter)).toEqual({ ids: ['a', 'e'] })
})
