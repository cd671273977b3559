import { useState } from 'react'
import { CallError, getFieldErrors, getErrorMessage } from '#packages/web/core/call-error.ts'
import type { FlowRecord } from './draft-store.ts'
import { NoResponseError, sendWithRetry } from './send-with-retry.ts'
import type { FlowSpec } from './flow-spec.ts'

const noResponseMessage = '没有收到回应。您填的内容都在，请检查网络后重试。'

const isNoResponse = (error: unknown) =>
  error instanceof NoResponseError || (error instanceof CallError && error.status === 0)

/** The submission of a draft: the label of the button in the meantime, and the refusal. */
export function useFlowSubmit<Answer>(submit: FlowSpec<Answer>['submit']) {
  const [busy, setBusy] = useState('')
  const [refusal, setRefusal] = useState('')
  const send = async ({ draft, idempotencyKey }: FlowRecord) => {
    const outcome: { answer?: Answer; wrong?: Record<string, string> } = {}
    if (busy) return outcome
    setRefusal('')
    try {
      outcome.answer = await sendWithRetry((signal) => submit(draft, { idempotencyKey, signal }), setBusy)
    } catch (error) {
      const wrong = getFieldErrors(error)
      if (Object.keys(wrong).length > 0) outcome.wrong = wrong
      else setRefusal(isNoResponse(error) ? noResponseMessage : getErrorMessage(error))
    } finally {
      setBusy('')
    }
    return outcome
  }
  return { busy, refusal, send }
}
