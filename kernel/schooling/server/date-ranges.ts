/** A row with its old end and its new end; null: no end. */
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
  /** Rows that begin before the day and get another end. */
  ends: DateRangeEnd[]
  /** Rows that begin on or after the day. */
  removed: string[]
  /** Whether a new row from the day on is needed. */
  adds: boolean
}

/**
 * Plans the row changes after which only wanted rows are valid between `from` and `until`. The time before `from` is
 * not changed; a row that is wanted already continues.
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

export const countTouchedRows = ({ ends, removed, adds }: DateRangeChange) =>
  ends.length + removed.length + (adds ? 1 : 0)
