import type { ReactNode } from 'react'
import { getSharedCard } from '#packages/web/core/list/columns.ts'
import type { SharedFact, SharedList } from '#packages/web/core/list/list-spec.ts'
import { getStateLook } from '../status-look.ts'
import { RowStatusTag, toDeskColumn } from './columns.tsx'
import type { Column, DetailSpec, ListSpec, RowWithId } from './list-spec.ts'

interface DeskLook<Row, Detail> {
  /** Before the name in the list. */
  icon: (row: Row) => ReactNode
  /** Before the name in the detail; by default that of the list. */
  headIcon?: (detail: Detail) => ReactNode
  /** Parts of columns by key, where text is not enough. */
  columns?: Readonly<Record<string, Partial<Column<Row>>>>
  /** How a fact is drawn, if not as its text. */
  fact?: (fact: SharedFact, detail: Detail) => ReactNode
}

/** A shared list on the desk: cells and tags for its columns, and icons. Further parts are added by name. */
export function createDeskList<Row extends RowWithId, Detail extends Row, Values extends object>(
  { name, columns, card, detail, ...list }: SharedList<Row, Detail, Values>,
  look: DeskLook<Row, Detail>,
): Omit<ListSpec<Row, Detail, Values>, 'detail'> & { detail?: DetailSpec<Detail> } {
  const { icon, headIcon = icon, fact = ({ text }: SharedFact) => text } = look
  return {
    ...list,
    name: { ...name, icon },
    columns: columns.map((column) => ({ ...toDeskColumn(column), ...look.columns?.[column.key] })),
    ...(card && {
      card: (row: Row) => {
        const { state, ...content } = getSharedCard({ columns, card }, row)
        return { ...content, ...(state && { tag: <RowStatusTag status={getStateLook(state)} /> }) }
      },
    }),
    ...(detail && {
      detail: {
        of: detail.of,
        name: detail.name,
        about: detail.about,
        icon: headIcon,
        tag: (shown: Detail) => {
          const state = detail.state?.(shown)
          return state && <RowStatusTag status={getStateLook(state)} />
        },
        sections: (shown: Detail) =>
          detail.sections(shown).map(({ facts, ...section }) => ({
            ...section,
            facts: facts.map((one) => ({ label: one.label, value: fact(one, shown) })),
          })),
      },
    }),
  }
}
