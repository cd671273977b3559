import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ChipOption } from '../chips.tsx'
import type { Milestone } from '../milestones.tsx'
import type { Draft, DraftStore } from './draft-store.ts'

export interface FlowField {
  key: string
  label: string
  /** `idCard` and `mobile` are typed in groups and get a tick when they are valid. */
  kind: 'text' | 'idCard' | 'mobile' | 'select' | 'choice'
  /** For `select` and `choice`. */
  options?: readonly (string | ChipOption)[]
  isOptional?: boolean
  hint?: string
  /** Filled in automatically: this text names the source. */
  from?: string
  autoComplete?: string
  /** `choice`: two short ones beside their label. */
  isInline?: boolean
}

export interface FlowStep {
  /** Part of the address. */
  id: string
  /** One word, in the bar of steps. */
  title: string
  /** Above the fields. */
  heading?: ReactNode
  fields: readonly FlowField[]
  /** The contract's rules for this step and no other. */
  check: z.ZodType
  /** Content derived from a field, rendered below it. */
  after?: (key: string, draft: Draft) => ReactNode
  /** The lines about this step in the summary. */
  summary: (draft: Draft) => { text: ReactNode; secondLine?: ReactNode }
}

/** Who may fill it in: anybody, a signed-in guardian, or a user with a verified phone number. */
export type FlowAuth = 'none' | 'guardian' | { sms: (onProved: (owner: string) => void) => ReactNode }

/** The page before the first step. */
export interface FlowIntro {
  /** The name of the publisher. */
  name: string
  title: string
  /** Number of the document, from when to when. */
  facts: readonly string[]
  note: ReactNode
  prepare: readonly { icon: ReactNode; text: string }[]
  milestones: readonly Milestone[]
  links?: ReactNode
}

export interface FlowSpec<Answer> {
  /** The name of the draft in the device's store. */
  id: string
  title: string
  /** The anchor in the handbook. */
  help: string
  auth: FlowAuth
  steps: readonly FlowStep[]
  /** Values that are known from the start. */
  start?: Draft
  intro?: FlowIntro
  /** The title of the last step with the summary. */
  checkTitle?: string
  /** 我已阅读《…》: must be ticked before sending. */
  promise?: ReactNode
  /** The user signs by hand, or types the name. */
  isSigned?: boolean
  submitLabel: string
  /** The target of the back button in the first step. */
  exitUrl: string
  /** When it closes, by the server's clock, and how far this device's clock is behind that. */
  closesAt?: number
  skewMs?: number
  /** Stores the draft on the server. Without it, the draft stays on this device until it is sent. */
  save?: (draft: Draft) => Promise<void>
  submit: (draft: Draft, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Answer>
  /** The page afterwards; `startOver` starts a new draft. */
  done: (answer: Answer, startOver: () => void) => ReactNode
  store?: DraftStore
}
