import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { handledMessage } from '../../contract.ts'
import { approvalKey } from '../flow-queries.ts'

/** The second press of a double click must not decide the request that has just opened. */
const pauseMs = 600

/** Sends decisions one at a time. A refusal is shown, and what the reader sees is loaded again. */
export function useDecision() {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const lastAt = useRef(-Infinity)
  const reload = () => client.invalidateQueries({ queryKey: approvalKey })
  const send = async <Answer>(work: () => Promise<Answer>, onDone: (answer: Answer) => void) => {
    if (isSending.current || performance.now() - lastAt.current < pauseMs) return
    isSending.current = true
    setBusy(true)
    try {
      onDone(await work())
      lastAt.current = performance.now()
    } catch (error) {
      const message = getErrorMessage(error)
      toast.error(message === handledMessage ? '该任务已被处理，已为您刷新' : message)
    } finally {
      isSending.current = false
      setBusy(false)
      void reload()
    }
  }
  return { isBusy, send, reload }
}
