import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openCache, type Cache } from './index.ts'
import { openRedisProxy, freePort, kill, getStackRedisUrl, startRedis } from './redis.fixture.ts'

const patient = { timeout: 60_000, interval: 50 }
let stackUrl: string

beforeAll(async () => {
  stackUrl = await getStackRedisUrl()
}, 300_000)

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A cache with its own connection; two of them simulate two processes. */
function openTestCache(url = stackUrl, onTrouble?: (error: Error) => void, timeoutMs?: number): Cache {
  const cache = openCache(url, { ...(onTrouble && { onError: onTrouble }), ...(timeoutMs && { timeoutMs }) })
  ends.push(() => cache.close())
  return cache
}

/** A direct client, to inspect Redis. */
function openTestClient() {
  const redis = new Redis(stackUrl)
  ends.push(() => redis.quit())
  return redis
}

/** A separate Redis that tests may stop. */
async function ownRedis(port: number) {
  const server = await startRedis(port)
  ends.push(() => kill(server))
  return server
}

const newKey = () => `test:${randomUUID()}`

/** The menu of a school in the database, with the number of reads. */
function makeMenu(title = '请假管理') {
  const menu = { title, reads: 0, read: async () => (menu.reads++, { title: menu.title }) }
  return menu
}

/** A read that ends when the test says so. */
function makeSlowRead<T>(value: T) {
  const { promise, resolve } = Promise.withResolvers<T>()
  return { read: () => promise, finish: () => resolve(value) }
}

