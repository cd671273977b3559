import type { GridColumn, GridRow } from '#packages/web/desk/sheet-grid/grid-spec.ts'
import type { Batch, BatchRow, TargetColumn, TargetFacts } from '../../contract.ts'
import { rowStateLabels } from '../import-labels.ts'
import { getCellKey } from './use-repairs.ts'

const widths: Record<TargetColumn['kind'], number> = {
  text: 124,
  lookup: 132,
  choice: 92,
  number: 92,
  'id-card': 188,
  mobile: 124,
  phone: 132,
  date: 112,
}
const nameWidth = 88

/** Old and new value side by side in one cell. */
const changedWidth = 240

/** The columns of the file: first those that identify a row, then the wrong or the changing ones. */
export function buildGridColumns(
  batch: Batch,
  facts: TargetFacts,
  { wrong, changed = [] }: { wrong: string | undefined; changed?: readonly BatchRow[] },
): GridColumn[] {
  const mapped = new Set(batch.columns.map(({ key }) => key))
  const changing = new Set(changed.flatMap(({ changes }) => changes.map(({ column }) => column)))
  const shown = facts.columns.filter(({ key }) => mapped.has(key) || key === wrong)
  const rank = ({ key, isName }: TargetColumn) => (isName ? 0 : key === wrong || changing.has(key) ? 1 : 2)
  // Not toSorted, because the oldest supported browser does not have it.
  return shown
    .sort((one, other) => rank(one) - rank(other))
    .map(({ key, title, kind, isName, choices }) => ({
      key,
      title,
      width: changing.has(key) ? changedWidth : isName && kind === 'text' ? nameWidth : widths[kind],
      ...(choices.length > 0 && { choices: choices.map((choice) => choice.title) }),
    }))
}

/** A row for the grid, with pending edits applied. */
export function toGridRow(
  row: BatchRow,
  facts: TargetFacts,
  { pending, kind }: { pending: ReadonlyMap<string, string>; kind: string | null },
): GridRow {
  // Issues of the current group come first.
  const issues = [...row.issues].sort((one, other) => Number(other.kind === kind) - Number(one.kind === kind))
  const cells = Object.fromEntries(
    facts.columns.map(({ key }) => [key, pending.get(getCellKey(row.row, key)) ?? row.cells[key] ?? '']),
  )
  return {
    row: row.row,
    cells,
    repaired: row.repaired,
    statusText: rowStateLabels[row.state],
    problems: issues.map((issue) => ({
      ...issue,
      fixes: issue.fixes.map((fix) => ({ ...fix, value: getChoiceTitle(facts, fix.column, fix.value) })),
    })),
    before: Object.fromEntries(row.changes.map(({ column, before }) => [column, before])),
  }
}

/** The title of a choice value. */
const getChoiceTitle = (facts: TargetFacts, column: string, value: string) =>
  facts.columns.find(({ key }) => key === column)?.choices.find((choice) => choice.value === value)?.title ?? value
