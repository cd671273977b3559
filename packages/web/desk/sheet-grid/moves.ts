import { noteKey, type GridRow, type Spot } from './spec.ts'

interface Sheet {
  rows: readonly GridRow[]
  /** Those that can be written in. */
  columns: readonly string[]
  /** Whether a last column says what is wrong; it does unless this says otherwise. */
  hasNotes?: boolean
}

/** All columns that one can go to. */
export const stopsIn = ({ columns, hasNotes = true }: Sheet) => (hasNotes ? [...columns, noteKey] : columns)

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

/** So many rows and columns on, as far as there are any. */
export function moved(sheet: Sheet, at: Spot, down: number, right: number): Spot {
  const { rows } = sheet
  const all = stopsIn(sheet)
  const y = rows.findIndex(({ row }) => row === at.row)
  const x = all.indexOf(at.column)
  const row = rows[between(0, y + down, rows.length - 1)]?.row ?? at.row
  return { row, column: all[between(0, x + right, all.length - 1)]! }
}

/** Where something is wrong, row by row, from left to right. */
function problemSpots(sheet: Sheet): Spot[] {
  const { rows, columns } = sheet
  const all = stopsIn(sheet)
  return rows.flatMap(({ row, problems }) => {
    const wrong = new Set(problems.map(({ column }) => (columns.includes(column) ? column : noteKey)))
    return all.filter((column) => wrong.has(column)).map((column) => ({ row, column }))
  })
}

/** The next place where something is wrong; undefined behind the last. */
export function nextProblem(sheet: Sheet, at: Spot): Spot | undefined {
  const all = stopsIn(sheet)
  const order = ({ row, column }: Spot) =>
    [sheet.rows.findIndex((one) => one.row === row), all.indexOf(column)] as const
  const [y, x] = order(at)
  return problemSpots(sheet).find((spot) => {
    const [down, right] = order(spot)
    return down > y || (down === y && right > x)
  })
}

/** Where one begins: at the first thing that is wrong. */
export const firstSpot = (sheet: Sheet): Spot =>
  problemSpots(sheet)[0] ?? { row: sheet.rows[0]?.row ?? 0, column: sheet.columns[0] ?? noteKey }
