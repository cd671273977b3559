import { may, type Actor } from '#packages/core'

/** Without the columns that need a permission which the caller lacks. */
export const listVisibleColumns = <Column extends { visibleWith?: string }>(
  actor: Actor,
  columns: readonly Column[],
): Column[] => columns.filter(({ visibleWith }) => !visibleWith || may(actor, visibleWith))
