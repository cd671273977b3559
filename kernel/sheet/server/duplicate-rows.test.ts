import { expect, it } from 'vitest'
import type { OpenRow } from './examine-rows.ts'
import { markDuplicates } from './duplicate-rows.ts'

const [card, mobile, number] = [Buffer.from('card'), Buffer.from('mobile'), Buffer.from('number')]
const keyColumns = ['idCard', 'mobile', 'number']
const row = { row: 9, keys: [card, mobile, number], checked: { keyColumns } } as unknown as OpenRow

it('reports a duplicate row once, and another shared key beside it', () => {
  const firsts = new Map<Buffer, number>([
    [card, 4],
    [mobile, 4],
    [number, 6],
  ])
  expect(markDuplicates(row, (key) => firsts.get(key)).checked.duplicates).toEqual([
    { column: 'idCard', row: 4 },
    { column: 'number', row: 6 },
  ])
})

it('accepts the first of duplicate rows', () => {
  expect(markDuplicates(row, () => 9).checked.duplicates).toEqual([])
})
