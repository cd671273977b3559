import { useState } from 'react'
import { codeForm, type SwitchTarget } from '#kernel/session/contract.ts'
import { Ret } from '#packages/core'
import { CallError, wordsOf } from '#packages/web/core/call-error.ts'
import { errorsOf } from '#packages/web/core/form-errors.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { Step } from '../personal/use-info.ts'
import { switchTo } from './go.ts'

export type Chosen = Pick<SwitchTarget, 'id' | 'name'>

/** Going there: nothing changes here before the server has agreed, and it may want a code from a text message first. */
export function useGoing() {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ target: Chosen; step: Step }>()
  const [error, setError] = useState<string>()

  const send = async (target: Chosen, proof?: { msgId: string; code: string }) => {
    if (busy) return
    setBusy(true)
    try {
      await switchTo(target.id, proof)
    } catch (refused) {
      setBusy(false)
      if (refused instanceof CallError && refused.ret === Ret.secondStepNeeded)
        setAsked({ target, step: refused.data as Step })
      else toast.error(wordsOf(refused))
    }
  }
  const go = (target: Chosen | undefined, isWrongType = false) => {
    if (target) void send(target)
    else toast.error(isWrongType ? '请选择具体学校' : '未选择要切换的学校')
  }
  const tell = (code: string) => {
    const wrong = errorsOf(codeForm, { code })['code']
    setError(wrong)
    if (asked && !wrong) void send(asked.target, { msgId: asked.step.msgId, code })
  }
  return { busy, go, asked, error, tell, goBack: () => setAsked(undefined) }
}
