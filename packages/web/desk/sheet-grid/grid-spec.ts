export interface GridColumn {
  key: string
  title: string
  width: number
  /** What may stand there, offered while one types. */
  choices?: readonly string[]
}

/** A way to make a problem go away with one press. */
export interface GridFix {
  key: string
  label: string
  column: string
  /** What would stand there then; empty where it is not a matter of another value. */
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
  /** As Excel counts them. */
  row: number
  cells: Readonly<Record<string, string>>
  problems: readonly GridProblem[]
  /** Columns in which somebody has changed something. */
  repaired: readonly string[]
  /** What stands there now, where that would change. */
  before: Readonly<Record<string, string>>
  /** How it stands when nothing is wrong with it: 新建. */
  statusText: string
}

export interface CellChange {
  row: number
  column: string
  value: string
}

/** A place in the grid, by names: rows may be read again under it. */
export interface GridPosition {
  row: number
  column: string
}

/** The last column says what is wrong; one can go there, but write nothing. */
export const noteKey = ' note'

/** A value that takes the place of the present one by a single Enter. */
export const findSuggestion = ({ problems }: GridRow, column: string): [GridProblem, GridFix] | undefined => {
  for (const problem of problems) {
    const fix = problem.column === column && problem.fixes[0]
    if (fix && fix.column === column && fix.value !== '') return [problem, fix]
  }
  return undefined
}
