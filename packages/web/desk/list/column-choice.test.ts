import { expect, it } from 'vitest'
import { arranged, asDefined, chosen, isShown, put, readChoice, show } from './column-choice.ts'
import type { Column } from './spec.ts'

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  title: key,
  width: 100,
  cell: () => key,
  words: () => key,
  ...more,
})
const columns = [
  column('type'),
  column('people', { dropAt: 1 }),
  column('phone'),
  column('address', { hiddenByDefault: true }),
]
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key)

it('shows the columns as they were defined until somebody changes them', () => {
  expect(keys(chosen(columns, asDefined))).toEqual(['type', 'people', 'phone'])
})

it('hides and shows a column', () => {
  const hidden = show(asDefined, 'type', false)
  expect(keys(chosen(columns, hidden))).toEqual(['people', 'phone'])
  expect(keys(chosen(columns, show(hidden, 'address', true)))).toEqual(['people', 'phone', 'address'])
  expect(isShown(columns[3]!, show(show(asDefined, 'address', true), 'address', false))).toBe(false)
})

it('keeps a column that was asked for even when the table gets narrow', () => {
  expect(chosen(columns, asDefined)[1]).toHaveProperty('dropAt', 1)
  expect(chosen(columns, show(asDefined, 'people', true))[1]).not.toHaveProperty('dropAt')
})

it('puts a column at another place, and stops at the ends', () => {
  const moved = put(asDefined, columns, 'phone', 0)
  expect(keys(arranged(columns, moved))).toEqual(['phone', 'type', 'people', 'address'])
  expect(keys(arranged(columns, put(moved, columns, 'phone', -3)))).toEqual(['phone', 'type', 'people', 'address'])
  expect(keys(arranged(columns, put(moved, columns, 'phone', 99)))).toEqual(['type', 'people', 'address', 'phone'])
})

it('puts a column that came later where it was defined, and forgets one that is gone', () => {
  const before = { ...asDefined, order: ['phone', 'gone', 'type'] }
  expect(keys(arranged(columns, before))).toEqual(['phone', 'address', 'type', 'people'])
})

it('reads what this browser kept, and takes nonsense for nothing', () => {
  const choice = put(show(asDefined, 'type', false), columns, 'phone', 0)
  expect(readChoice(JSON.stringify(choice))).toEqual(choice)
  for (const text of [null, '', '{', '[]', '{"order":[1],"shown":"x"}']) {
    expect(keys(chosen(columns, readChoice(text)))).toEqual(['type', 'people', 'phone'])
  }
})
