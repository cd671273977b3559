import type { ListFilter, Targets } from './list-spec.ts'

/** Which rows are ticked. After 选择全部 results it is the other way round: all but those in `ids`. */
export interface Selection {
  isAll: boolean
  ids: ReadonlySet<string>
  /** Where a range begins, and how far it reaches so far. */
  anchor: string | undefined
  extent: string | undefined
}

export const noSelection: Selection = { isAll: false, ids: new Set(), anchor: undefined, extent: undefined }
export const allSelected: Selection = { ...noSelection, isAll: true }

export const isTicked = ({ isAll, ids }: Selection, id: string) => ids.has(id) !== isAll

/** The ids of the opposite kind than the selection lists: ticking a row of 全部 takes away an exception. */
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

/** From where the range began to this row, in the order they stand; what an earlier reach took beyond it is let go. */
export function extendSelection(selection: Selection, id: string, order: readonly string[], from = id): Selection {
  const anchor = selection.anchor !== undefined && order.includes(selection.anchor) ? selection.anchor : from
  const before = selection.anchor === anchor && selection.extent ? between(order, anchor, selection.extent) : []
  return { ...set(set(selection, before, false), between(order, anchor, id), true), anchor, extent: id }
}

function between(order: readonly string[], one: string, other: string) {
  const [from, to] = [order.indexOf(one), order.indexOf(other)].sort((a, b) => a - b) as [number, number]
  return from < 0 ? [] : order.slice(from, to + 1)
}

/** How much of what is shown is ticked. */
export function getTickedShare(selection: Selection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const count = shown.filter((id) => isTicked(selection, id)).length
  return count === 0 ? 'none' : count === shown.length ? 'all' : 'some'
}

/** The box in the header: all that is shown, or none of it. */
export const toggleShownRows = (selection: Selection, shown: readonly string[]): Selection =>
  set(selection, shown, getTickedShare(selection, shown) !== 'all')

export const countTicked = ({ isAll, ids }: Selection, total: number) =>
  isAll ? Math.max(0, total - ids.size) : ids.size

export const getTargets = ({ isAll, ids }: Selection, listFilter: ListFilter): Targets =>
  isAll ? { all: true, listFilter, except: [...ids] } : { ids: [...ids] }
