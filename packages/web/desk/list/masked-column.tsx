import { MaskedValue } from '../masked.tsx'
import { none, type Common } from './columns.tsx'
import type { Column } from './spec.ts'

/**
 * Numbers of people: the server sends them half hidden, and writes down who wants to see more. Apart from the other
 * columns, because few lists have one.
 */
export const maskedColumn = <Row,>({
  of,
  reveal,
  ...column
}: Common<Row> & {
  of: (row: Row) => string
  reveal?: (row: Row, reason: string) => Promise<string>
}): Column<Row> => ({
  ...column,
  cell: (row) =>
    of(row) ? (
      <MaskedValue value={of(row)} label={column.title} reveal={reveal && ((reason) => reveal(row, reason))} />
    ) : (
      none
    ),
  words: of,
})
