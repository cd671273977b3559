import type { ListFilter, Targets } from './list-spec.ts'

/** The ticked rows. After 选择全部 it is inverted: all except those in `ids`. */
export interface Selection {
  isAll: boolean
  ids: ReadonlySet<string>
  /** The start of a range, and its current end. */
  anchor: string | undefined
  extent: string | undefined
}

export const noSelection: Selection = { isAll: false, ids: new Set(), anchor: undefined, extent: undefined }
export const allSelected: Selection = { ...noSelection, isAll: true }

export const isTicked = ({ isAll, ids }: Selection, id: string) => ids.has(id) !== isAll

/** With `isAll` the ids are exceptions: ticking a row removes an exception. */
function set({ isAll, ids, ...range }: Selection, changed: Iterable<string>, on: boolean): Selection {
  const next = new Set(ids)
  for (const id of changed) {
    if (on === isAll) next.delete(id)
    else next.add(id)
  }
  return { isAll, ids: next, ...range }
}

export const toggleRow = (selection: Selection, id: string): Selection => ({
  ...set(selection, [id], !isTicked(selection, id)),
  anchor: id,
  extent: id,
})

/**
 * Ticks from the start of the range to this row, in display order; rows beyond it from an earlier range are unticked.
 */
export function extendSelection(selection: Selection, id: string, order: readonly string[], from = id): Selection {
  const anchor = selection.anchor !== undefined && order.includes(selection.anchor) ? selection.anchor : from
  const before = selection.anchor === anchor && selection.extent ? between(order, anchor, selection.extent) : []
  return { ...set(set(selection, before, false), between(order, anchor, id), true), anchor, extent: id }
}

function between(order: readonly string[], one: string, other: string) {
  const [from, to] = [order.indexOf(one), order.indexOf(other)].sort((a, b) => a - b) as [number, number]
  return from < 0 ? [] : order.slice(from, to + 1)
}

/** How many of the visible rows are ticked. */
export function getTickedShare(selection: Selection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const count = shown.filter((id) => isTicked(selection, id)).length
  return count === 0 ? 'none' : count === shown.length ? 'all' : 'some'
}

/** The checkbox in the header: all visible rows, or none. */
export const toggleShownRows = (selection: Selection, shown: readonly string[]): Selection =>
  set(selection, shown, getTickedShare(selection, shown) !== 'all')

export const countTicked = ({ isAll, ids }: Selection, total: number) =>
  isAll ? Math.max(0, total - ids.size) : ids.size

export const getTargets = ({ isAll, ids }: Selection, listFilter: ListFilter): Targets =>
  isAll ? { all: true, listFilter, except: [...ids] } : { ids: [...ids] }
