import { MaskedValue } from '../masked-value.tsx'
import { emptyCell, type ColumnBase } from './columns.tsx'
import type { Column } from './list-spec.ts'

/**
 * Personal numbers: the server sends them masked, and logs every reveal. Separate from the other columns, because few
 * lists have one.
 */
export const createMaskedColumn = <Row,>({
  of,
  reveal,
  ...column
}: ColumnBase<Row> & {
  of: (row: Row) => string
  reveal?: (row: Row, reason: string) => Promise<string>
}): Column<Row> => ({
  ...column,
  cell: (row) =>
    of(row) ? (
      <MaskedValue value={of(row)} label={column.title} reveal={reveal && ((reason) => reveal(row, reason))} />
    ) : (
      emptyCell
    ),
  text: of,
})
