import type { BatchRow } from '../../contract.ts'
import { cureKey, issuesOf, kindOf, stateOf, type OpenRow } from '../examining.ts'
import type { Checked, Sealing } from '../sealing.ts'

/** As it is understood, or as it was written where it is not. */
export const cellOf = ({ values, shown }: Checked, column: string) => shown[column] ?? values[column] ?? ''

/** A row as the grid shows it. */
export function presentRow(sealing: Sealing, open: OpenRow): BatchRow {
  const { row, checked } = open
  const state = stateOf(open)
  return {
    row,
    state,
    cells: { ...checked.values, ...checked.shown },
    repaired: Object.keys(checked.edits),
    issues:
      state !== 'wrong'
        ? []
        : issuesOf(checked).map((issue) => ({
            kind: kindOf(issue),
            column: issue.column,
            words: issue.words,
            known: issue.known ?? null,
            cures: (issue.cures ?? []).map((cure) => ({
              key: cureKey(sealing, cure),
              words: cure.words,
              ...(cure.kind === 'set' ? { column: cure.column, value: cure.value } : { column: '', value: '' }),
            })),
          })),
    changes: (checked.verdict?.changes ?? []).map(({ column, before }) => ({ column, before })),
  }
}
