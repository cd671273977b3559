import { useState } from 'react'
import { codeForm, type SwitchTarget } from '#kernel/session/contract.ts'
import { isRetryableError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { findStepUpChallenge, type StepUpChallenge } from '#packages/web/desk/step-up.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { switchOrganisation } from './switch-organisation.ts'

export type SwitchChoice = Pick<SwitchTarget, 'id' | 'name'>
/** A switch that needs only a code. */
export interface PendingSwitch {
  target: SwitchChoice
  step: StepUpChallenge
  /** The page to open afterwards. */
  to: string
}

/** The pending switch, if the server refused because a code is missing. */
export function getPendingSwitch(refused: unknown, target: SwitchChoice, to = '/'): PendingSwitch | undefined {
  const step = findStepUpChallenge(refused)
  return step && { target, step, to }
}

/**
 * Switches the organisation: nothing changes before the server agrees, and it may require a code from a text message
 * first.
 */
export function useSwitchOrganisation(start?: PendingSwitch) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [pending, setPending] = useState(start)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()

  const setStepUp = (next: PendingSwitch | undefined) => {
    setPending(next)
    setCode('')
    setError(undefined)
  }
  const send = async (target: SwitchChoice, proof?: { msgId: string; code: string }, to = '/') => {
    if (busy) return
    setBusy(true)
    try {
      await switchOrganisation(target.id, proof, to)
    } catch (refused) {
      setBusy(false)
      const next = getPendingSwitch(refused, target, to)
      if (next) return setStepUp(next)
      toast.error(getErrorMessage(refused))
      if (!proof || isRetryableError(refused)) return
      setCode('')
      setError(getErrorMessage(refused))
    }
  }
  const go = (target: SwitchChoice | undefined, isWrongType = false) => {
    if (target) void send(target)
    else toast.error(isWrongType ? '请选择具体学校' : '未选择要切换的学校')
  }
  const type = (typed: string) => {
    setCode(typed)
    setError(undefined)
  }
  const submitCode = async () => {
    const wrong = getFormErrors(codeForm, { code })['code']
    setError(wrong)
    if (pending && !wrong) await send(pending.target, { msgId: pending.step.msgId, code }, pending.to)
  }
  return { busy, go, pending, code, error, type, submitCode, goBack: () => setStepUp(undefined) }
}
