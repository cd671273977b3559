import { expect, it } from 'vitest'
import type { DataCell, DataRow } from '../contract.ts'
import { doSizesDiffer, parseSort, rankRows } from './rank-rows.ts'

const row = (label: string, cell: Partial<DataCell>, isOwn = false): DataRow => ({
  key: label,
  label,
  hasChild: false,
  rank: null,
  isOwn,
  values: {
    rate: {
      value: null,
      of: null,
      before: null,
      asOf: null,
      reported: 1,
      expected: 1,
      isMasked: false,
      isIncomplete: false,
      ...cell,
    },
  },
})
const twelve = Array.from({ length: 12 }, (_, at) => row(`第${at + 1}中学`, { value: 100 - at }, at === 11))
const places = (rows: readonly DataRow[]) => rows.map(({ label, rank }) => [label, rank])

it('gives each its place, equal values the same', () => {
  const rows = [row('甲', { value: 90 }), row('乙', { value: 95 }), row('丙', { value: 90 }), row('丁', { value: 80 })]
  expect(places(rankRows(rows, parseSort('rate'), true).rows)).toEqual([
    ['乙', 1],
    ['甲', 2],
    ['丙', 2],
    ['丁', 4],
  ])
  expect(places(rankRows(rows, parseSort('-rate'), true).rows)[0]).toEqual(['丁', 4])
})

it('leaves out what is masked, missing or incomplete', () => {
  const rows = [
    row('少', { value: 3, isMasked: true }),
    row('缺', {}),
    row('半', { value: 99, isIncomplete: true }),
    row('全', { value: 1 }),
  ]
  expect(places(rankRows(rows, parseSort('rate'), true).rows)).toEqual([
    ['全', 1],
    ['少', null],
    ['缺', null],
    ['半', null],
  ])
})

it('shows the first ten and the own place without the right to the whole ranking, and never the worst first', () => {
  const { rows, isShortened } = rankRows(twelve, parseSort('-rate'), false)
  expect(isShortened).toBe(true)
  expect(places(rows)).toEqual([...twelve.slice(0, 10).map(({ label }, at) => [label, at + 1]), ['第12中学', 12]])
  expect(rankRows(twelve, parseSort('rate'), true)).toMatchObject({ isShortened: false })
})

it('sizes differ when one is more than three times another', () => {
  expect(doSizesDiffer([100, 300])).toBe(false)
  expect(doSizesDiffer([100, 301])).toBe(true)
  expect(doSizesDiffer([0, 500])).toBe(false)
})
