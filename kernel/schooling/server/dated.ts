/** A row that holds from one day until another, and the day when it shall be over instead; null: never. */
export interface Dated {
  id: string
  overOn: string | null
  until: string | null
}

interface Row {
  id: string
  beginsOn: string
  overOn: string | null
}

interface Change {
  /** Rows that begin before and are over on another day. */
  ends: Dated[]
  /** Rows that would only have begun from the day on. */
  removed: string[]
  /** Whether a row from the day on is wanted still. */
  adds: boolean
}

/**
 * What has to be done so that from a day on, until another, it is as it is wanted and not otherwise. What was before the
 * day stays; a row that says what is wanted already goes on.
 */
export function replaceFrom<R extends Row>(
  rows: readonly R[],
  from: string,
  until: string | null,
  isWanted: (row: R) => boolean,
): Change {
  const change: Change = { ends: [], removed: [], adds: true }
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
export const countOf = ({ ends, removed, adds }: Change) => ends.length + removed.length + (adds ? 1 : 0)
