import type { CardSlot } from '#packages/web/core/list/list-spec.ts'
import type { RowCardContent, Column, ListSpec, RowWithId } from './list-spec.ts'

/** A row as a card, from the columns that define a card slot. */
export function getRowCardContent<Row extends RowWithId>(
  spec: Pick<ListSpec<Row>, 'columns' | 'card'>,
  row: Row,
): RowCardContent {
  if (spec.card) return spec.card(row)
  const of = (part: CardSlot) => spec.columns.filter(({ card }) => card === part)
  const listTexts = (columns: readonly Column<Row>[]) =>
    columns.map(({ text, cardText = text }) => cardText(row)).filter(Boolean)
  const tag = of('tag').find(({ needsAttention }) => needsAttention?.(row) ?? true)
  const [phone] = listTexts(of('call'))
  return {
    kind: listTexts(of('kind')).join(' '),
    facts: listTexts(of('fact')),
    ...(tag && { tag: tag.cell(row) }),
    ...(phone && { phone }),
  }
}
