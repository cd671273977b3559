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
  /** Counts a call unless there were this many already in the window; of concurrent calls exactly so many succeed. */
  countUpTo(key: string, limit: number, seconds: number): Promise<{ isCounted: boolean; count: number }>
  /** Takes one from a bucket that holds as many as it gets per second. Otherwise the time until there is one. */
  takeFromBucket(key: string, perSecond: number): Promise<{ isTaken: boolean; waitMs: number }>
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

const countUpToScript = `
  local count = tonumber(redis.call('get', KEYS[1]) or '0')
  if count >= tonumber(ARGV[1]) then return {0, count} end
  count = redis.call('incr', KEYS[1])
  if count == 1 then redis.call('expire', KEYS[1], ARGV[2]) end
  return {1, count}`

// By the clock of Redis, which all processes share.
const bucketScript = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local rate = tonumber(ARGV[1])
  local known = redis.call('hmget', KEYS[1], 'left', 'at')
  local left = math.min(rate, (tonumber(known[1]) or rate) + (now - (tonumber(known[2]) or now)) * rate / 1000)
  local isTaken = left >= 1
  if isTaken then left = left - 1 end
  redis.call('hset', KEYS[1], 'left', tostring(left), 'at', now)
  redis.call('pexpire', KEYS[1], 2000)
  return {isTaken and 1 or 0, isTaken and 0 or math.ceil((1 - left) * 1000 / rate)}`

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
    countUpTo: async (key, limit, seconds) => {
      const [isCounted, count] = await run(
        (client) => client.eval(countUpToScript, 1, at(key), limit, seconds) as Promise<[number, number]>,
      )
      return { isCounted: isCounted === 1, count }
    },
    takeFromBucket: async (key, perSecond) => {
      const [isTaken, waitMs] = await run(
        (client) => client.eval(bucketScript, 1, at(key), perSecond) as Promise<[number, number]>,
      )
      return { isTaken: isTaken === 1, waitMs }
    },
    uncount: async (key) => void (await run((client) => client.eval(uncountScript, 1, at(key)))),
    forget: async (key) => void (await run((client) => client.del(at(key)))),
    close: () => redis.close(),
  }
}
