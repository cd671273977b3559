import type { ReactNode } from 'react'

/** What stands over the rows where they belong to something: a node of a tree. */
export interface ListHead {
  name: string | undefined
  /** What it belongs to in its turn. */
  about: string | undefined
  aside?: ReactNode
  tools?: ReactNode
  /** Why it is not known whose rows to show. */
  error?: unknown
  /** In the place of all rows. */
  instead?: ReactNode
  /** What to do when there are none. */
  next?: ReactNode
}
