import { unavailable } from '#packages/core'
import { openRedis, type CacheOptions } from './redis.ts'

/**
 * Holds things for a short while that nobody misses when they are gone: a QR code that waits for a phone, a captcha, a
 * count of tries. Unlike the cache it is the only copy, so whoever asks is told when Redis is away.
 */
export interface Shelf {
  put(key: string, thing: object, seconds: number): Promise<void>
  get<T>(key: string): Promise<T | undefined>
  /** Takes it away; of many at once one gets it. */
  take<T>(key: string): Promise<T | undefined>
  /** Changes it if its `state` is still this one, and returns what it is then; of many at once one succeeds. */
  move<T>(key: string, from: string, change: object): Promise<T | undefined>
  /** How often this was called since it was called first, starting again after so many seconds. */
  count(key: string, seconds: number): Promise<{ count: number; secondsLeft: number }>
  /** Takes one back; what was never counted is not counted. */
  uncount(key: string): Promise<void>
  forget(key: string): Promise<void>
  close(): Promise<void>
}

const moveScript = `
  local text = redis.call('get', KEYS[1])
  if not text then return false end
  local thing = cjson.decode(text)
  if thing.state ~= ARGV[1] then return false end
  for name, value in pairs(cjson.decode(ARGV[2])) do thing[name] = value end
  local changed = cjson.encode(thing)
  redis.call('set', KEYS[1], changed, 'KEEPTTL')
  return changed`

const countScript = `
  local count = redis.call('incr', KEYS[1])
  if count == 1 then redis.call('expire', KEYS[1], ARGV[1]) end
  return {count, redis.call('ttl', KEYS[1])}`

const uncountScript = `
  local count = tonumber(redis.call('get', KEYS[1]) or '0')
  if count > 0 then redis.call('decr', KEYS[1]) end
  return 1`

export function openShelf(url: string, options: CacheOptions & { prefix?: string } = {}): Shelf {
  const redis = openRedis(url, { timeoutMs: 1_000, ...options })
  const at = (key: string) => `${options.prefix ?? 'shelf'}:${key}`

  async function ask<T>(command: Parameters<typeof redis.ask<T>>[0]): Promise<T> {
    const answer = await redis.ask(command)
    if (answer === undefined) throw unavailable()
    return answer
  }
  const read = <T>(text: string | null) => (text === null ? undefined : (JSON.parse(text) as T))

  return {
    put: async (key, thing, seconds) =>
      void (await ask((client) => client.set(at(key), JSON.stringify(thing), 'EX', seconds))),
    get: async <T>(key: string) => read<T>(await ask((client) => client.get(at(key)))),
    take: async <T>(key: string) => read<T>(await ask((client) => client.getdel(at(key)))),
    move: async <T>(key: string, from: string, change: object) =>
      read<T>(
        await ask(
          (client) => client.eval(moveScript, 1, at(key), from, JSON.stringify(change)) as Promise<string | null>,
        ),
      ),
    count: async (key, seconds) => {
      const [count, secondsLeft] = await ask(
        (client) => client.eval(countScript, 1, at(key), seconds) as Promise<[number, number]>,
      )
      return { count, secondsLeft: Math.max(1, secondsLeft) }
    },
    uncount: async (key) => void (await ask((client) => client.eval(uncountScript, 1, at(key)))),
    forget: async (key) => void (await ask((client) => client.del(at(key)))),
    close: () => redis.close(),
  }
}
