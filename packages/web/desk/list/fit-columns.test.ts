import { expect, it } from 'vitest'
import { fitColumns } from './fit-columns.ts'
import { fitTable } from './table-widths.ts'

it('drops the least important columns when there is no room', () => {
  const columns = [{ width: 100 }, { width: 100, dropAt: 1 }, { width: 100, dropAt: 2 }]
  expect(fitColumns(columns, 500)).toEqual(columns)
  expect(fitColumns(columns, 400)).toEqual([{ width: 100 }, { width: 100, dropAt: 1 }])
  expect(fitColumns(columns, 10)).toEqual([{ width: 100 }])
})

it('distributes the remaining width, up to a limit', () => {
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

it('includes checkboxes and actions, and never cuts the actions', () => {
  const { columns, widths } = fitTable([column('a'), column('b', 1)], 430, parts)
  expect(columns.map(({ key }) => key)).toEqual(['a'])
  expect(widths).toMatchObject({ tick: 40, actions: 84, isTooNarrow: false })
  expect(fitTable([column('a'), column('b')], 430, parts).widths).toMatchObject({ least: 524, isTooNarrow: true })
})

it('gives the room that is left to long names first', () => {
  const long = { ...parts, name: 160, wideName: 480 }
  const widthAt = (width: number) => fitTable([column('a')], width, long).columns[0]!.width
  expect([widthAt(400), widthAt(700), widthAt(2_000)]).toEqual([100, 100, 160])
})

it('has no checkbox column without actions to tick for, and no action column without actions', () => {
  const { widths } = fitTable([column('a')], 800, { hasTick: false, hasEdit: false, hasMenu: false, isBig: false })
  expect(widths).toMatchObject({ tick: 0, actions: 0 })
})

it('needs more room with large text, so more columns are dropped', () => {
  const all = [column('a'), column('b', 1), column('c', 2)]
  expect(fitTable(all, 700, parts).columns).toHaveLength(3)
  expect(fitTable(all, 700, { ...parts, isBig: true }).columns).toHaveLength(1)
})
