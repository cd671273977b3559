import type { GridRow } from './grid-spec.ts'

const minWidth = 184
const maxWidth = 320
/** Without problems there is only a short status. */
const quiet = 104
const paddingAndIcon = 36
const keyWidth = 54

/** About as wide as the longest note, within limits, because the columns need the room too. */
export function getNoteWidth(rows: readonly GridRow[]): number {
  const problems = rows.flatMap((row) => row.problems)
  if (problems.length === 0) return quiet
  const widths = problems.flatMap(({ message, fixes }) => [
    estimateTextWidth(message),
    fixes.reduce((sum, fix) => sum + estimateTextWidth(fix.label) + 8, keyWidth),
  ])
  return Math.min(maxWidth, Math.max(minWidth, ...widths.map((width) => width + paddingAndIcon)))
}

/** A Chinese character is as wide as it is high, a Latin one about half of that. */
const estimateTextWidth = (text: string) => text.length * 8 + text.replace(/[\u0020-\u00ff]/g, '').length * 6