describe('with Redis', () => {
  // On a busy machine an answer may take longer than the default timeout.
  const aProcess = () => openTestCache(stackUrl, undefined, 20_000)

  it('loads once and caches, also for other processes', async () => {
    const [one, other] = [aProcess(), aProcess()]
    const [key, menu] = [newKey(), makeMenu()]
    expect(await one.remember(key, 60, menu.read)).toEqual({ title: '请假管理' })
    expect(await one.remember(key, 60, menu.read)).toEqual({ title: '请假管理' })
    expect(await other.remember(key, 60, menu.read)).toEqual({ title: '请假管理' })
    expect(menu.reads).toBe(1)
  })

  it('loads once for concurrent callers, and gives each its own object', async () => {
    const cache = aProcess()
    const [key, menu] = [newKey(), makeMenu()]
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.remember(key, 60, menu.read)))
    expect(menu.reads).toBe(1)
    answers[0]!.title = 'changed by the first caller'
    expect(answers.slice(1).every(({ title }) => title === '请假管理')).toBe(true)
  })

  it('keeps keys separate', async () => {
    const cache = aProcess()
    const keys = [newKey(), newKey(), newKey()]
    const read = () => Promise.all(keys.map((key) => cache.remember(key, 60, async () => key)))
    expect(await read()).toEqual(keys)
    expect(await read()).toEqual(keys)
  })

  it('passes the error of a load on, and does not cache it', async () => {
    const cache = aProcess()
    const key = newKey()
    const fail = async () => Promise.reject(new Error('the database is tired'))
    const both = [cache.remember(key, 60, fail), cache.remember(key, 60, fail)]
    for (const failed of both) await expect(failed).rejects.toThrow('the database is tired')
    expect(await cache.remember(key, 60, async () => 'rested')).toBe('rested')
  })

  it('gives the first caller the same answer as the second', async () => {
    const cache = aProcess()
    for (const value of [null, 0, '', false, [], { at: new Date(0), 名: '李', gone: undefined }]) {
      const key = newKey()
      const first = await cache.remember<unknown>(key, 60, async () => value)
      const second = await cache.remember<unknown>(key, 60, async () => 'not remembered')
      expect(second).toEqual(first)
    }
    const key = newKey()
    expect(await cache.remember(key, 60, async () => undefined)).toBeUndefined()
    expect(await cache.remember<unknown>(key, 60, async () => 'undefined is not remembered')).toBeTypeOf('string')
  })

  it('lets entries that were stored together expire at different times', async () => {
    const cache = aProcess()
    const prefix = newKey()
    const keys = Array.from({ length: 200 }, (_, i) => `${prefix}:${i}`)
    await Promise.all(keys.map((key) => cache.remember(key, 100, async () => 1)))
    const redis = openTestClient()
    const left = await Promise.all((await redis.keys(`*${prefix}:*`)).map((name) => redis.pttl(name)))
    expect(left).toHaveLength(200)
    expect(Math.min(...left)).toBeGreaterThan(85_000)
    expect(Math.min(...left)).toBeLessThan(95_000)
    expect(Math.max(...left)).toBeGreaterThan(105_000)
    expect(Math.max(...left)).toBeLessThanOrEqual(110_000)
  })

  it('forgets in all processes, and caches again a little later', async () => {
    const [one, other] = [aProcess(), aProcess()]
    const [key, menu] = [newKey(), makeMenu('old')]
    await one.remember(key, 60, menu.read)
    menu.title = 'new'
    await other.forget(key)
    expect(await one.remember(key, 60, menu.read)).toEqual({ title: 'new' })
    expect(await other.remember(key, 60, menu.read)).toEqual({ title: 'new' })
    const readsOfTwoCalls = async () => {
      const before = menu.reads
      await one.remember(key, 60, menu.read)
      await other.remember(key, 60, menu.read)
      return menu.reads - before
    }
    await expect.poll(readsOfTwoCalls, patient).toBe(0)
  })

  it('does not cache what was forgotten during the load', async () => {
    const cache = aProcess()
    const key = newKey()
    const old = makeSlowRead('before the change')
    const early = cache.remember(key, 60, old.read)
    await cache.forget(key)
    expect(await cache.remember(key, 60, async () => 'after')).toBe('after')
    old.finish()
    expect(await early).toBe('before the change')
    expect(await cache.remember(key, 60, async () => 'after')).toBe('after')
  })

  it('does not cache what another process forgot during the load', async () => {
    const [one, other] = [aProcess(), aProcess()]
    const key = newKey()
    const old = makeSlowRead('before the change')
    const early = one.remember(key, 60, old.read)
    await other.forget(key)
    old.finish()
    expect(await early).toBe('before the change')
    for (const cache of [one, other]) expect(await cache.remember(key, 60, async () => 'after')).toBe('after')
  })

  it('ignores foreign values in Redis', async () => {
    const cache = aProcess()
    const key = newKey()
    await cache.remember(key, 60, async () => 'ours')
    const redis = openTestClient()
    for (const name of await redis.keys(`*${key}`)) await redis.set(name, '{not JSON', 'EX', 60)
    expect(await cache.remember(key, 60, async () => 'ours')).toBe('ours')
  })

  it('counts over all processes, and restarts after a while', async () => {
    const [one, other] = [aProcess(), aProcess()]
    const key = newKey()
    expect([await one.count(key, 60), await other.count(key, 60), await one.count(key, 60)]).toEqual([1, 2, 3])
    expect(await one.count(newKey(), 60)).toBe(1)
    const brief = newKey()
    await one.count(brief, 1)
    await expect.poll(() => one.count(brief, 1), patient).toBe(1)
  })
})

