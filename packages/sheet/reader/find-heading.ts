import { normaliseHeading } from '../normalise-heading.ts'
import type { RawRow } from './row-listener.ts'

export interface HeadingRow {
  /** The index of the row. */
  at: number
  /** The number of cells with known headings. */
  known: number
}

const listTexts = ({ cells }: RawRow) => cells.filter((cell) => typeof cell === 'string')

/**
 * Finds the heading row among the first rows of a sheet, which usually has titles of one cell above it: the row with
 * most known words, or the first with two or more texts.
 */
export function findHeading(rows: readonly RawRow[], known: ReadonlySet<string>): HeadingRow | null {
  let best: HeadingRow | null = null
  for (const [at, row] of rows.entries()) {
    const headings = new Set(listTexts(row).map(normaliseHeading))
    const count = [...headings].filter((word) => known.has(word)).length
    if (count > (best?.known ?? 0)) best = { at, known: count }
  }
  if (best) return best
  const first = rows.findIndex((row) => listTexts(row).length >= 2)
  const only = first >= 0 ? first : rows.findIndex((row) => listTexts(row).length === 1)
  return only >= 0 ? { at: only, known: 0 } : null
}
