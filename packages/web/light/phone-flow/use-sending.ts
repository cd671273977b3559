import { useState } from 'react'
import { CallError, fieldErrorsOf, wordsOf } from '#packages/web/core/call-error.ts'
import type { FlowRecord } from './draft-store.ts'
import { NoAnswer, sendPatiently } from './send-patiently.ts'
import type { FlowSpec } from './spec.ts'

const unanswered = '没有收到回应。您填的内容都在，请检查网络后重试。'

const isUnanswered = (error: unknown) => error instanceof NoAnswer || (error instanceof CallError && error.status === 0)

/** The sending of a draft: what the button says meanwhile, and why it was not taken. */
export function useSending<Answer>(submit: FlowSpec<Answer>['submit']) {
  const [busy, setBusy] = useState('')
  const [refusal, setRefusal] = useState('')
  const send = async ({ draft, idempotencyKey }: FlowRecord) => {
    const outcome: { answer?: Answer; wrong?: Record<string, string> } = {}
    if (busy) return outcome
    setRefusal('')
    try {
      outcome.answer = await sendPatiently((signal) => submit(draft, { idempotencyKey, signal }), setBusy)
    } catch (error) {
      const wrong = fieldErrorsOf(error)
      if (Object.keys(wrong).length > 0) outcome.wrong = wrong
      else setRefusal(isUnanswered(error) ? unanswered : wordsOf(error))
    } finally {
      setBusy('')
    }
    return outcome
  }
  return { busy, refusal, send }
}
