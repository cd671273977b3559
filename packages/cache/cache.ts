import { openRedis, type CacheOptions } from './resilient-redis.ts'

/**
 * Remembers answers for a while. It is never the only copy and never a reason to fail: when Redis is away or slow,
 * everything is as if nothing had been remembered.
 */
export interface Cache {
  /**
   * The remembered answer, or else that of `load`, remembered for about so many seconds: ±10 %, so that what was
   * stored together does not end together. Whoever asks this process while `load` runs gets the same answer; so the
   * key says everything that the answer depends on, and `load` reads only what is committed. Answers pass through
   * JSON, the first one too: a Date comes back as a string.
   */
  remember<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>
  /**
   * Call it after the commit. An answer that is being loaded meanwhile, here or in another process, is not remembered.
   * While Redis is away an old answer can outlive this in other processes: choose seconds for which it does no harm.
   */
  forget(key: string): Promise<void>
  /** How often this was called since it was called first, starting again after so many seconds; nothing without Redis. */
  count(key: string, seconds: number): Promise<number | undefined>
  close(): Promise<void>
}

/** Takes the place of a forgotten answer while loads that began earlier may still want to store theirs. */
const forgotten = ''
const forgottenMs = 3_000
const mostUndelivered = 10_000

/** Connects in the background: a process starts without Redis, and uses it once it is there. */
export function openCache(url: string, options: CacheOptions = {}): Cache {
  const redis = openRedis(url, options)
  const loading = new Map<string, Promise<string | undefined>>()
  const undelivered = new Set<string>()
  const answerOf = (key: string) => `answer:${key}`

  async function findOrLoad(key: string, seconds: number, load: () => Promise<unknown>) {
    const found = await redis.run((client) => client.get(answerOf(key)))
    if (found) return found // neither absent nor forgotten
    const began = performance.now()
    const answer = JSON.stringify(await load()) as string | undefined
    // A slow load may have outlived the mark of what was forgotten meanwhile.
    if (answer !== undefined && performance.now() - began < forgottenMs - 500) {
      const ms = Math.round(seconds * 1000 * (0.9 + Math.random() * 0.2))
      // Nobody waits for it. NX: it must not replace the mark of what was forgotten since the load began.
      void redis.run((client) => client.set(answerOf(key), answer, 'PX', ms, 'NX'))
    }
    return answer
  }

  function join(key: string, seconds: number, load: () => Promise<unknown>) {
    const running = loading.get(key)
    if (running) return running
    const started = findOrLoad(key, seconds, load).finally(() => {
      if (loading.get(key) === started) loading.delete(key)
    })
    loading.set(key, started)
    return started
  }

  async function markForgotten(key: string) {
    const isDelivered = await redis.runAlways((client) => client.set(answerOf(key), forgotten, 'PX', forgottenMs))
    if (!isDelivered && undelivered.size < mostUndelivered) undelivered.add(key)
  }

  redis.onReady(() => {
    const keys = [...undelivered]
    undelivered.clear()
    for (const key of keys) void markForgotten(key)
  })

  return {
    async remember<T>(key: string, seconds: number, load: () => Promise<T>) {
      const answer = await join(key, seconds, load)
      if (answer === undefined) return undefined as T
      try {
        return JSON.parse(answer) as T // each caller its own object: one that changes it harms nobody
      } catch {
        return load() // not written by us
      }
    },
    async forget(key) {
      loading.delete(key) // whoever asks from now on must not be given what was read before
      await markForgotten(key)
    },
    async count(key, seconds) {
      const name = `count:${key}`
      const ms = Math.round(seconds * 1000)
      // In one step: a counter whose end was lost between two commands would never start again.
      const results = await redis.run((client) => client.multi().set(name, 0, 'PX', ms, 'NX').incr(name).exec())
      return results?.[1]?.[1] as number | undefined
    },
    close: () => redis.close(),
  }
}
