import type { State } from '#packages/contract/labels.ts'
import { formatDate, formatDayTime, formatTimeAgo, parseTime, type TimeValue } from '../format/time.ts'
import type { SharedCard, CardSlot, SharedColumn, SharedList, RowWithId } from './list-spec.ts'

export type SharedColumnBase<Row> = Omit<SharedColumn<Row>, 'align' | 'text' | 'state'>
type TextKey<Row> = { [Key in keyof Row & string]: Row[Key] extends string ? Key : never }[keyof Row & string]
export type TextColumn<Row> =
  | (SharedColumnBase<Row> & { of: (row: Row) => string })
  | (SharedColumnBase<Row> & { key: TextKey<Row>; of?: undefined })
export type NumberColumn<Row> = SharedColumnBase<Row> & { of: (row: Row) => number | null; unit?: string }
export type DateColumn<Row> = SharedColumnBase<Row> & { of: (row: Row) => TimeValue; hasTime?: boolean }

// One shared formatter: creating one per number takes ten times as long.
const figures = new Intl.NumberFormat('zh-CN')
const formatFigure = (value: number | null) => (value === null ? '' : figures.format(value))

/** The kinds of columns of lists that the desk and phones share. */
export const sharedCol = {
  /** Without `of` it shows the row's value of its key. */
  text: <Row>(text: TextColumn<Row>): SharedColumn<Row> => {
    const { of = (row: Row) => String(row[text.key as keyof Row]), ...column } = text
    return { ...column, text: of }
  },

  /** Right-aligned. On a card it needs its unit: 28 人. */
  number: <Row>({ of, unit = '', ...column }: NumberColumn<Row>): SharedColumn<Row> => ({
    ...column,
    align: 'right',
    text: (row) => (of(row) ? `${formatFigure(of(row))} ${unit}`.trim() : ''),
    cellText: (row) => formatFigure(of(row)),
  }),

  /** The day, or with `hasTime` the minute. */
  date: <Row>({ of, hasTime = false, ...column }: DateColumn<Row>): SharedColumn<Row> => {
    const written = hasTime ? formatDayTime : formatDate
    const text = (row: Row) => (parseTime(of(row)) ? written(of(row)) : '')
    // A card has no room for a date with its weekday and time.
    return hasTime
      ? { cardText: (row) => (parseTime(of(row)) ? formatTimeAgo(of(row)) : ''), ...column, text }
      : { ...column, text }
  },

  state: <Row>({ of, ...column }: SharedColumnBase<Row> & { of: (row: Row) => State }): SharedColumn<Row> => ({
    card: 'tag',
    ...column,
    text: (row) => of(row).label,
    state: of,
  }),
}

/** A row as a card, from the columns that have a place on it. */
export function getSharedCard<Row extends RowWithId>(
  { columns, card }: Pick<SharedList<Row>, 'columns' | 'card'>,
  row: Row,
): SharedCard {
  if (card) return card(row)
  const of = (slot: CardSlot) => columns.filter((column) => column.card === slot)
  const listTexts = (slot: CardSlot) =>
    of(slot)
      .map(({ text, cardText = text }) => cardText(row))
      .filter(Boolean)
  const state = of('tag')
    .flatMap((column) => column.state?.(row) ?? [])
    .find(({ isNormal }) => !isNormal)
  const [phone] = listTexts('call')
  return {
    kind: listTexts('kind').join(' '),
    facts: listTexts('fact'),
    ...(state && { state }),
    ...(phone && { phone }),
  }
}
