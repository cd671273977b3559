import { dateOf, dayTime, momentOf, type Moment } from '#packages/web/core/format/time.ts'
import type { Icon } from '../glyph.tsx'
import { StatusTag, type Tone } from '../status-tag.tsx'
import type { Column } from './spec.ts'

export type Common<Row> = Omit<Column<Row>, 'align' | 'cell' | 'words' | 'isLoud'>

type TextColumn<Row> =
  | (Common<Row> & { of: (row: Row) => string })
  | (Common<Row> & { key: TextKey<Row>; of?: undefined })
type TextKey<Row> = { [Key in keyof Row & string]: Row[Key] extends string ? Key : never }[keyof Row & string]

interface Status {
  tone: Tone
  icon: Icon
  words: string
  /** The ordinary state, which needs nobody's eye. */
  isUsual?: boolean
}

/** In a list the ordinary state is quiet, so that the one that needs an eye is found. */
export const StatusOf = ({ status: { tone, icon, words, isUsual = false } }: { status: Status }) => (
  <StatusTag tone={tone} icon={icon} quiet={isUsual}>
    {words}
  </StatusTag>
)

export const none = '—'
// One for all: a number that looks for its own takes ten times as long.
const figures = new Intl.NumberFormat('zh-CN')
const figure = (value: number | null) => (value === null ? '' : figures.format(value))

/** The kinds of columns that lists are made of. An empty cell is always a dash. */
export const col = {
  /** Without `of` it shows what the row has under its key. */
  text: <Row,>(text: TextColumn<Row>): Column<Row> => {
    const { of = (row: Row) => String(row[text.key as keyof Row]), ...column } = text
    return { ...column, cell: (row) => of(row) || none, words: of }
  },

  /** Right-aligned. On a card it needs its unit: 28 人. */
  number: <Row,>({
    of,
    unit = '',
    ...column
  }: Common<Row> & { of: (row: Row) => number | null; unit?: string }): Column<Row> => ({
    ...column,
    align: 'right',
    cell: (row) => figure(of(row)) || none,
    words: (row) => (of(row) ? `${figure(of(row))} ${unit}`.trim() : ''),
  }),

  /** The day, or with `hasTime` the minute. */
  date: <Row,>({
    of,
    hasTime = false,
    ...column
  }: Common<Row> & { of: (row: Row) => Moment; hasTime?: boolean }): Column<Row> => {
    const written = hasTime ? dayTime : dateOf
    return { ...column, cell: (row) => written(of(row)), words: (row) => (momentOf(of(row)) ? written(of(row)) : '') }
  },

  status: <Row,>({ of, ...column }: Common<Row> & { of: (row: Row) => Status }): Column<Row> => ({
    card: 'tag',
    ...column,
    cell: (row) => <StatusOf status={of(row)} />,
    words: (row) => of(row).words,
    isLoud: (row) => !of(row).isUsual,
  }),

  /** Whatever else there is; `words` say it plainly. */
  other: <Row,>(column: Omit<Column<Row>, 'isLoud'>): Column<Row> => column,
}
