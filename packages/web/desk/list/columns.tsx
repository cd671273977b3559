import {
  sharedCol,
  type DateColumn,
  type NumberColumn,
  type SharedColumnBase,
  type TextColumn,
} from '#packages/web/core/list/columns.ts'
import type { SharedColumn } from '#packages/web/core/list/list-spec.ts'
import { getStateLook, type StatusLook } from '../status-look.ts'
import { StatusTag } from '../status-tag.tsx'
import type { Column } from './list-spec.ts'

export type ColumnBase<Row> = SharedColumnBase<Row>

/** In a list the normal state has a quiet style, so that the others stand out. */
export const RowStatusTag = ({ status: { tone, icon, label, isNormal = false } }: { status: StatusLook }) => (
  <StatusTag tone={tone} icon={icon} quiet={isNormal}>
    {label}
  </StatusTag>
)

export const emptyCell = '—'

/** A shared column as a cell: its text or state. */
export function toDeskColumn<Row>(column: SharedColumn<Row>): Column<Row> {
  const { state } = column
  const { cellText = column.text } = column
  if (!state) return { ...column, cell: (row) => cellText(row) || emptyCell }
  return {
    ...column,
    cell: (row) => <RowStatusTag status={getStateLook(state(row))} />,
    needsAttention: (row) => !state(row).isNormal,
  }
}

/** The kinds of columns of lists. An empty cell is always a dash. */
export const col = {
  /** Without `of` it shows the row's value of its key. */
  text: <Row,>(column: TextColumn<Row>): Column<Row> => toDeskColumn(sharedCol.text(column)),

  /** Right-aligned. On a card it needs its unit: 28 人; the title of a table has it. */
  number: <Row,>(column: NumberColumn<Row>): Column<Row> => toDeskColumn(sharedCol.number(column)),

  /** The day, or with `hasTime` the minute. */
  date: <Row,>(column: DateColumn<Row>): Column<Row> => toDeskColumn(sharedCol.date(column)),

  status: <Row,>({ of, ...column }: SharedColumnBase<Row> & { of: (row: Row) => StatusLook }): Column<Row> => ({
    ...sharedCol.state({ ...column, of }),
    cell: (row) => <RowStatusTag status={of(row)} />,
    needsAttention: (row) => !of(row).isNormal,
  }),

  /** Any other content; `text` is its plain text. */
  other: <Row,>(column: Omit<Column<Row>, 'needsAttention'>): Column<Row> => column,
}
