import { noteKey, type GridRow, type GridPosition } from './grid-spec.ts'

interface Sheet {
  rows: readonly GridRow[]
  /** The editable columns. */
  columns: readonly string[]
  /** Whether a last column shows problems; by default it does. */
  hasNotes?: boolean
}

/** All columns that can be active. */
export const listStops = ({ columns, hasNotes = true }: Sheet) => (hasNotes ? [...columns, noteKey] : columns)

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

/** Moves by rows and columns, within the grid. */
export function moveCell(sheet: Sheet, at: GridPosition, down: number, right: number): GridPosition {
  const { rows } = sheet
  const all = listStops(sheet)
  const y = rows.findIndex(({ row }) => row === at.row)
  const x = all.indexOf(at.column)
  const row = rows[between(0, y + down, rows.length - 1)]?.row ?? at.row
  return { row, column: all[between(0, x + right, all.length - 1)]! }
}

/** The cells with problems, row by row, from left to right. */
function listProblemCells(sheet: Sheet): GridPosition[] {
  const { rows, columns } = sheet
  const all = listStops(sheet)
  return rows.flatMap(({ row, problems }) => {
    const wrong = new Set(problems.map(({ column }) => (columns.includes(column) ? column : noteKey)))
    return all.filter((column) => wrong.has(column)).map((column) => ({ row, column }))
  })
}

/** The next cell with a problem; undefined after the last. */
export function findNextProblem(sheet: Sheet, at: GridPosition): GridPosition | undefined {
  const all = listStops(sheet)
  const order = ({ row, column }: GridPosition) =>
    [sheet.rows.findIndex((one) => one.row === row), all.indexOf(column)] as const
  const [y, x] = order(at)
  return listProblemCells(sheet).find((cell) => {
    const [down, right] = order(cell)
    return down > y || (down === y && right > x)
  })
}

/** The start cell: the first problem. */
export const getFirstCell = (sheet: Sheet): GridPosition =>
  listProblemCells(sheet)[0] ?? { row: sheet.rows[0]?.row ?? 0, column: sheet.columns[0] ?? noteKey }
