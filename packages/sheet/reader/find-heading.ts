import { normaliseHeading } from '../normalise-heading.ts'
import type { RawRow } from './row-listener.ts'

export interface HeadingRow {
  /** Which of the rows. */
  at: number
  /** How many of its cells are headings that are known. */
  known: number
}

const listTexts = ({ cells }: RawRow) => cells.filter((cell) => typeof cell === 'string')

/**
 * The row of the headings among those at the top of a sheet: there are titles above it as a rule, with one cell each. It
 * is the one that knows most of the words, or the first with two texts and more.
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
