import type { FoundNode, TreeNode } from '#packages/web/core/list/tree-node.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListSpec, RowWithId } from '../list/list-spec.ts'
import type { EmptyIllustration } from '../page-state.tsx'

export type { FoundNode, TreeNode } from '#packages/web/core/list/tree-node.ts'

export interface TreeSpec {
  title: string
  /** The label of the switch on a phone: 切换机构. */
  change: string
  level: (parentId: string | null) => QueryDefinition<TreeNode[]>
  /** For expanding the tree down to the node of the address. */
  parentOf: (id: string) => QueryDefinition<string | null>
  /** The placeholder of the search, and the query of its first results. */
  search?: { placeholder: string; find: (text: string) => QueryDefinition<FoundNode[]> }
  /** The nodes are not rows of the page: the page has no details of them. */
  isOther?: boolean
  /**
   * Nodes have a custom order, which users with the permission can change: down by this many positions, or up if
   * negative.
   */
  sorting?: { permission: string; sort: (id: string, by: number) => Promise<unknown> }
  /** At the foot: the label for creating a record below the chosen node, and the keys of actions on that node. */
  foot?: { create?: string; actions: readonly string[] }
  /** A fact about the whole tree, beside the page's title. */
  note?: (roots: readonly TreeNode[]) => string
  /** When this user may see no node at all. */
  empty: { title: string; text?: string; of?: EmptyIllustration }
}

/** The specification of a page with a tree at the left and the rows of the chosen node at the right. */
export interface TreeListSpec<
  Row extends RowWithId,
  Detail extends Row = Row,
  Values extends object = never,
> extends ListSpec<Row, Detail, Values> {
  tree: TreeSpec
  /** Whether a visible row may be changed at all; `isTop`: it is the root of the user's tree. */
  canChange?: (row: Row, isTop: boolean) => boolean
}
