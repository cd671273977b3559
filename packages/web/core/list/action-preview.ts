/** What an action would do, according to the server's preview. */
export interface ActionPreview {
  /** How many would change; with none there is nothing to confirm. */
  count: number
  /** Some of their names. */
  names: readonly string[]
  /** Who is left out, and why. */
  skipped?: string
  /** The changes, line by line; a warning is highlighted. */
  changes: readonly { label: string; before: string; after: string; warning?: string }[]
  /** Further changes that follow. */
  consequences: readonly { label: string; text: string }[]
  /** Why it cannot be done now: then there is nothing to confirm either. */
  obstacle?: string
  /** Beside the buttons, for example how long it can be undone. */
  note?: string
}

/** Undoes the last action. */
export type UndoAction = () => Promise<unknown>
