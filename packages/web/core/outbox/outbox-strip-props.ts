import type { OutboxItem } from './outbox-entry.ts'

/** The strip of phones and that of the desk. */
export interface OutboxStripProps {
  items: readonly OutboxItem[]
  /** What was written: 11月19日 08:02 点名. */
  describe: (item: OutboxItem) => string
  /** The page on which a conflict is settled. */
  linkTo?: (item: OutboxItem) => string | undefined
  onDismiss: (id: string) => void
}
