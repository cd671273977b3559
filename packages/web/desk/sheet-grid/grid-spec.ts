export interface GridColumn {
  key: string
  title: string
  width: number
  /** Allowed values, offered while typing. */
  choices?: readonly string[]
}

/** A correction that removes a problem with one press. */
export interface GridFix {
  key: string
  label: string
  column: string
  /** The new value; empty where the fix is not another value. */
  value: string
}

export interface GridProblem {
  kind: string
  column: string
  message: string
  /** The best first. */
  fixes: readonly GridFix[]
}

export interface GridRow {
  /** The row number in Excel. */
  row: number
  cells: Readonly<Record<string, string>>
  problems: readonly GridProblem[]
  /** Columns that a user has changed. */
  repaired: readonly string[]
  /** The existing values that would change. */
  before: Readonly<Record<string, string>>
  /** The status of a row without problems: 新建. */
  statusText: string
}

export interface CellChange {
  row: number
  column: string
  value: string
}

/** A cell by row and column key, so that it stays valid when rows are reloaded. */
export interface GridPosition {
  row: number
  column: string
}

/** The last column shows the problems; it can be active, but not edited. */
export const noteKey = ' note'

/** A value that replaces the current one with a single Enter. */
export const findSuggestion = ({ problems }: GridRow, column: string): [GridProblem, GridFix] | undefined => {
  for (const problem of problems) {
    const fix = problem.column === column && problem.fixes[0]
    if (fix && fix.column === column && fix.value !== '') return [problem, fix]
  }
  return undefined
}
