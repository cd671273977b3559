import type { ReactNode } from 'react'

/** The head above rows that belong to a node of a tree. */
export interface ListHead {
  name: string | undefined
  /** What the node belongs to. */
  about: string | undefined
  aside?: ReactNode
  tools?: ReactNode
  /** Why the node is unknown. */
  error?: unknown
  /** Instead of all rows. */
  instead?: ReactNode
  /** The next step when there are no rows. */
  next?: ReactNode
}
