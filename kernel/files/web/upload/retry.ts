import { isRetryableError, getRetryAfter } from '#packages/web/core/call-error.ts'
import { PartRejected } from './upload-transport.ts'

const firstDelayMs = 1_000
const maxDelayMs = 20_000
/** About two minutes; then the user has to retry. */
const maxAttempts = 10

export function delay(ms: number, signal: AbortSignal): Promise<void> {
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

/** Waits for the network without a limit. */
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

const isRetryable = (error: unknown) => error instanceof PartRejected || isRetryableError(error)

/** Retries with growing pauses; waits while offline, and does not retry final refusals. */
export async function withRetry<T>(
  work: () => Promise<T>,
  { signal, onTrouble }: { signal: AbortSignal; onTrouble: (error: unknown) => void | Promise<void> },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    await untilOnline(signal)
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isRetryable(error)) throw error
      await onTrouble(error)
      // Being offline does not count as an attempt.
      if (!navigator.onLine) tries = 0
      else if (tries >= maxAttempts) throw error
      else await delay(Math.max(getRetryAfter(error) * 1000, getRetryDelay(tries)), signal)
    }
  }
}

const getRetryDelay = (tries: number) => Math.min(maxDelayMs, firstDelayMs * 2 ** (tries - 1))
