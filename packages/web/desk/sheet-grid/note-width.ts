import type { GridRow } from './spec.ts'

const least = 184
const most = 320
/** Where nothing is wrong there is only a word. */
const quiet = 104
const paddingAndIcon = 36
const keyWidth = 54

/** About as wide as the longest of the notes, within limits: the columns need the room too. */
export function noteWidth(rows: readonly GridRow[]): number {
  const problems = rows.flatMap((row) => row.problems)
  if (problems.length === 0) return quiet
  const widths = problems.flatMap(({ words, cures }) => [
    wordsWidth(words),
    cures.reduce((sum, cure) => sum + wordsWidth(cure.words) + 8, keyWidth),
  ])
  return Math.min(most, Math.max(least, ...widths.map((width) => width + paddingAndIcon)))
}

/** A Chinese sign is as wide as it is high, a Latin one about half of that. */
const wordsWidth = (words: string) => words.length * 8 + words.replace(/[\u0020-\u00ff]/g, '').length * 6
