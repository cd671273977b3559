import type { KeyActions } from './keys.ts'
import { everything, extendTo, nothing, toggle } from './selection.ts'
import type { RowWithId } from './spec.ts'
import type { ListModel } from './use-list-model.ts'

const rowsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-row]')]
const focusedIn = (root: HTMLElement) => rowsIn(root).findIndex((row) => row.contains(document.activeElement))

/** From the row that has the focus to the next one, or from nowhere to the first. A row has it when its name does. */
function go(root: HTMLElement, by: number) {
  const rows = rowsIn(root)
  const at = focusedIn(root)
  const to = at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by
  const row = rows[to]
  row?.querySelector<HTMLElement>(row.querySelector('[data-name]') ? '[data-name]' : 'input')?.focus()
  return row !== undefined
}

/** What the keys of a list do to it. */
export function keysOf<Row extends RowWithId, Detail extends Row, Values extends object>(
  model: ListModel<Row, Detail, Values>,
): KeyActions {
  const { list, select, ticked, canTick, filling, place, move } = model
  const rows = list.page?.items ?? []
  const order = rows.map(({ id }) => id)
  const extend = (root: HTMLElement, by: number) => {
    const from = order[focusedIn(root)]
    if (!canTick || !go(root, by)) return false
    const to = order[focusedIn(root)]
    if (to) select((before) => extendTo(before, to, order, from ?? to))
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
      select((before) => toggle(before, id))
      return true
    },
    all: () => {
      if (!canTick || rows.length === 0) return false
      select(() => everything)
      return true
    },
    create: () => {
      filling.create()
      return filling.canCreate
    },
    edit: (root) => {
      const at = focusedIn(root)
      const row = at < 0 ? rows.find(({ id }) => id === place.open) : rows[at]
      if (!row || !filling.canEdit(row)) return false
      filling.edit(row)
      return true
    },
    escape: () => {
      if (place.open) move({ open: undefined }, { replace: true })
      else if (ticked > 0) select(() => nothing)
      return Boolean(place.open) || ticked > 0
    },
  }
}
