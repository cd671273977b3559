import { useState } from 'react'
import { codeForm } from '../../contract.ts'
import { isRetryableError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { findStepUpChallenge, type StepUpChallenge } from '#packages/web/desk/step-up.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'

interface Proof {
  msgId?: string
  code?: string
}

/** An action that requires a step-up: it is sent, and sent again with the code. */
export function useStepUp(send: (proof: Proof) => Promise<void>) {
  const toast = useToast()
  const [step, setStep] = useState<StepUpChallenge>()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const attempt = async (proof: Proof) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await send(proof)
    } catch (refused) {
      const next = findStepUpChallenge(refused)
      setCode('')
      if (next) setStep(next)
      else if (proof.code && !isRetryableError(refused)) setError(getErrorMessage(refused))
      else toast.error(getErrorMessage(refused))
    } finally {
      setBusy(false)
    }
  }
  const submit = async () => {
    if (!step) return attempt({})
    const wrong = getFormErrors(codeForm, { code })['code']
    if (wrong) return setError(wrong)
    await attempt({ msgId: step.msgId, code })
  }
  const type = ({ target }: { target: { value: string } }) => {
    setCode(target.value)
    setError(undefined)
  }
  return { step, busy, submit, row: { name: 'code', value: code, error, onChange: type } }
}
