import type { ReactNode } from 'react'
import type { Icon } from '../glyph.tsx'
import type { MaskedField } from '../masked-value-props.ts'
import type { MenuItem } from '../menu-items.tsx'
import type { Tone } from '../status-tag.tsx'

/** Who or what it is about: known from the row of a list before the rest is read. */
export interface DetailHead {
  name: string
  /** One or two characters, or an icon. */
  avatar?: ReactNode
  /** How it stands, beside the name. */
  tags?: ReactNode
  /** Below the name, piece by piece. */
  facts?: readonly ReactNode[]
}

/** A fact that not everybody may read. */
export type FactGuard =
  /** I may, and say why. */
  | ({ kind: 'masked' } & Omit<MaskedField, 'label'>)
  /** I may not: who does, and the way to ask. */
  | { kind: 'locked'; who: string; onRequestAccess?: () => void }
  /** That there is such a fact is already too much. */
  | { kind: 'absent' }

export interface DetailFact {
  label: string
  value?: ReactNode
  guard?: FactGuard | undefined
}

export interface DetailPageSection {
  title: string
  /** Beside the title, for a card that is but one line. */
  line?: ReactNode
  /** At the end of the title's line. */
  note?: ReactNode
  facts?: readonly DetailFact[]
  /** What is no list of facts. */
  body?: ReactNode
}

export interface TimelineEntry {
  id: string
  /** For the filter: 家访, 调班. */
  kind: string
  /** A date, or a moment. */
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

/** Where one stands in the list one came from. */
export interface ListPosition {
  at: number
  of: number
  onBefore?: (() => void) | undefined
  onAfter?: (() => void) | undefined
}

export interface DetailActions {
  /** Also by the key e. */
  onEdit?: (() => void) | undefined
  /** What else can be done, behind one button. */
  more?: { label: string; items: readonly MenuItem[] } | undefined
}
