import { useEffect, useRef, useState } from 'react'
import { sessionApi, type Method } from '#kernel/session/contract.ts'
import type { DataOf } from '#packages/contract'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError, isSessionLost, mayPass, wordsOf } from '#packages/web/core/call-error.ts'

export type Asked = DataOf<typeof sessionApi.scanQrCode>

/** `endsAt` is a moment of this phone's clock: both steps share the time that is left. */
export interface Open {
  asked: Asked
  endsAt: number
}

export type Stage =
  | { at: 'reading' }
  | { at: 'unread' }
  | ({ at: 'asking'; error?: string } & Open)
  | ({ at: 'code'; msgId: string; phone: string; methods?: readonly Method[] } & Open)
  | { at: 'over'; words: string }
  | { at: 'confirmed' }
  | { at: 'cancelled' }

export type Doing = 'confirm' | 'cancel' | undefined

/** What another browser asks this phone, and the answer. */
export function useRequest(code: string) {
  const [stage, setStage] = useState<Stage>({ at: 'reading' })
  const [doing, setDoing] = useState<Doing>()
  const isBusy = useRef(false)

  useEffect(() => {
    if (stage.at !== 'reading') return
    call(sessionApi.scanQrCode, { query: { code } }).then(
      (asked) => setStage({ at: 'asking', asked, endsAt: Date.now() + asked.secondsLeft * 1000 }),
      (error: unknown) => {
        // Who has lost the session is on the way to sign in.
        if (isSessionLost(error)) return
        setStage(mayPass(error) ? { at: 'unread' } : { at: 'over', words: wordsOf(error) })
      },
    )
  }, [code, stage.at])

  const answer = async ({ asked, endsAt }: Open, what: 'confirm' | 'cancel') => {
    // A second tap does nothing, also before the button has turned grey.
    if (isBusy.current) return
    isBusy.current = true
    setDoing(what)
    try {
      await call(sessionApi.setQrCode, { query: { code }, body: { cancel: what === 'cancel' } })
      setStage({ at: what === 'cancel' ? 'cancelled' : 'confirmed' })
    } catch (error) {
      setStage(stageAfter(error, { asked, endsAt }))
    } finally {
      isBusy.current = false
      setDoing(undefined)
    }
  }

  /** After the second step: the same yes, with the code from the message. */
  const confirmWith = async (msgId: string, told: string) => {
    try {
      await call(sessionApi.setQrCode, { query: { code }, body: { cancel: false, msgId, code: told } })
      setStage({ at: 'confirmed' })
    } catch (error) {
      if (!(await isOver(code, error))) throw error
      setStage({ at: 'over', words: wordsOf(error) })
    }
  }

  return { stage, setStage, doing, answer, confirmWith }
}

const scanned = 1

/** A wrong code and a request that is over are refused alike: only the state tells them apart. */
async function isOver(code: string, error: unknown): Promise<boolean> {
  if (!(error instanceof CallError) || error.ret !== Ret.refused) return false
  return (await call(sessionApi.checkQrCode, { query: { code } }).catch(() => scanned)) !== scanned
}

function stageAfter(error: unknown, open: Open): Stage {
  if (error instanceof CallError && error.ret === Ret.secondStepNeeded) {
    const { msgId, phone, methods } = error.data as { msgId: string; phone: string; methods?: readonly Method[] }
    return { at: 'code', msgId, phone, ...(methods && { methods }), ...open }
  }
  if (mayPass(error) || isSessionLost(error)) return { at: 'asking', error: wordsOf(error), ...open }
  return { at: 'over', words: wordsOf(error) }
}
