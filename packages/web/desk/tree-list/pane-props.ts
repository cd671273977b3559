import type { Move, Place } from './address.ts'
import type { TreeListSpec } from './spec.ts'
import type { ListState } from './use-list.ts'
import type { TreeState } from './use-tree.ts'

/** What both forms of the page, wide and narrow, are drawn from. */
export interface PaneProps<Row, Detail> {
  spec: TreeListSpec<Row, Detail>
  tree: TreeState
  list: ListState<Row>
  place: Place
  move: Move
  refresh: () => Promise<void>
}

/** How many there are; beyond ten thousand nobody counts. */
export const countOf = ({ itemCount, more }: { itemCount: number; more?: boolean | undefined }) =>
  `${itemCount.toLocaleString()}${more ? '+' : ''}`
