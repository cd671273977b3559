import type { ExportSourceFacts } from '../../contract.ts'

export type SourceColumn = ExportSourceFacts['columns'][number]

/** Whether a column of the file is one of the list; a range of days has two: `period.from` and `period.to`. */
const isColumnOf = (shown: string) => (key: string) => key === shown || key.startsWith(`${shown}.`)

/** First the columns that the list shows, in their order, then all others. */
export function arrangeColumns(columns: readonly SourceColumn[], shown: readonly string[]): SourceColumn[] {
  const seen = shown.flatMap((key) => columns.filter((column) => isColumnOf(key)(column.key)))
  return [...seen, ...columns.filter((column) => !seen.includes(column))]
}

/** The initially ticked columns: those that the list shows, or all when it shows none of the file. */
export function getInitialColumns(columns: readonly SourceColumn[], shown: readonly string[]): ReadonlySet<string> {
  const keys = columns.map(({ key }) => key)
  const seen = keys.filter((key) => shown.some((one) => isColumnOf(one)(key)))
  return new Set(seen.length > 0 ? seen : keys)
}
