/** A row that holds from one day until another, and the day when it shall be over instead; null: never. */
export interface DateRangeEnd {
  id: string
  overOn: string | null
  until: string | null
}

interface DateRangeRow {
  id: string
  beginsOn: string
  overOn: string | null
}

interface DateRangeChange {
  /** Rows that begin before and are over on another day. */
  ends: DateRangeEnd[]
  /** Rows that would only have begun from the day on. */
  removed: string[]
  /** Whether a row from the day on is wanted still. */
  adds: boolean
}

/**
 * What has to be done so that from a day on, until another, it is as it is wanted and not otherwise. What was before the
 * day stays; a row that says what is wanted already goes on.
 */
export function planReplacement<R extends DateRangeRow>(
  rows: readonly R[],
  from: string,
  until: string | null,
  isWanted: (row: R) => boolean,
): DateRangeChange {
  const change: DateRangeChange = { ends: [], removed: [], adds: true }
  for (const row of rows.filter(({ overOn }) => overOn === null || overOn > from)) {
    const { id, overOn } = row
    const coversDay = row.beginsOn <= from
    if (change.adds && coversDay && isWanted(row)) {
      change.adds = false
      if (overOn !== until) change.ends.push({ id, overOn, until })
    } else if (row.beginsOn < from) change.ends.push({ id, overOn, until: from })
    else change.removed.push(id)
  }
  return change
}

/** How many rows are touched by it. */
export const countTouchedRows = ({ ends, removed, adds }: DateRangeChange) =>
  ends.length + removed.length + (adds ? 1 : 0)
