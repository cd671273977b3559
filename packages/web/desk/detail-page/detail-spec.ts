import type { ReactNode } from 'react'
import type { Icon } from '../glyph.tsx'
import type { MaskedField } from '../masked-value-props.ts'
import type { MenuItem } from '../menu-items.tsx'
import type { Tone } from '../status-tag.tsx'

/** The subject: known from the row of a list before the rest is loaded. */
export interface DetailHead {
  name: string
  /** One or two characters, or an icon. */
  avatar?: ReactNode
  /** The state, beside the name. */
  tags?: ReactNode
  /** Below the name, one by one. */
  facts?: readonly ReactNode[]
}

/** A fact with restricted access. */
export type FactGuard =
  /** The user may reveal it, with a reason. */
  | ({ kind: 'masked' } & Omit<MaskedField, 'label'>)
  /** The user may not see it: who may, and the button to request access. */
  | { kind: 'locked'; who: string; onRequestAccess?: () => void }
  /** Even the existence of the fact is secret. */
  | { kind: 'absent' }

export interface DetailFact {
  label: string
  value?: ReactNode
  guard?: FactGuard | undefined
}

export interface DetailPageSection {
  title: string
  /** Beside the title, for a card of a single line. */
  line?: ReactNode
  /** At the end of the title's line. */
  note?: ReactNode
  facts?: readonly DetailFact[]
  /** Content that is not a list of facts. */
  body?: ReactNode
}

export interface TimelineEntry {
  id: string
  /** For the filter: 家访, 调班. */
  kind: string
  /** A date, or a time. */
  at: string
  title?: string
  text: ReactNode
  icon: Icon
  tone: Tone
}

export interface TimelineSpec {
  title: string
  entries: readonly TimelineEntry[]
}

export interface DetailPageTab<Detail> {
  key: string
  label: string
  sections: (detail: Detail) => readonly DetailPageSection[]
  timeline?: (detail: Detail) => TimelineSpec
}

/** The position of the record in the list that the user came from. */
export interface ListPosition {
  at: number
  of: number
  onBefore?: (() => void) | undefined
  onAfter?: (() => void) | undefined
}

export interface DetailActions {
  /** Also with the key e. */
  onEdit?: (() => void) | undefined
  /** Further actions, behind one button. */
  more?: { label: string; items: readonly MenuItem[] } | undefined
}
