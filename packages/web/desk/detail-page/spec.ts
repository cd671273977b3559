import type { ReactNode } from 'react'
import type { Icon } from '../glyph.tsx'
import type { Masked } from '../masked-value.ts'
import type { MenuItem } from '../menu-items.tsx'
import type { Tone } from '../status-tag.tsx'

/** Who or what it is about: known from the row of a list before the rest is read. */
export interface DetailHead {
  name: string
  /** One or two characters, or an icon. */
  face?: ReactNode
  /** How it stands, beside the name. */
  tags?: ReactNode
  /** Below the name, piece by piece. */
  facts?: readonly ReactNode[]
}

/** A fact that not everybody may read. */
export type Guard =
  /** I may, and say why. */
  | ({ kind: 'masked' } & Omit<Masked, 'label'>)
  /** I may not: who does, and the way to ask. */
  | { kind: 'locked'; who: string; onAsk?: () => void }
  /** That there is such a fact is already too much. */
  | { kind: 'absent' }

export interface DetailFact {
  label: string
  value?: ReactNode
  guard?: Guard | undefined
}

export interface DetailSection {
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
  words: ReactNode
  icon: Icon
  tone: Tone
}

export interface Timeline {
  title: string
  entries: readonly TimelineEntry[]
}

export interface DetailTab<Detail> {
  key: string
  label: string
  sections: (detail: Detail) => readonly DetailSection[]
  timeline?: (detail: Detail) => Timeline
}

/** Where one stands in the list one came from. */
export interface PlaceInList {
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
