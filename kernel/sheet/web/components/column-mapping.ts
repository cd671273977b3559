import { useState } from 'react'
import type { FileColumn, TargetFacts } from '../../contract.ts'

/** The mapping to be sent: the guesses with the user's choices. */
export interface MappingColumn extends FileColumn {
  /** The letter of another column that is mapped to the same field. */
  duplicateOf: string | undefined
}

export type Mapping = ReturnType<typeof useMapping>

export function useMapping(columns: readonly FileColumn[], facts: TargetFacts) {
  const [chosen, setChosen] = useState<Readonly<Record<number, string | null>>>({})
  const now = columns.map((column): FileColumn => {
    const key = chosen[column.at]
    if (key === undefined || key === column.key) return column
    return { ...column, key, how: key === null ? 'none' : 'chosen' }
  })
  const mapped = now.map((column): MappingColumn => ({ ...column, duplicateOf: findDuplicateColumn(now, column) }))
  const taken = new Set(mapped.map(({ key }) => key))
  return {
    columns: mapped,
    missing: facts.columns.filter(({ key, isRequired }) => isRequired && !taken.has(key)).map(({ title }) => title),
    hasDuplicates: mapped.some(({ duplicateOf }) => duplicateOf !== undefined),
    choose: (at: number, key: string | null) => setChosen((before) => ({ ...before, [at]: key })),
  }
}

const findDuplicateColumn = (columns: readonly FileColumn[], { at, key }: FileColumn) =>
  key === null ? undefined : columns.find((other) => other.at !== at && other.key === key)?.letter

export const isSure = ({ key, how, duplicateOf }: MappingColumn) =>
  key !== null && duplicateOf === undefined && how !== 'guess'

const shownAtLeast = 10

/** The index behind which all columns are sure and can be folded. */
export function getFoldIndex(columns: readonly MappingColumn[]): number {
  const last = columns.findLastIndex((column) => !isSure(column) || column.note !== '' || column.how === 'chosen')
  const at = Math.max(shownAtLeast, last + 1)
  return columns.length - at > 1 ? at : columns.length
}