describe('while Redis is down', () => {
  it('works without Redis from the start, and uses it once it is up', async () => {
    const port = await freePort()
    const troubles: string[] = []
    const cache = openTestCache(`redis://127.0.0.1:${port}`, (error) => troubles.push(error.message))
    expect(await timed(50, cache)).toBeLessThan(2_000)
    expect(await cache.count(newKey(), 60)).toBeUndefined()
    await cache.forget(newKey())
    expect(troubles).toEqual([`connect ECONNREFUSED 127.0.0.1:${port}`])
    await ownRedis(port)
    await expect.poll(() => remembers(cache), patient).toBe(true)
  })

  it('answers quickly when Redis is killed, and uses it again when it is back', async () => {
    const port = await freePort()
    const redis = await ownRedis(port)
    const cache = openTestCache(`redis://127.0.0.1:${port}`)
    expect(await remembers(cache)).toBe(true)

    let isDead = false
    const worst = worstCall(cache, () => isDead)
    await kill(redis)
    isDead = true
    expect(await worst).toBeLessThan(2_000)
    expect(await timed(50, cache)).toBeLessThan(2_000)
    expect(await cache.count(newKey(), 60)).toBeUndefined()
    await cache.forget(newKey())

    await ownRedis(port)
    await expect.poll(() => remembers(cache), patient).toBe(true)
  })

  it('does not wait long for a Redis that hangs', async () => {
    const port = await freePort()
    const redis = await ownRedis(port)
    const cache = openTestCache(`redis://127.0.0.1:${port}`)
    expect(await remembers(cache)).toBe(true)

    process.kill(redis.pid!, 'SIGSTOP')
    expect(await timed(1, cache)).toBeLessThan(2_000)
    expect(await timed(50, cache)).toBeLessThan(2_000)
    process.kill(redis.pid!, 'SIGCONT')
    await expect.poll(() => remembers(cache), patient).toBe(true)
  })

  it('waits once, not every time, for a slow Redis', async () => {
    const line = await openProxy()
    const cache = openTestCache(line.url)
    expect(await remembers(cache)).toBe(true)
    line.answersAfterMs = 600
    expect(await timed(50, cache)).toBeLessThan(3_000) // Fifty times the timeout of one command would be 15 s.
    line.answersAfterMs = 0
    await expect.poll(() => remembers(cache), patient).toBe(true)
  })

  it('forgets after the reconnect what was forgotten while the connection was cut', async () => {
    const line = await openProxy()
    const [far, near] = [openTestCache(line.url), openTestCache()]
    const [key, menu] = [newKey(), makeMenu('old')]
    await near.remember(key, 600, menu.read)
    expect([await far.remember(key, 600, menu.read), menu.reads]).toEqual([{ title: 'old' }, 1])
    line.cut()
    menu.title = 'new'
    await expect.poll(() => remembers(far), patient).toBe(false)
    await far.forget(key)
    expect(await far.remember(key, 600, menu.read)).toEqual({ title: 'new' })
    expect(await near.remember(key, 600, menu.read)).toEqual({ title: 'old' })
    await line.mend()
    await expect.poll(() => near.remember(key, 600, menu.read), patient).toEqual({ title: 'new' })
  })

  it('closes without Redis, and loads after closing', async () => {
    const cache = openCache(`redis://127.0.0.1:${await freePort()}`)
    await cache.close()
    expect(await cache.remember(newKey(), 60, async () => 'loaded')).toBe('loaded')
  })
})

/** Whether an answer is found a second time. */
async function remembers(cache: Cache) {
  const [key, menu] = [newKey(), makeMenu()]
  await cache.remember(key, 60, menu.read)
  await cache.remember(key, 60, menu.read)
  return menu.reads === 1
}

/** Milliseconds that so many sequential calls take. */
async function timed(calls: number, cache: Cache) {
  const began = performance.now()
  for (let i = 0; i < calls; i++) expect(await cache.remember(newKey(), 60, async () => i)).toBe(i)
  return performance.now() - began
}

/** Calls in sequence until `isOver`, and returns the longest duration. */
async function worstCall(cache: Cache, isOver: () => boolean) {
  let worst = 0
  while (!isOver()) {
    worst = Math.max(worst, await timed(1, cache))
    await setImmediate() // Without Redis nothing else would yield to the event loop.
  }
  return worst
}

async function openProxy() {
  const line = await openRedisProxy(stackUrl)
  ends.push(line.cut)
  return line
}
