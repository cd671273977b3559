import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page, PageQuery } from '#packages/contract/params.ts'
import type { Reading } from '#packages/web/core/query-client.ts'

export interface TreeNode {
  id: string
  name: string
  /** Stands right, in grey. */
  count: number
  hasChild: boolean
  /** Whatever is closed is still there, but grey. */
  isOff?: boolean
}

export interface Column<Row> {
  key: string
  title: string
  width: number
  align?: 'right'
  /** When the table gets narrow, the highest leaves first. Without a number it stays. */
  dropAt?: number
  cell: (row: Row) => ReactNode
}

/** One row as a card, on phones. */
export interface Card {
  /** Beside the name. */
  kind: string
  /** The second line, piece by piece. */
  facts: readonly string[]
  /** Only what needs an eye. */
  tag?: ReactNode
  phone?: string
}

export interface Section {
  title?: string
  facts: readonly { label: string; value: ReactNode }[]
}

/** What is special about a page with a tree at the left and a list at the right. */
export interface TreeListSpec<Row, Detail> {
  /** Everything below this key is read again on refresh. */
  queryKey: QueryKey
  tree: {
    title: string
    /** What one chooses on a phone: 切换机构. */
    change: string
    level: (parentId: string | null) => Reading<TreeNode[]>
    /** For opening the tree at a node that the address names. */
    parentOf: (id: string) => Reading<string | null>
    /** A fact about the whole tree, beside the page's title. */
    note?: (roots: readonly TreeNode[]) => string
    /** When this user may see no node at all. */
    empty: { title: string; words?: string }
  }
  list: {
    /** What the rows are, with their measure word: 个下级机构. */
    unit: string
    /** The measure word alone: 个. */
    measure: string
    page: (query: PageQuery & { parentId: string }) => Reading<Page<Row>>
    name: { title: string; of: (row: Row) => string; icon: (row: Row) => ReactNode; isOff?: (row: Row) => boolean }
    columns: readonly Column<Row>[]
    card: (row: Row) => Card
    empty: (node: TreeNode) => { title: string; words?: string }
  }
  detail: {
    of: (id: string) => Reading<Detail>
    icon: (detail: Detail) => ReactNode
    name: (detail: Detail) => string
    /** Beside the name. */
    tag: (detail: Detail) => ReactNode
    /** Below the name, piece by piece. */
    about: (detail: Detail) => readonly string[]
    sections: (detail: Detail) => readonly Section[]
  }
}

export type RowWithId = { id: string }
