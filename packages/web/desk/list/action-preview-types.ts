/** What an act would do, as the server's trial run says. */
export interface ActionPreview {
  /** How many would change; with none there is nothing to confirm. */
  count: number
  /** Some of their names. */
  names: readonly string[]
  /** Who is left out, and why. */
  skipped?: string
  /** What changes, line by line; a warning stands out. */
  changes: readonly { label: string; before: string; after: string; warning?: string }[]
  /** What changes with it. */
  consequences: readonly { label: string; text: string }[]
  /** Why it cannot be done as things are: then there is nothing to confirm either. */
  obstacle?: string
  /** Beside the buttons: for how long it can be undone, say. */
  note?: string
}

/** Takes back what was just done. */
export type UndoAction = () => Promise<unknown>
