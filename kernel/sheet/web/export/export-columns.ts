import type { ExportSourceFacts } from '../../contract.ts'

export type SourceColumn = ExportSourceFacts['columns'][number]

/** First what the list shows, in the order it is seen in; then whatever else there is. */
export function arrangeColumns(columns: readonly SourceColumn[], shown: readonly string[]): SourceColumn[] {
  const seen = shown.flatMap((key) => columns.filter((column) => column.key === key))
  return [...seen, ...columns.filter((column) => !seen.includes(column))]
}

/** What is ticked to begin with: what is seen; of a list that shows nothing the file has, everything. */
export function getInitialColumns(columns: readonly SourceColumn[], shown: readonly string[]): ReadonlySet<string> {
  const keys = columns.map(({ key }) => key)
  const seen = keys.filter((key) => shown.includes(key))
  return new Set(seen.length > 0 ? seen : keys)
}
