import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'

const slowMs = 2_000
const timeoutMs = 10_000
const pauseMs = 2_000
const tries = 4

/** No answer after all tries. */
export class NoResponseError extends Error {}

/** The server is still busy with the first try: it has the same key, so nothing is executed twice. */
const isUnderWay = (error: unknown) => error instanceof CallError && error.ret === Ret.tooMany

/**
 * Sends until there is an answer. Every try has the same idempotency key, so it is executed once whatever got lost on
 * the way; the message shows the progress.
 */
export async function sendWithRetry<Answer>(
  send: (signal: AbortSignal) => Promise<Answer>,
  showStatus: (text: string) => void,
): Promise<Answer> {
  showStatus('提交中…')
  const clock = setTimeout(() => showStatus('仍在提交，请勿关闭'), slowMs)
  try {
    for (let tried = 1; tried <= tries; tried++) {
      const answer = await sendWithTimeout(timeoutMs, send).catch((error: unknown) => {
        if (error instanceof NoResponseError || (tried > 1 && isUnderWay(error))) return error as Error
        throw error
      })
      if (!(answer instanceof Error)) return answer
      showStatus('已收到重试')
      if (!(answer instanceof NoResponseError)) await new Promise((done) => setTimeout(done, pauseMs))
    }
    throw new NoResponseError()
  } finally {
    clearTimeout(clock)
  }
}

/** One try, aborted when it takes too long. */
async function sendWithTimeout<Answer>(ms: number, send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const controller = new AbortController()
  let clock: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    clock = setTimeout(() => {
      fail(new NoResponseError())
      controller.abort()
    }, ms)
  })
  try {
    return await Promise.race([send(controller.signal), late])
  } finally {
    clearTimeout(clock)
  }
}
