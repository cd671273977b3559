import { useState } from 'react'
import type { Column } from './list-spec.ts'

/** The user's changes of the columns of a list. New columns are placed where the code defines them. */
export interface ColumnChoice {
  order: readonly string[]
  /** Chosen explicitly: they stay even when the table gets narrow. */
  shown: readonly string[]
  hidden: readonly string[]
}

export const defaultColumnChoice: ColumnChoice = { order: [], shown: [], hidden: [] }

type Choosable = Pick<Column<never>, 'key' | 'hiddenByDefault'>

/** All columns in the order that the user wants. */
export function arrangeColumns<One extends Choosable>(columns: readonly One[], { order }: ColumnChoice): One[] {
  const result = order.flatMap((key) => columns.filter((column) => column.key === key))
  columns.forEach((column, at) => {
    if (result.includes(column)) return
    const before = columns[at - 1]
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, column)
  })
  return result
}

export const isColumnShown = ({ key, hiddenByDefault = false }: Choosable, { shown, hidden }: ColumnChoice) =>
  shown.includes(key) || !(hiddenByDefault || hidden.includes(key))

/** The columns of the table; explicitly chosen ones are not dropped for lack of room. */
export const listChosenColumns = <Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] =>
  arrangeColumns(columns, choice)
    .filter((column) => isColumnShown(column, choice))
    .map((column) => {
      if (!choice.shown.includes(column.key)) return column
      const { dropAt: _, ...stays } = column
      return stays
    })

export function setColumnShown(choice: ColumnChoice, key: string, on: boolean): ColumnChoice {
  const without = (keys: readonly string[]) => keys.filter((one) => one !== key)
  const { order, shown, hidden } = choice
  return on
    ? { order, shown: [...without(shown), key], hidden: without(hidden) }
    : { order, shown: without(shown), hidden: [...without(hidden), key] }
}

/** Moves a column to another position among all of them; positions beyond the ends are clamped. */
export function moveColumn(choice: ColumnChoice, columns: readonly Choosable[], key: string, to: number): ColumnChoice {
  const order = arrangeColumns(columns, choice).map((column) => column.key)
  const from = order.indexOf(key)
  order.splice(from, 1)
  order.splice(Math.max(0, Math.min(order.length, to)), 0, key)
  return { ...choice, order }
}

export function parseColumnChoice(text: string | null): ColumnChoice {
  try {
    const { order, shown, hidden } = JSON.parse(text ?? '') as Record<keyof ColumnChoice, unknown>
    return { order: toKeys(order), shown: toKeys(shown), hidden: toKeys(hidden) }
  } catch {
    return defaultColumnChoice
  }
}
const toKeys = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const getStorageKey = (list: string) => `columns:${list}`
export const getStoredColumnChoice = (list: string) => parseColumnChoice(localStorage.getItem(getStorageKey(list)))

/** Stored in this browser, per list. */
export function useColumnChoice(list: string): [ColumnChoice, (choice: ColumnChoice) => void] {
  const stored = getStorageKey(list)
  const [choice, setChoice] = useState(() => getStoredColumnChoice(list))
  return [
    choice,
    (next) => {
      if (next === defaultColumnChoice) localStorage.removeItem(stored)
      else localStorage.setItem(stored, JSON.stringify(next))
      setChoice(next)
    },
  ]
}
