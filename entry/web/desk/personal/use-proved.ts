import { useState } from 'react'
import { codeForm } from '#kernel/session/contract.ts'
import { mayPass, wordsOf } from '#packages/web/core/call-error.ts'
import { errorsOf } from '#packages/web/core/form-errors.ts'
import { stepOf, type Step } from '#packages/web/desk/proving.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'

interface Proof {
  msgId?: string
  code?: string
}

/** Something that the server does only after a second step: it is sent, and sent again with the code. */
export function useProved(send: (proof: Proof) => Promise<void>) {
  const toast = useToast()
  const [step, setStep] = useState<Step>()
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
      const next = stepOf(refused)
      setCode('')
      if (next) setStep(next)
      else if (proof.code && !mayPass(refused)) setError(wordsOf(refused))
      else toast.error(wordsOf(refused))
    } finally {
      setBusy(false)
    }
  }
  const submit = async () => {
    if (!step) return attempt({})
    const wrong = errorsOf(codeForm, { code })['code']
    if (wrong) return setError(wrong)
    await attempt({ msgId: step.msgId, code })
  }
  const type = ({ target }: { target: { value: string } }) => {
    setCode(target.value)
    setError(undefined)
  }
  return { step, busy, submit, row: { name: 'code', value: code, error, onChange: type } }
}
