import { useState } from 'react'
import type { BatchSummary, RowState } from '../../contract.ts'

/** The rows in view: a group of wrong rows, or rows by state. */
export interface CheckView {
  kind: string | null
  state: RowState | null
  /** Shows the rows of the group among all others. */
  isAll: boolean
  page: number
}

export const createKindView = (kind: string): CheckView => ({ kind, state: null, isAll: false, page: 1 })
export const createStateView = (state: RowState): CheckView => ({ kind: null, state, isAll: false, page: 1 })

/** Wrong rows come first; without any, the changes, because they should be reviewed before the import. */
export function getFirstView({ groups, changed, new: fresh, same }: BatchSummary): CheckView {
  if (groups[0]) return createKindView(groups[0].kind)
  if (changed > 0) return createStateView('changed')
  return createStateView(fresh > 0 || same === 0 ? 'new' : 'same')
}

/** The view after a group is done: the group that followed it. */
export function getNextView(before: BatchSummary, after: BatchSummary, kind: string): CheckView {
  const at = before.groups.findIndex((group) => group.kind === kind)
  const left = new Set(after.groups.map((group) => group.kind))
  const inOrder = [...before.groups.slice(at + 1), ...before.groups.slice(0, Math.max(0, at))]
  const next = inOrder.find((group) => left.has(group.kind)) ?? after.groups[0]
  return next ? createKindView(next.kind) : getFirstView(after)
}

export const hasGroup = ({ groups }: BatchSummary, kind: string | null) => groups.some((group) => group.kind === kind)

/** Keeps the order of the groups from when the page was opened, so that none moves while it gets smaller. */
export function useSteadyGroups(summary: BatchSummary): BatchSummary {
  const [order] = useState(() => summary.groups.map(({ kind }) => kind))
  const rank = ({ kind }: { kind: string }) => (order.includes(kind) ? order.indexOf(kind) : order.length)
  return { ...summary, groups: [...summary.groups].sort((one, other) => rank(one) - rank(other)) }
}

export function useCheckView(summary: BatchSummary) {
  const [view, setView] = useState(() => getFirstView(summary))
  return [view, setView] as const
}
