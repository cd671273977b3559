import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ChipOption } from '../chips.tsx'
import type { Milestone } from '../milestones.tsx'
import type { Draft, DraftStore } from './draft-store.ts'

export interface FlowField {
  key: string
  label: string
  /** `idCard` and `mobile` are typed in groups and ticked when they can be right. */
  kind: 'text' | 'idCard' | 'mobile' | 'select' | 'choice'
  /** Of `select` and `choice`. */
  options?: readonly (string | ChipOption)[]
  isOptional?: boolean
  hint?: string
  /** Filled in by the machine: these words say from where. */
  from?: string
  autoComplete?: string
  /** `choice`: two short ones beside their label. */
  isInline?: boolean
}

export interface FlowStep {
  /** Stands in the address. */
  id: string
  /** One word, in the bar of steps. */
  title: string
  /** Above the fields. */
  heading?: ReactNode
  fields: readonly FlowField[]
  /** The contract's rules for this step and no other. */
  check: z.ZodType
  /** What follows from a field, drawn below it. */
  after?: (key: string, draft: Draft) => ReactNode
  /** What the last step says of this one. */
  summary: (draft: Draft) => { text: ReactNode; secondLine?: ReactNode }
}

/** Who may fill it in: anybody, a guardian who is signed in, or whoever proves a telephone number. */
export type FlowAuth = 'none' | 'guardian' | { sms: (onProved: (owner: string) => void) => ReactNode }

/** What stands before the first step. */
export interface FlowIntro {
  /** Whose page it is. */
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
  /** Names the draft in the device's store. */
  id: string
  title: string
  /** The anchor in the handbook. */
  help: string
  auth: FlowAuth
  steps: readonly FlowStep[]
  /** What is known before anybody types. */
  start?: Draft
  intro?: FlowIntro
  /** The title of the last step, where everything is read once more. */
  checkTitle?: string
  /** 我已阅读《…》: has to be ticked before sending. */
  promise?: ReactNode
  /** Whoever sends it signs by hand, or types the name. */
  isSigned?: boolean
  submitLabel: string
  /** Where the way back leads from the first step. */
  exitUrl: string
  /** When it closes, by the server's clock, and how far this device's clock is behind that. */
  closesAt?: number
  skewMs?: number
  /** Keeps the draft on the server. Without it, it stays on this device until it is sent. */
  save?: (draft: Draft) => Promise<void>
  submit: (draft: Draft, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Answer>
  /** The page after it; `again` begins anew. */
  done: (answer: Answer, startOver: () => void) => ReactNode
  store?: DraftStore
}
