import type { InputRef } from 'antd'
import { createContext, createElement, Suspense, use, type ComponentType, type Ref } from 'react'
import type { StepUpChallenge } from '#packages/web/core/step-up.ts'

export { findStepUpChallenge, type StepUpChallenge, type StepUpProof } from '#packages/web/core/step-up.ts'

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
