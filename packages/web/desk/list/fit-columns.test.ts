import { expect, it } from 'vitest'
import { fitColumns } from './fit-columns.ts'
import { fitTable } from './table-widths.ts'

it('lets the least important columns go when there is no room', () => {
  const columns = [{ width: 100 }, { width: 100, dropAt: 1 }, { width: 100, dropAt: 2 }]
  expect(fitColumns(columns, 500)).toEqual(columns)
  expect(fitColumns(columns, 400)).toEqual([{ width: 100 }, { width: 100, dropAt: 1 }])
  expect(fitColumns(columns, 10)).toEqual([{ width: 100 }])
})

it('shares out what is left over, within reason', () => {
  expect(fitColumns([{ width: 100 }], 330)).toEqual([{ width: 110 }])
  expect(fitColumns([{ width: 100 }], 3_000)).toEqual([{ width: 160 }])
})

const column = (key: string, dropAt?: number) => ({
  key,
  title: key,
  width: 100,
  cell: () => key,
  text: () => key,
  ...(dropAt && { dropAt }),
})
const parts = { hasTick: true, hasEdit: true, hasMenu: true, isBig: false }

it('counts the boxes and the acts in, and never cuts the acts', () => {
  const { columns, widths } = fitTable([column('a'), column('b', 1)], 430, parts)
  expect(columns.map(({ key }) => key)).toEqual(['a'])
  expect(widths).toMatchObject({ tick: 40, actions: 84, isTooNarrow: false })
  expect(fitTable([column('a'), column('b')], 430, parts).widths).toMatchObject({ least: 524, isTooNarrow: true })
})

it('has no box where there is nothing to tick, and no acts where there are none', () => {
  const { widths } = fitTable([column('a')], 800, { hasTick: false, hasEdit: false, hasMenu: false, isBig: false })
  expect(widths).toMatchObject({ tick: 0, actions: 0 })
})

it('needs more room in large letters, so more columns leave', () => {
  const all = [column('a'), column('b', 1), column('c', 2)]
  expect(fitTable(all, 700, parts).columns).toHaveLength(3)
  expect(fitTable(all, 700, { ...parts, isBig: true }).columns).toHaveLength(1)
})
