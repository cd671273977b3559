import { useRef, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { handledMessage } from '../../contract.ts'

/** The second tap of a double tap must not decide the request that has just opened. */
const pauseMs = 600

/** Sends decisions one at a time and says how they went. It outlives the request that it decides. */
export function useDecision() {
  const { showMessage, showWarning, toast } = useToast()
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const lastAt = useRef(-Infinity)
  const report = (error: unknown) => {
    const message = getErrorMessage(error)
    showWarning(message === handledMessage ? '该任务已被处理，已为您刷新' : message)
  }
  /** `onRefused` loads again what the reader sees. */
  const send = async <Answer>(
    work: () => Promise<Answer>,
    onDone: (answer: Answer) => void,
    onRefused: () => void = () => {},
  ) => {
    if (isSending.current || performance.now() - lastAt.current < pauseMs) return
    isSending.current = true
    setBusy(true)
    try {
      onDone(await work())
      lastAt.current = performance.now()
    } catch (error) {
      report(error)
      onRefused()
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  /** Takes a decision back, also right after it and while the next one is sent. */
  const undo = (work: () => Promise<unknown>, onDone: () => void) => void work().then(onDone).catch(report)
  return { isBusy, send, undo, showMessage, showWarning, toast }
}
