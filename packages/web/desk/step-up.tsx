import type { InputRef } from 'antd'
import { createContext, createElement, Suspense, use, type ComponentType, type Ref } from 'react'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'

/** A code that the server requires before it continues. */
export interface StepUpChallenge {
  msgId: string
  /** The masked number; empty where there is no phone. */
  phone: string
  /** The allowed methods: a text message, an authenticator app, a passkey. */
  methods?: readonly ('sms' | 'totp' | 'passkey')[]
}

/** The answer to the challenge. */
export interface StepUpProof {
  msgId: string
  code: string
}

/** The challenge, if the server refused because a code is missing. */
export const findStepUpChallenge = (refused: unknown): StepUpChallenge | undefined =>
  refused instanceof CallError && refused.ret === Ret.secondStepNeeded ? (refused.data as StepUpChallenge) : undefined

export interface CodeRowProps {
  ref?: Ref<InputRef>
  challenge: StepUpChallenge
  error: string | undefined
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}

/** The component for a code. The entry provides it, because only the sign-in code can send one. */
export const CodeRowContext = createContext<ComponentType<CodeRowProps> | null>(null)

/** The row of a form for such a code; a message is sent as soon as the row is mounted. */
export function StepUpCodeRow(props: CodeRowProps) {
  const row = use(CodeRowContext)
  // The row is loaded on demand; the dialog around it stays visible meanwhile.
  return row && <Suspense fallback={null}>{createElement(row, props)}</Suspense>
}
