import type { Card, CardPart, Column, ListSpec, RowWithId } from './spec.ts'

/** A row as a card, from the columns that say where they stand on it. */
export function cardOf<Row extends RowWithId>(spec: Pick<ListSpec<Row>, 'columns' | 'card'>, row: Row): Card {
  if (spec.card) return spec.card(row)
  const of = (part: CardPart) => spec.columns.filter(({ card }) => card === part)
  const words = (columns: readonly Column<Row>[]) => columns.map((column) => column.words(row)).filter(Boolean)
  const tag = of('tag').find(({ isLoud }) => isLoud?.(row) ?? true)
  const [phone] = words(of('call'))
  return {
    kind: words(of('kind')).join(' '),
    facts: words(of('fact')),
    ...(tag && { tag: tag.cell(row) }),
    ...(phone && { phone }),
  }
}
