import { useEffect, useRef, useState } from 'react'
import { sessionApi, type VerificationMethod } from '../../../contract.ts'
import type { DataOf } from '#packages/contract'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError, isSessionLost, isRetryableError, getErrorMessage } from '#packages/web/core/call-error.ts'

export type QrRequest = DataOf<typeof sessionApi.scanQrCode>

/** `endsAt` is a time of this phone's clock: both steps share the remaining time. */
export interface OpenQrRequest {
  request: QrRequest
  endsAt: number
}

export type QrStage =
  | { at: 'reading' }
  | { at: 'unread' }
  | ({ at: 'asking'; error?: string } & OpenQrRequest)
  | ({ at: 'code'; msgId: string; phone: string; methods?: readonly VerificationMethod[] } & OpenQrRequest)
  | { at: 'over'; message: string }
  | { at: 'confirmed' }
  | { at: 'cancelled' }

export type PendingAnswer = 'confirm' | 'cancel' | undefined

/** The sign-in request of another browser, and its answer. */
export function useQrRequest(code: string) {
  const [stage, setStage] = useState<QrStage>({ at: 'reading' })
  const [pendingAnswer, setPendingAnswer] = useState<PendingAnswer>()
  const isBusy = useRef(false)

  useEffect(() => {
    if (stage.at !== 'reading') return
    call(sessionApi.scanQrCode, { query: { code } }).then(
      (request) => setStage({ at: 'asking', request, endsAt: Date.now() + request.secondsLeft * 1000 }),
      (error: unknown) => {
        // A lost session is already being redirected to the sign-in page.
        if (isSessionLost(error)) return
        setStage(isRetryableError(error) ? { at: 'unread' } : { at: 'over', message: getErrorMessage(error) })
      },
    )
  }, [code, stage.at])

  const answer = async ({ request, endsAt }: OpenQrRequest, what: 'confirm' | 'cancel') => {
    // A second tap does nothing, also before the button is disabled.
    if (isBusy.current) return
    isBusy.current = true
    setPendingAnswer(what)
    try {
      await call(sessionApi.setQrCode, { query: { code }, body: { cancel: what === 'cancel' } })
      setStage({ at: what === 'cancel' ? 'cancelled' : 'confirmed' })
    } catch (error) {
      setStage(stageAfter(error, { request, endsAt }))
    } finally {
      isBusy.current = false
      setPendingAnswer(undefined)
    }
  }

  /** After the second step: the same confirmation, with the code from the message. */
  const confirmWith = async (msgId: string, typedCode: string) => {
    try {
      await call(sessionApi.setQrCode, { query: { code }, body: { cancel: false, msgId, code: typedCode } })
      setStage({ at: 'confirmed' })
    } catch (error) {
      if (!(await isOver(code, error))) throw error
      setStage({ at: 'over', message: getErrorMessage(error) })
    }
  }

  return { stage, setStage, pendingAnswer, answer, confirmWith }
}

const scannedState = 1

/** A wrong code and an expired request are refused alike: only the state distinguishes them. */
async function isOver(code: string, error: unknown): Promise<boolean> {
  if (!(error instanceof CallError) || error.ret !== Ret.refused) return false
  return (await call(sessionApi.checkQrCode, { query: { code } }).catch(() => scannedState)) !== scannedState
}

function stageAfter(error: unknown, open: OpenQrRequest): QrStage {
  if (error instanceof CallError && error.ret === Ret.secondStepNeeded) {
    const { msgId, phone, methods } = error.data as {
      msgId: string
      phone: string
      methods?: readonly VerificationMethod[]
    }
    return { at: 'code', msgId, phone, ...(methods && { methods }), ...open }
  }
  if (isRetryableError(error) || isSessionLost(error)) return { at: 'asking', error: getErrorMessage(error), ...open }
  return { at: 'over', message: getErrorMessage(error) }
}
