export interface TreeNode {
  id: string
  name: string
  /** Shown at the right, in grey. */
  count: number
  hasChild: boolean
  /** The number of nodes below it, on every level. */
  below?: number
  /** The count is unknown: then no number is shown. */
  isUncounted?: boolean
  /** Its kind, for creating records below it. */
  kind?: string
  /** Disabled nodes are still shown, but grey. */
  isOff?: boolean
  /** It only contains others: it can be expanded, not chosen. */
  isPassing?: boolean
}

/** A found node with its location. */
export interface FoundNode {
  id: string
  name: string
  about?: string
}
