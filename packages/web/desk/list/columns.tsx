import { formatDate, formatDayTime, parseTime, type TimeValue } from '#packages/web/core/format/time.ts'
import type { StatusLook } from '../status-look.ts'
import { StatusTag } from '../status-tag.tsx'
import type { Column } from './list-spec.ts'

export type ColumnBase<Row> = Omit<Column<Row>, 'align' | 'cell' | 'text' | 'needsAttention'>

type TextColumn<Row> =
  | (ColumnBase<Row> & { of: (row: Row) => string })
  | (ColumnBase<Row> & { key: TextKey<Row>; of?: undefined })
type TextKey<Row> = { [Key in keyof Row & string]: Row[Key] extends string ? Key : never }[keyof Row & string]

/** In a list the normal state has a quiet style, so that the others stand out. */
export const RowStatusTag = ({ status: { tone, icon, label, isNormal = false } }: { status: StatusLook }) => (
  <StatusTag tone={tone} icon={icon} quiet={isNormal}>
    {label}
  </StatusTag>
)

export const emptyCell = '—'
// One shared formatter: creating one per number takes ten times as long.
const figures = new Intl.NumberFormat('zh-CN')
const figure = (value: number | null) => (value === null ? '' : figures.format(value))

/** The kinds of columns of lists. An empty cell is always a dash. */
export const col = {
  /** Without `of` it shows the row's value of its key. */
  text: <Row,>(text: TextColumn<Row>): Column<Row> => {
    const { of = (row: Row) => String(row[text.key as keyof Row]), ...column } = text
    return { ...column, cell: (row) => of(row) || emptyCell, text: of }
  },

  /** Right-aligned. On a card it needs its unit: 28 人. */
  number: <Row,>({
    of,
    unit = '',
    ...column
  }: ColumnBase<Row> & { of: (row: Row) => number | null; unit?: string }): Column<Row> => ({
    ...column,
    align: 'right',
    cell: (row) => figure(of(row)) || emptyCell,
    text: (row) => (of(row) ? `${figure(of(row))} ${unit}`.trim() : ''),
  }),

  /** The day, or with `hasTime` the minute. */
  date: <Row,>({
    of,
    hasTime = false,
    ...column
  }: ColumnBase<Row> & { of: (row: Row) => TimeValue; hasTime?: boolean }): Column<Row> => {
    const written = hasTime ? formatDayTime : formatDate
    return { ...column, cell: (row) => written(of(row)), text: (row) => (parseTime(of(row)) ? written(of(row)) : '') }
  },

  status: <Row,>({ of, ...column }: ColumnBase<Row> & { of: (row: Row) => StatusLook }): Column<Row> => ({
    card: 'tag',
    ...column,
    cell: (row) => <RowStatusTag status={of(row)} />,
    text: (row) => of(row).label,
    needsAttention: (row) => !of(row).isNormal,
  }),

  /** Any other content; `text` is its plain text. */
  other: <Row,>(column: Omit<Column<Row>, 'needsAttention'>): Column<Row> => column,
}
