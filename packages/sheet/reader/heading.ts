import { plainHeading } from '../plain-heading.ts'
import type { RawRow } from './rows.ts'

export interface Heading {
  /** Which of the rows. */
  at: number
  /** How many of its cells are headings that are known. */
  known: number
}

const textsIn = ({ cells }: RawRow) => cells.filter((cell) => typeof cell === 'string')

/**
 * The row of the headings among those at the top of a sheet: there are titles above it as a rule, with one cell each. It
 * is the one that knows most of the words, or the first with two texts and more.
 */
export function findHeading(rows: readonly RawRow[], known: ReadonlySet<string>): Heading | null {
  let best: Heading | null = null
  for (const [at, row] of rows.entries()) {
    const words = new Set(textsIn(row).map(plainHeading))
    const count = [...words].filter((word) => known.has(word)).length
    if (count > (best?.known ?? 0)) best = { at, known: count }
  }
  if (best) return best
  const first = rows.findIndex((row) => textsIn(row).length >= 2)
  const only = first >= 0 ? first : rows.findIndex((row) => textsIn(row).length === 1)
  return only >= 0 ? { at: only, known: 0 } : null
}
