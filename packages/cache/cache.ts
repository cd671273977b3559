import { openRedis, type CacheOptions } from './resilient-redis.ts'

/**
 * Caches answers for a while. The cache never has the only copy and never causes a failure: while Redis is down or
 * slow, everything works as without a cache.
 */
export interface Cache {
  /**
   * Returns the cached answer, or that of `load`, cached for about `seconds`: ±10 %, so that entries stored together do
   * not expire together. Concurrent callers in this process share one `load`; so the key must contain everything that
   * the answer depends on, and `load` must read committed data only. All answers pass through JSON: a Date comes back
   * as a string.
   */
  remember<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>
  /**
   * Call it after the commit. An answer that is being loaded meanwhile, here or in another process, is not cached.
   * While Redis is down an old answer can survive in other processes: choose a harmless number of seconds.
   */
  forget(key: string): Promise<void>
  /** Number of calls in a window that begins with the first call; undefined without Redis. */
  count(key: string, seconds: number): Promise<number | undefined>
  close(): Promise<void>
}

/** Marks a forgotten key while earlier loads may still store their answers. */
const forgotten = ''
const forgottenMs = 3_000
const mostUndelivered = 10_000

/** Connects in the background: a process starts without Redis, and uses it once it is up. */
export function openCache(url: string, options: CacheOptions = {}): Cache {
  const redis = openRedis(url, options)
  const loading = new Map<string, Promise<string | undefined>>()
  const undelivered = new Set<string>()
  const answerOf = (key: string) => `answer:${key}`

  async function findOrLoad(key: string, seconds: number, load: () => Promise<unknown>) {
    const found = await redis.run((client) => client.get(answerOf(key)))
    if (found) return found // Neither missing nor marked as forgotten.
    const began = performance.now()
    const answer = JSON.stringify(await load()) as string | undefined
    // A load that is slower than the mark's lifetime must not be stored.
    if (answer !== undefined && performance.now() - began < forgottenMs - 500) {
      const ms = Math.round(seconds * 1000 * (0.9 + Math.random() * 0.2))
      // Not awaited. NX: it must not replace a mark that was set since the load began.
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
        return JSON.parse(answer) as T // Each caller gets its own object and may change it.
      } catch {
        return load() // Not written by us.
      }
    },
    async forget(key) {
      loading.delete(key) // Later callers must not get what was read before.
      await markForgotten(key)
    },
    async count(key, seconds) {
      const name = `count:${key}`
      const ms = Math.round(seconds * 1000)
      // In one transaction: a counter without an expiry would never restart.
      const results = await redis.run((client) => client.multi().set(name, 0, 'PX', ms, 'NX').incr(name).exec())
      return results?.[1]?.[1] as number | undefined
    },
    close: () => redis.close(),
  }
}
