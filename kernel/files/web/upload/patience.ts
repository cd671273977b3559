import { mayPass, retryAfterOf } from '#packages/web/core/call-error.ts'
import { PartNotTaken } from './transport.ts'

const firstPauseMs = 1_000
const longestPauseMs = 20_000
/** About two minutes, then somebody has to say that it is worth another try. */
const atMostTries = 10

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, stopped) => {
    if (signal.aborted) return stopped(signal.reason as Error)
    const stop = () => {
      clearTimeout(clock)
      stopped(signal.reason as Error)
    }
    const clock = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      done()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Without a network there is no use in trying: as long as it takes. */
function untilOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((done, stopped) => {
    const leave = (settle: () => void) => () => {
      window.removeEventListener('online', online)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const online = leave(done)
    const stop = leave(() => stopped(signal.reason as Error))
    window.addEventListener('online', online)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })
}

const isWorthAnother = (error: unknown) => error instanceof PartNotTaken || mayPass(error)

/** Tries until it works: with growing pauses, not while there is no network, and not what was refused for good. */
export async function patiently<T>(
  work: () => Promise<T>,
  { signal, onTrouble }: { signal: AbortSignal; onTrouble: (error: unknown) => void | Promise<void> },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    await untilOnline(signal)
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isWorthAnother(error)) throw error
      await onTrouble(error)
      // It was the network after all: that is waited for, and does not count.
      if (!navigator.onLine) tries = 0
      else if (tries >= atMostTries) throw error
      else await pause(Math.max(retryAfterOf(error) * 1000, pauseAfter(tries)), signal)
    }
  }
}

const pauseAfter = (tries: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1))
