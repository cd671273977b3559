import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'

const longMs = 2_000
const patienceMs = 10_000
const pauseMs = 2_000
const tries = 4

/** Nobody answered, however often it was sent. */
export class NoAnswer extends Error {}

/** The server is still busy with the first one: it has the same key, so nothing is done twice. */
const isUnderWay = (error: unknown) => error instanceof CallError && error.ret === Ret.tooMany

/**
 * Sends until there is an answer. What is tried again has the same idempotency key, so it happens once whatever got
 * lost on the way; the words say what is going on.
 */
export async function sendPatiently<Answer>(
  send: (signal: AbortSignal) => Promise<Answer>,
  tell: (words: string) => void,
): Promise<Answer> {
  tell('提交中…')
  const clock = setTimeout(() => tell('仍在提交，请勿关闭'), longMs)
  try {
    for (let tried = 1; tried <= tries; tried++) {
      const answer = await within(patienceMs, send).catch((error: unknown) => {
        if (error instanceof NoAnswer || (tried > 1 && isUnderWay(error))) return error as Error
        throw error
      })
      if (!(answer instanceof Error)) return answer
      tell('已收到重试')
      if (!(answer instanceof NoAnswer)) await new Promise((done) => setTimeout(done, pauseMs))
    }
    throw new NoAnswer()
  } finally {
    clearTimeout(clock)
  }
}

/** One try, given up when it takes too long. */
async function within<Answer>(ms: number, send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const controller = new AbortController()
  let clock: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    clock = setTimeout(() => {
      fail(new NoAnswer())
      controller.abort()
    }, ms)
  })
  try {
    return await Promise.race([send(controller.signal), late])
  } finally {
    clearTimeout(clock)
  }
}
