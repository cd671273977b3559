import { expect, it } from 'vitest'
import {
  arrangeColumns,
  defaultColumnChoice,
  listChosenColumns,
  isColumnShown,
  moveColumn,
  parseColumnChoice,
  setColumnShown,
} from './column-choice.ts'
import type { Column } from './list-spec.ts'

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  title: key,
  width: 100,
  cell: () => key,
  text: () => key,
  ...more,
})
const columns = [
  column('type'),
  column('people', { dropAt: 1 }),
  column('phone'),
  column('address', { hiddenByDefault: true }),
]
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key)

it('shows the columns in their defined order until the user changes them', () => {
  expect(keys(listChosenColumns(columns, defaultColumnChoice))).toEqual(['type', 'people', 'phone'])
})

it('hides and shows a column', () => {
  const hidden = setColumnShown(defaultColumnChoice, 'type', false)
  expect(keys(listChosenColumns(columns, hidden))).toEqual(['people', 'phone'])
  expect(keys(listChosenColumns(columns, setColumnShown(hidden, 'address', true)))).toEqual([
    'people',
    'phone',
    'address',
  ])
  expect(
    isColumnShown(columns[3]!, setColumnShown(setColumnShown(defaultColumnChoice, 'address', true), 'address', false)),
  ).toBe(false)
})

it('keeps a column that the user chose even when the table gets narrow', () => {
  expect(listChosenColumns(columns, defaultColumnChoice)[1]).toHaveProperty('dropAt', 1)
  expect(listChosenColumns(columns, setColumnShown(defaultColumnChoice, 'people', true))[1]).not.toHaveProperty(
    'dropAt',
  )
})

it('moves a column to another position, and stops at the ends', () => {
  const moved = moveColumn(defaultColumnChoice, columns, 'phone', 0)
  expect(keys(arrangeColumns(columns, moved))).toEqual(['phone', 'type', 'people', 'address'])
  expect(keys(arrangeColumns(columns, moveColumn(moved, columns, 'phone', -3)))).toEqual([
    'phone',
    'type',
    'people',
    'address',
  ])
  expect(keys(arrangeColumns(columns, moveColumn(moved, columns, 'phone', 99)))).toEqual([
    'type',
    'people',
    'address',
    'phone',
  ])
})

it('puts a new column where it was defined, and drops one that no longer exists', () => {
  const before = { ...defaultColumnChoice, order: ['phone', 'gone', 'type'] }
  expect(keys(arrangeColumns(columns, before))).toEqual(['phone', 'address', 'type', 'people'])
})

it('reads the stored choice, and ignores invalid text', () => {
  const choice = moveColumn(setColumnShown(defaultColumnChoice, 'type', false), columns, 'phone', 0)
  expect(parseColumnChoice(JSON.stringify(choice))).toEqual(choice)
  for (const text of [null, '', '{', '[]', '{"order":[1],"shown":"x"}']) {
    expect(keys(listChosenColumns(columns, parseColumnChoice(text)))).toEqual(['type', 'people', 'phone'])
  }
})
