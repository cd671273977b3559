import { expect, it } from 'vitest'
import { arrangeColumns, getInitialColumns } from './export-columns.ts'

it('both columns of a range are ticked, beside each other, where the list shows the range', () => {
  const columns = ['number', 'period.from', 'kind', 'period.to', 'periodical'].map((key) => ({
    key,
    title: key,
    isSensitive: false,
    isSensitiveBeside: [],
  }))
  const shown = ['number', 'period', 'kind']
  expect([...getInitialColumns(columns, shown)]).toEqual(['number', 'period.from', 'kind', 'period.to'])
  expect(arrangeColumns(columns, shown).map(({ key }) => key)).toEqual([
    'number',
    'period.from',
    'period.to',
    'kind',
    'periodical',
  ])
})
