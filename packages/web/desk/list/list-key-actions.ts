import type { ListKeyActions } from './use-list-keys.ts'
import { allSelected, extendSelection, noSelection, toggleRow } from './selection.ts'
import type { RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'

const rowsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-row]')]
const focusedIn = (root: HTMLElement) => rowsIn(root).findIndex((row) => row.contains(document.activeElement))

/** Moves from the focused row to the next one, or to the first. A row is focused when its name link is. */
function go(root: HTMLElement, by: number) {
  const rows = rowsIn(root)
  const at = focusedIn(root)
  const to = at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by
  const row = rows[to]
  row?.querySelector<HTMLElement>(row.querySelector('[data-name]') ? '[data-name]' : 'input')?.focus()
  return row !== undefined
}

/** The actions of the list's keys. */
export function createListKeyActions<Row extends RowWithId, Detail extends Row, Values extends object>(
  model: ListModel<Row, Detail, Values>,
): ListKeyActions {
  const { list, select, ticked, canTick, rowForm, listState, move } = model
  const rows = list.page?.items ?? []
  const order = rows.map(({ id }) => id)
  const extend = (root: HTMLElement, by: number) => {
    const from = order[focusedIn(root)]
    if (!canTick || !go(root, by)) return false
    const to = order[focusedIn(root)]
    if (to) select((before) => extendSelection(before, to, order, from ?? to))
    return true
  }
  return {
    search: (root) => {
      const field = root.querySelector<HTMLInputElement>('[data-search]')
      field?.focus()
      field?.select()
      return field !== null
    },
    down: (root) => go(root, 1),
    up: (root) => go(root, -1),
    extendDown: (root) => extend(root, 1),
    extendUp: (root) => extend(root, -1),
    tick: (root) => {
      const id = order[focusedIn(root)]
      if (!id || !canTick) return false
      select((before) => toggleRow(before, id))
      return true
    },
    all: () => {
      if (!canTick || rows.length === 0) return false
      select(() => allSelected)
      return true
    },
    create: () => {
      rowForm.create()
      return rowForm.canCreate
    },
    edit: (root) => {
      const at = focusedIn(root)
      const row = at < 0 ? rows.find(({ id }) => id === listState.open) : rows[at]
      if (!row || !rowForm.canEdit(row)) return false
      rowForm.edit(row)
      return true
    },
    escape: () => {
      if (listState.open) move({ open: undefined }, { replace: true })
      else if (ticked > 0) select(() => noSelection)
      return Boolean(listState.open) || ticked > 0
    },
  }
}
