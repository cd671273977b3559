import { useState } from 'react'
import type { FileColumn, TargetFacts } from '../../contract.ts'

/** As it will be sent: what was guessed, with what somebody has chosen instead. */
export interface MappedColumn extends FileColumn {
  /** The letter of another column that is taken for the same. */
  twin: string | undefined
}

export type Mapping = ReturnType<typeof useMapping>

export function useMapping(columns: readonly FileColumn[], facts: TargetFacts) {
  const [chosen, setChosen] = useState<Readonly<Record<number, string | null>>>({})
  const now = columns.map((column): FileColumn => {
    const key = chosen[column.at]
    if (key === undefined || key === column.key) return column
    return { ...column, key, how: key === null ? 'none' : 'chosen' }
  })
  const mapped = now.map((column): MappedColumn => ({ ...column, twin: twinOf(now, column) }))
  const taken = new Set(mapped.map(({ key }) => key))
  return {
    columns: mapped,
    missing: facts.columns.filter(({ key, isRequired }) => isRequired && !taken.has(key)).map(({ title }) => title),
    hasTwins: mapped.some(({ twin }) => twin !== undefined),
    choose: (at: number, key: string | null) => setChosen((before) => ({ ...before, [at]: key })),
  }
}

const twinOf = (columns: readonly FileColumn[], { at, key }: FileColumn) =>
  key === null ? undefined : columns.find((other) => other.at !== at && other.key === key)?.letter

export const isSure = ({ key, how, twin }: MappedColumn) => key !== null && twin === undefined && how !== 'guess'

const shownAtLeast = 10

/** Where the table may end: behind there are only columns that nobody has to look at. */
export function foldAt(columns: readonly MappedColumn[]): number {
  const last = columns.findLastIndex((column) => !isSure(column) || column.note !== '' || column.how === 'chosen')
  const at = Math.max(shownAtLeast, last + 1)
  return columns.length - at > 1 ? at : columns.length
}
