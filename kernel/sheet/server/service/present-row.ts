import type { BatchRow } from '../../contract.ts'
import { getFixKey, listRowIssues, getIssueKind, getRowState, type OpenRow } from '../examine-rows.ts'
import type { CheckedCells, BatchCipher } from '../batch-cipher.ts'

/** The display text of a cell, or the original text where parsing failed. */
export const getCell = ({ values, shown }: CheckedCells, column: string) => shown[column] ?? values[column] ?? ''

/** A row as the grid shows it. */
export function presentRow(cipher: BatchCipher, open: OpenRow): BatchRow {
  const { row, checked } = open
  const state = getRowState(open)
  return {
    row,
    state,
    cells: { ...checked.values, ...checked.shown },
    repaired: Object.keys(checked.edits),
    issues:
      state !== 'wrong'
        ? []
        : listRowIssues(checked).map((issue) => ({
            kind: getIssueKind(issue),
            column: issue.column,
            message: issue.message,
            known: issue.known ?? null,
            fixes: (issue.fixes ?? []).map((fix) => ({
              key: getFixKey(cipher, fix),
              label: fix.label,
              ...(fix.kind === 'set' ? { column: fix.column, value: fix.value } : { column: '', value: '' }),
            })),
          })),
    changes: (checked.verdict?.changes ?? []).map(({ column, before }) => ({ column, before })),
  }
}
