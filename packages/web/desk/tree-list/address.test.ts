import { expect, it } from 'vitest'
import { readPlace, writePlace, type Place } from './address.ts'
import { fitting } from './fitting.ts'

const at = (search: string) => readPlace(new URLSearchParams(search))
const go = (search: string, change: Partial<Place>) => {
  const now = new URLSearchParams(search)
  return writePlace(now, readPlace(now), change).toString()
}

it('reads a place, and takes nonsense for the usual', () => {
  expect(at('node=n&page=3&size=50&open=o')).toEqual({ node: 'n', page: 3, size: 50, open: 'o' })
  expect(at('page=-1&size=7')).toEqual({ node: undefined, page: 1, size: 20, open: undefined })
})

it('writes only what is not the usual, and leaves the rest of the address alone', () => {
  expect(go('x=1&page=3&size=50', { page: 1, size: 20 })).toBe('x=1')
  expect(go('', { node: 'n', size: 100 })).toBe('node=n&size=100')
})

it('begins another node at its first page with nothing open, but keeps the page size', () => {
  expect(go('node=a&page=3&size=50&open=o', { node: 'b' })).toBe('node=b&size=50')
  expect(go('node=a&page=3', { open: 'o' })).toBe('node=a&page=3&open=o')
})

it('lets the least important columns go when there is no room', () => {
  const columns = [{ width: 100 }, { width: 100, dropAt: 1 }, { width: 100, dropAt: 2 }]
  expect(fitting(columns, 500)).toEqual(columns)
  expect(fitting(columns, 400)).toEqual([{ width: 100 }, { width: 100, dropAt: 1 }])
  expect(fitting(columns, 10)).toEqual([{ width: 100 }])
})

it('shares out what is left over, within reason', () => {
  expect(fitting([{ width: 100 }], 330)).toEqual([{ width: 110 }])
  expect(fitting([{ width: 100 }], 3_000)).toEqual([{ width: 160 }])
})
