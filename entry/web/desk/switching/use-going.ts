import { useState } from 'react'
import { codeForm, type SwitchTarget } from '#kernel/session/contract.ts'
import { mayPass, wordsOf } from '#packages/web/core/call-error.ts'
import { errorsOf } from '#packages/web/core/form-errors.ts'
import { stepOf, type Step } from '#packages/web/desk/proving.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { switchTo } from './go.ts'

export type Chosen = Pick<SwitchTarget, 'id' | 'name'>
/** On the way, but for a code. */
export interface Asked {
  target: Chosen
  step: Step
  /** The page to begin at. */
  to: string
}

/** What is missing to go there, if it is a code. */
export function askedBy(refused: unknown, target: Chosen, to = '/'): Asked | undefined {
  const step = stepOf(refused)
  return step && { target, step, to }
}

/** Going there: nothing changes here before the server has agreed, and it may want a code from a text message first. */
export function useGoing(start?: Asked) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(start)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()

  const ask = (next: Asked | undefined) => {
    setAsked(next)
    setCode('')
    setError(undefined)
  }
  const send = async (target: Chosen, proof?: { msgId: string; code: string }, to = '/') => {
    if (busy) return
    setBusy(true)
    try {
      await switchTo(target.id, proof, to)
    } catch (refused) {
      setBusy(false)
      const next = askedBy(refused, target, to)
      if (next) return ask(next)
      toast.error(wordsOf(refused))
      if (!proof || mayPass(refused)) return
      setCode('')
      setError(wordsOf(refused))
    }
  }
  const go = (target: Chosen | undefined, isWrongType = false) => {
    if (target) void send(target)
    else toast.error(isWrongType ? '请选择具体学校' : '未选择要切换的学校')
  }
  const type = (typed: string) => {
    setCode(typed)
    setError(undefined)
  }
  const tell = async () => {
    const wrong = errorsOf(codeForm, { code })['code']
    setError(wrong)
    if (asked && !wrong) await send(asked.target, { msgId: asked.step.msgId, code }, asked.to)
  }
  return { busy, go, asked, code, error, type, tell, goBack: () => ask(undefined) }
}
