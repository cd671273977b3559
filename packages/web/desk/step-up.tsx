import type { InputRef } from 'antd'
import { createContext, createElement, use, type ComponentType, type Ref } from 'react'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'

/** A code that has to be told before the server goes on. */
export interface StepUpChallenge {
  msgId: string
  /** Where it goes, masked; empty where there is no phone. */
  phone: string
  /** What answers: the message, the code of an application, a passkey. */
  methods?: readonly ('sms' | 'totp' | 'passkey')[]
}

/** The answer to it. */
export interface StepUpProof {
  msgId: string
  code: string
}

/** What is missing, if it is a code. */
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

/** What draws it. The entry provides it, because only the doors know how a code is sent. */
export const CodeRowContext = createContext<ComponentType<CodeRowProps> | null>(null)

/** The row of a form for such a code; a message is sent as soon as the row is there. */
export function CodeRow(props: CodeRowProps) {
  const row = use(CodeRowContext)
  return row && createElement(row, props)
}
