import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListSpec, RowWithId } from '../list/list-spec.ts'
import type { EmptyIllustration } from '../page-state.tsx'

export interface TreeNode {
  id: string
  name: string
  /** Stands right, in grey. */
  count: number
  hasChild: boolean
  /** How many nodes stand below it, on every level. */
  below?: number
  /** Nobody has counted: then no number stands there. */
  isUncounted?: boolean
  /** What it is, for whoever makes something below it. */
  kind?: string
  /** Whatever is closed is still there, but grey. */
  isOff?: boolean
  /** It only leads to others: it can be opened, not chosen. */
  isPassing?: boolean
}

/** A node that a search found, and where it is. */
export interface FoundNode {
  id: string
  name: string
  about?: string
}

export interface TreeSpec {
  title: string
  /** What one chooses on a phone: 切换机构. */
  change: string
  level: (parentId: string | null) => QueryDefinition<TreeNode[]>
  /** For opening the tree at a node that the address names. */
  parentOf: (id: string) => QueryDefinition<string | null>
  /** What can be typed to find a node, and the first that fit. */
  search?: { placeholder: string; find: (text: string) => QueryDefinition<FoundNode[]> }
  /** The nodes are something else than the rows: the page has no details of them. */
  isOther?: boolean
  /** Nodes have an order of their own, and whoever may can change it: by so many places down, or up with less than 0. */
  sorting?: { permission: string; sort: (id: string, by: number) => Promise<unknown> }
  /** At the foot: what making one below the chosen node is called, and acts of the page on that node, by their keys. */
  foot?: { create?: string; actions: readonly string[] }
  /** A fact about the whole tree, beside the page's title. */
  note?: (roots: readonly TreeNode[]) => string
  /** When this user may see no node at all. */
  empty: { title: string; text?: string; of?: EmptyIllustration }
}

/** What is special about a page with a tree at the left and the rows of the chosen node at the right. */
export interface TreeListSpec<
  Row extends RowWithId,
  Detail extends Row = Row,
  Values extends object = never,
> extends ListSpec<Row, Detail, Values> {
  tree: TreeSpec
  /** Whether a row may be changed at all by whoever sees it; `isTop`: it is where the tree begins for them. */
  canChange?: (row: Row, isTop: boolean) => boolean
}
