import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { CallError, mayPass, retryAfterOf, wordsOf } from '#packages/web/core/call-error.ts'
import type { Arrive } from './arrival.ts'

interface Ticket {
  code: string
  url: string
  number: string
  endsAt: number
}

export type Qr =
  | { at: 'loading' }
  | { at: 'failed'; words: string; isCutOff: boolean }
  | ({ at: 'waiting' | 'scanned' | 'expired' | 'cancelled' | 'entering'; isCutOff: boolean } & Ticket)

const every = 2_000
/** A page that nobody looks after stops asking for codes after a while. */
const renewals = 5

const byState = { 0: 'waiting', 1: 'scanned', 2: 'entering', 3: 'expired', 4: 'cancelled' } as const

/** A code to scan, and what becomes of it; `renew` asks for another one. */
export function useQr(arrive: Arrive): [qr: Qr, renew: () => void] {
  const [qr, setQr] = useState<Qr>({ at: 'loading' })
  const [round, setRound] = useState(0)
  const renewed = useRef(0)
  const onArrive = useEffectEvent(arrive)

  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const show = (next: Qr) => signal.aborted || setQr(next)
    watch(show, signal)
      .then(async (code) => {
        if (code !== undefined) onArrive(await call(sessionApi.qrLogin, { body: { code }, signal }))
        else if (renewed.current++ < renewals) setRound((before) => before + 1)
        else setQr((now) => ('code' in now ? { ...now, at: 'expired' } : now))
      })
      .catch((error: unknown) => show({ at: 'failed', words: wordsOf(error), isCutOff: hadNoAnswer(error) }))
    return () => gone.abort()
  }, [round])

  const renew = () => {
    renewed.current = 0
    setQr({ at: 'loading' })
    setRound((before) => before + 1)
  }
  return [qr, renew]
}

/** Asks for a code and follows it. Returns the code when it was confirmed, and nothing when its time ran out unused. */
async function watch(show: (qr: Qr) => void, signal: AbortSignal): Promise<string | undefined> {
  const { code, url, number, time } = await call(sessionApi.loginQrCode, { signal })
  const ticket = { code, url, number, endsAt: Date.now() + time * 1000 }
  let at: Exclude<Qr['at'], 'loading' | 'failed'> = 'waiting'
  let wait = every
  show({ at, isCutOff: false, ...ticket })
  for (;;) {
    await pause(wait, signal)
    wait = every
    if (at === 'waiting' && Date.now() >= ticket.endsAt) return undefined
    try {
      at = byState[await call(sessionApi.checkQrCode, { query: { code }, signal })]
      show({ at, isCutOff: false, ...ticket })
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error
      wait = Math.max(every, retryAfterOf(error) * 1000)
      show({ at, isCutOff: true, ...ticket })
    }
    if (at === 'entering') return code
    if (at === 'expired' || at === 'cancelled') return never(signal)
  }
}

const hadNoAnswer = (error: unknown) => error instanceof CallError && error.status === 0

/** The code is spent: only the user can go on from here. */
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

/** Waits, and then until somebody looks at the page. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((go, stop) => {
    const look = () => {
      if (document.hidden) return
      leave()
      go()
    }
    const clock = setTimeout(() => {
      document.addEventListener('visibilitychange', look)
      look()
    }, milliseconds)
    const abort = () => {
      leave()
      stop(signal.reason as Error)
    }
    const leave = () => {
      clearTimeout(clock)
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', abort)
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
