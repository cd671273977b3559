import type { DataRow } from '../contract.ts'

const shownAtMost = 10

export interface Order {
  code: string
  isAscending: boolean
}

/** `code` or `-code`. */
export const parseSort = (sort: string): Order =>
  sort.startsWith('-') ? { code: sort.slice(1), isAscending: true } : { code: sort, isAscending: false }

/** What may be compared: known, shown to the reader, and nearly complete. */
const getRankedValue = ({ values }: DataRow, code: string): number | null => {
  const cell = values[code]
  return cell && !cell.isMasked && !cell.isIncomplete ? cell.value : null
}

/**
 * Sorts rows by a metric and gives each its place, the greatest first; equal values have the same. Rows that cannot be
 * compared are last and have no place. Without the right to the whole ranking there are only the first ten and the own
 * organisation: it is never a list of the worst.
 */
export function rankRows(rows: readonly DataRow[], { code, isAscending }: Order, mayRankAll: boolean) {
  const valueOf = (row: DataRow) => getRankedValue(row, code)
  const ranked = rows.filter((row) => valueOf(row) !== null).toSorted((one, other) => valueOf(other)! - valueOf(one)!)
  const values = ranked.map((row) => valueOf(row)!)
  const placed = ranked.map((row) => ({ ...row, rank: values.indexOf(valueOf(row)!) + 1 }))
  const rest = rows.filter((row) => valueOf(row) === null)
  if (mayRankAll) return { rows: [...(isAscending ? placed.toReversed() : placed), ...rest], isShortened: false }
  const shown = [...placed, ...rest].filter(
    ({ rank, isOwn }, at) => isOwn || (rank !== null && at < shownAtMost && rank <= shownAtMost),
  )
  return { rows: shown, isShortened: shown.length < rows.length }
}

/** Whether the largest is more than three times the smallest. */
export function doSizesDiffer(sizes: readonly number[]): boolean {
  const known = sizes.filter((size) => size > 0)
  return known.length > 1 && Math.max(...known) > 3 * Math.min(...known)
}
