import { useState } from 'react'
import type { Column } from './spec.ts'

/** What somebody changed about the columns of a list. Columns that came later stand where they were put in the code. */
export interface ColumnChoice {
  order: readonly string[]
  /** Asked for by name: they stay even when the table gets narrow. */
  shown: readonly string[]
  hidden: readonly string[]
}

export const asDefined: ColumnChoice = { order: [], shown: [], hidden: [] }

type Choosable = Pick<Column<never>, 'key' | 'hiddenByDefault'>

/** All columns in the order somebody wants them in. */
export function arranged<One extends Choosable>(columns: readonly One[], { order }: ColumnChoice): One[] {
  const result = order.flatMap((key) => columns.filter((column) => column.key === key))
  columns.forEach((column, at) => {
    if (result.includes(column)) return
    const before = columns[at - 1]
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, column)
  })
  return result
}

export const isShown = ({ key, hiddenByDefault = false }: Choosable, { shown, hidden }: ColumnChoice) =>
  shown.includes(key) || !(hiddenByDefault || hidden.includes(key))

/** What the table has to show; what was asked for by name no longer gives way. */
export const chosen = <Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] =>
  arranged(columns, choice)
    .filter((column) => isShown(column, choice))
    .map((column) => {
      if (!choice.shown.includes(column.key)) return column
      const { dropAt: _, ...stays } = column
      return stays
    })

export function show(choice: ColumnChoice, key: string, on: boolean): ColumnChoice {
  const without = (keys: readonly string[]) => keys.filter((one) => one !== key)
  const { order, shown, hidden } = choice
  return on
    ? { order, shown: [...without(shown), key], hidden: without(hidden) }
    : { order, shown: without(shown), hidden: [...without(hidden), key] }
}

/** Puts a column at another place among all of them; beyond the ends is at the end. */
export function put(choice: ColumnChoice, columns: readonly Choosable[], key: string, to: number): ColumnChoice {
  const order = arranged(columns, choice).map((column) => column.key)
  const from = order.indexOf(key)
  order.splice(from, 1)
  order.splice(Math.max(0, Math.min(order.length, to)), 0, key)
  return { ...choice, order }
}

export function readChoice(text: string | null): ColumnChoice {
  try {
    const { order, shown, hidden } = JSON.parse(text ?? '') as Record<keyof ColumnChoice, unknown>
    return { order: keysOf(order), shown: keysOf(shown), hidden: keysOf(hidden) }
  } catch {
    return asDefined
  }
}
const keysOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const storedAt = (list: string) => `columns:${list}`
export const storedChoice = (list: string) => readChoice(localStorage.getItem(storedAt(list)))

/** Kept in this browser, for each list. */
export function useColumnChoice(list: string): [ColumnChoice, (choice: ColumnChoice) => void] {
  const stored = storedAt(list)
  const [choice, setChoice] = useState(() => storedChoice(list))
  return [
    choice,
    (next) => {
      if (next === asDefined) localStorage.removeItem(stored)
      else localStorage.setItem(stored, JSON.stringify(next))
      setChoice(next)
    },
  ]
}
