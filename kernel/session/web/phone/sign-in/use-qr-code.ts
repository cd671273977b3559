import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sessionApi } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { CallError, isRetryableError, getRetryAfter, getErrorMessage } from '#packages/web/core/call-error.ts'
import type { OnSignedIn } from './sign-in-handler.ts'

interface QrTicket {
  code: string
  url: string
  number: string
  endsAt: number
}

export type QrState =
  | { at: 'loading' }
  | { at: 'failed'; message: string; isOffline: boolean }
  | ({ at: 'waiting' | 'scanned' | 'expired' | 'cancelled' | 'entering'; isOffline: boolean } & QrTicket)

const pollMs = 2_000
/** An unattended page stops renewing codes after a while. */
const maxRenewals = 5

const stageByState = { 0: 'waiting', 1: 'scanned', 2: 'entering', 3: 'expired', 4: 'cancelled' } as const

/** A QR code and its state; `renew` requests another one. */
export function useQrCode(onSignedIn: OnSignedIn): [qr: QrState, renew: () => void] {
  const [qr, setQr] = useState<QrState>({ at: 'loading' })
  const [round, setRound] = useState(0)
  const renewed = useRef(0)
  const handleSignedIn = useEffectEvent(onSignedIn)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const show = (next: QrState) => signal.aborted || setQr(next)
    watchQrCode(show, signal)
      .then(async (code) => {
        if (code !== undefined) handleSignedIn(await call(sessionApi.qrLogin, { body: { code }, signal }))
        else if (renewed.current++ < maxRenewals) setRound((before) => before + 1)
        else setQr((now) => ('code' in now ? { ...now, at: 'expired' } : now))
      })
      .catch((error: unknown) =>
        show({ at: 'failed', message: getErrorMessage(error), isOffline: isNoResponse(error) }),
      )
    return () => controller.abort()
  }, [round])

  const renew = () => {
    renewed.current = 0
    setQr({ at: 'loading' })
    setRound((before) => before + 1)
  }
  return [qr, renew]
}

/** Requests a code and polls it. Returns the code when it was confirmed, and undefined when it expired unused. */
async function watchQrCode(show: (qr: QrState) => void, signal: AbortSignal): Promise<string | undefined> {
  const { code, url, number, time } = await call(sessionApi.loginQrCode, { signal })
  const ticket = { code, url, number, endsAt: Date.now() + time * 1000 }
  let at: Exclude<QrState['at'], 'loading' | 'failed'> = 'waiting'
  let wait = pollMs
  show({ at, isOffline: false, ...ticket })
  for (;;) {
    await pause(wait, signal)
    wait = pollMs
    if (at === 'waiting' && Date.now() >= ticket.endsAt) return undefined
    try {
      at = stageByState[await call(sessionApi.checkQrCode, { query: { code }, signal })]
      show({ at, isOffline: false, ...ticket })
    } catch (error) {
      if (signal.aborted || !isRetryableError(error)) throw error
      wait = Math.max(pollMs, getRetryAfter(error) * 1000)
      show({ at, isOffline: true, ...ticket })
    }
    if (at === 'entering') return code
    if (at === 'expired' || at === 'cancelled') return waitForAbort(signal)
  }
}

const isNoResponse = (error: unknown) => error instanceof CallError && error.status === 0

/** The code is used: only the user can continue. */
const waitForAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

/** Waits for the given time, and then until the page is visible. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((go, stop) => {
    const checkVisibility = () => {
      if (document.hidden) return
      leave()
      go()
    }
    const clock = setTimeout(() => {
      document.addEventListener('visibilitychange', checkVisibility)
      checkVisibility()
    }, milliseconds)
    const abort = () => {
      leave()
      stop(signal.reason as Error)
    }
    const leave = () => {
      clearTimeout(clock)
      document.removeEventListener('visibilitychange', checkVisibility)
      signal.removeEventListener('abort', abort)
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
