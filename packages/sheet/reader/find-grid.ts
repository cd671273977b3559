import type { RawCell } from '../raw-cell.ts'
import { getCellText } from '../cell-text.ts'
import { normaliseHeading } from '../normalise-heading.ts'
import { getColumnLetters } from '../writer/sheet-xml.ts'
import type { RawRow } from './row-listener.ts'

/** Where the known headings of a grid stand: in a row, or in a column below a row of other headings. */
export type GridLayout =
  | { direction: 'across'; headRow: number; headings: ReadonlyMap<number, string> }
  | { direction: 'down'; headRow: number; column: number; labels: ReadonlyMap<number, string> }

/** A sheet with fewer known headings is no grid. */
const fewest = 2
/** The columns in which headings may stand that go down. */
const headingColumns = [0, 1]

export interface UnfoldedCell {
  reference: string
  heading: string
  labels: string[]
  text: string
}

/** Finds the headings of a grid among the first rows of a sheet. */
export function findGrid(rows: readonly RawRow[], known: ReadonlySet<string>): GridLayout | null {
  const isKnown = (cell: RawCell) => typeof cell === 'string' && known.has(normaliseHeading(cell))
  for (const { row, cells } of rows) {
    const headings = new Map(
      cells.flatMap((cell, at) => (isKnown(cell) ? [[at, normaliseHeading(String(cell))] as const] : [])),
    )
    if (new Set(headings.values()).size >= fewest) return { direction: 'across', headRow: row, headings }
  }
  for (const column of headingColumns) {
    const first = rows.findIndex(({ cells }) => isKnown(cells[column] ?? null))
    const found = new Set(rows.flatMap(({ cells }) => (isKnown(cells[column] ?? null) ? [cells[column]] : [])))
    const head = rows[first - 1]
    if (!head || found.size < fewest) continue
    const labels = head.cells.flatMap((cell, at) =>
      at > column && cell !== null ? [[at, getCellText(cell)] as const] : [],
    )
    return { direction: 'down', headRow: head.row, column, labels: new Map(labels) }
  }
  return null
}

/** The filled cells of a row of a grid with their headings. */
export function listGridCells(layout: GridLayout, { row, cells }: RawRow): UnfoldedCell[] {
  if (row <= layout.headRow) return []
  const listFilled = (headings: ReadonlyMap<number, string>) =>
    [...headings].flatMap(([at, heading]) => {
      const text = getCellText(cells[at] ?? null)
      return text === '' ? [] : [{ reference: `${getColumnLetters(at)}${row}`, heading, text }]
    })
  if (layout.direction === 'across') {
    const first = Math.min(...layout.headings.keys())
    const labels = cells.slice(0, first).map(getCellText).filter(Boolean)
    return listFilled(layout.headings).map((cell) => ({ ...cell, labels }))
  }
  const heading = normaliseHeading(getCellText(cells[layout.column] ?? null))
  return listFilled(layout.labels).map((cell) => ({ ...cell, heading, labels: [cell.heading] }))
}
