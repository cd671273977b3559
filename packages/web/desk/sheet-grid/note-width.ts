import type { GridRow } from './grid-spec.ts'

const least = 184
const most = 320
/** Where nothing is wrong there is only a word. */
const quiet = 104
const paddingAndIcon = 36
const keyWidth = 54

/** About as wide as the longest of the notes, within limits: the columns need the room too. */
export function getNoteWidth(rows: readonly GridRow[]): number {
  const problems = rows.flatMap((row) => row.problems)
  if (problems.length === 0) return quiet
  const widths = problems.flatMap(({ message, fixes }) => [
    estimateTextWidth(message),
    fixes.reduce((sum, fix) => sum + estimateTextWidth(fix.label) + 8, keyWidth),
  ])
  return Math.min(most, Math.max(least, ...widths.map((width) => width + paddingAndIcon)))
}

/** A Chinese sign is as wide as it is high, a Latin one about half of that. */
const estimateTextWidth = (text: string) => text.length * 8 + text.replace(/[\u0020-\u00ff]/g, '').length * 6
