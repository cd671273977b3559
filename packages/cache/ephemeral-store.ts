import { unavailable } from '#packages/core'
import { sealText, unsealText } from '#packages/crypto'
import { openRedis, type CacheOptions } from './resilient-redis.ts'

/**
 * Short-lived values that may be lost: QR codes, captchas, attempt counters. Unlike the cache it has the only copy, so
 * callers get an error while Redis is down. Redis is not trusted: values are encrypted with the installation's key and
 * bound to their key, and changed values count as missing.
 */
export interface EphemeralStore {
  put(key: string, value: object, seconds: number): Promise<void>
  get<T>(key: string): Promise<T | undefined>
  /** Returns and removes the value; of concurrent calls one gets it. */
  take<T>(key: string): Promise<T | undefined>
  /** Changes the value if its `state` still is `from`, and returns the new value; of concurrent calls one succeeds. */
  move<T>(key: string, from: string, change: object): Promise<T | undefined>
  /** Number of calls in a window that begins with the first call. */
  count(key: string, seconds: number): Promise<{ count: number; secondsLeft: number }>
  /** Takes one call back; a missing counter is not created. */
  uncount(key: string): Promise<void>
  forget(key: string): Promise<void>
  close(): Promise<void>
}

const replaceScript = `
  if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[2], 'KEEPTTL')
  return 1`

const countScript = `
  local count = redis.call('incr', KEYS[1])
  if count == 1 then redis.call('expire', KEYS[1], ARGV[1]) end
  return {count, redis.call('ttl', KEYS[1])}`

const uncountScript = `
  local count = tonumber(redis.call('get', KEYS[1]) or '0')
  if count > 0 then redis.call('decr', KEYS[1]) end
  return 1`

export function openEphemeralStore(url: string, options: CacheOptions & { prefix?: string } = {}): EphemeralStore {
  const redis = openRedis(url, { timeoutMs: 1_000, ...options })
  const at = (key: string) => `${options.prefix ?? 'shelf'}:${key}`

  async function run<T>(command: Parameters<typeof redis.run<T>>[0]): Promise<T> {
    const answer = await redis.run(command)
    if (answer === undefined) throw unavailable()
    return answer
  }
  const seal = (key: string, value: object) => sealText('shelf', at(key), JSON.stringify(value))
  const open = <T>(key: string, sealed: string | null): T | undefined => {
    const text = sealed === null ? undefined : unsealText('shelf', at(key), sealed)
    return text === undefined ? undefined : (JSON.parse(text) as T)
  }

  async function move<T>(key: string, from: string, change: object): Promise<T | undefined> {
    const sealed = await run((client) => client.get(at(key)))
    const before = open<{ state?: string }>(key, sealed)
    if (before?.state !== from) return undefined
    const after = { ...before, ...change }
    const isOurs = await run((client) => client.eval(replaceScript, 1, at(key), sealed!, seal(key, after)))
    // Changed concurrently: reads the state again.
    return isOurs === 1 ? (after as T) : move(key, from, change)
  }

  return {
    put: async (key, value, seconds) =>
      void (await run((client) => client.set(at(key), seal(key, value), 'EX', seconds))),
    get: async <T>(key: string) => open<T>(key, await run((client) => client.get(at(key)))),
    take: async <T>(key: string) => open<T>(key, await run((client) => client.getdel(at(key)))),
    move,
    count: async (key, seconds) => {
      const [count, secondsLeft] = await run(
        (client) => client.eval(countScript, 1, at(key), seconds) as Promise<[number, number]>,
      )
      return { count, secondsLeft: Math.max(1, secondsLeft) }
    },
    uncount: async (key) => void (await run((client) => client.eval(uncountScript, 1, at(key)))),
    forget: async (key) => void (await run((client) => client.del(at(key)))),
    close: () => redis.close(),
  }
}
