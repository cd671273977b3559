import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openEphemeralStore } from '#packages/cache'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineModule, routesOf } from '#packages/contract'
import { notSignedIn, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { registry } from './metrics.ts'
import { createServer, hashToken, mount, mountStream, newToken, type StreamWriter, type Portal } from './index.ts'
import { noLookups } from './lookups.fixture.ts'

const database = useDatabase()
const manifest = defineModule({ key: 'fixture', title: '样例', permissions: {} })
const ticks = routesOf(manifest)({
  method: 'GET',
  path: '/api/tick/stream',
  title: '滴答',
  access: 'staff',
  stream: true,
  ownTransactions: true,
  data: z.object({ tick: z.int() }),
})

const tokens = new Map<string, Actor>()
let used: string[] = []
/** Identifying a caller waits for this, and reports that it waits. */
let pendingIdentify: { asked: () => void; isOpen: Promise<void> } | undefined
let isAwayDown = false
let open: { actor: Actor; lines: StreamWriter<{ tick: number }>; isOver: boolean }[] = []
let app: FastifyInstance
let url: string
let closeStore: () => Promise<void>

beforeEach(async () => {
  tokens.clear()
  used = []
  open = []
  pendingIdentify = undefined
  isAwayDown = false
  const ephemeralStore = openEphemeralStore(database.redis.redisUrl)
  closeStore = () => ephemeralStore.close()
  const find = (hash: Buffer) => [...tokens].find(([token]) => hashToken(token).equals(hash))?.[1]
  const portal: Portal = {
    app: database.app,
    cells: database.cells,
    ephemeralStore,
    identify: async (_db, { hash }, _now, _isFresh, isUnattended) => {
      const actor = find(hash)
      if (!actor) throw notSignedIn()
      pendingIdentify?.asked()
      await pendingIdentify?.isOpen
      if (!isUnattended) used.push(actor.personId)
      return actor
    },
    identifyOutside: async () => Promise.reject(notSignedIn()),
    listLiveTokenHashes: async (_db, hashes) => {
      if (isAwayDown && hashes.some((hash) => find(hash)?.districtId === database.away)) throw new Error('down')
      return new Set(hashes.filter(find).map((hash) => hash.toString('hex')))
    },
    recordOperation: async () => {},
    limitLookups: () => noLookups,
    forgetCallers: () => {},
    recordRefused: () => {},
    findDistrictByHost: async () => undefined,
  }
  app = await createServer(portal, { log: false, streamsAtMost: 12 })
  mountStream(app, ticks, ({ actor }, lines) => {
    const one = { actor, lines, isOver: false }
    lines.onEnd(() => (one.isOver = true))
    open.push(one)
    lines.send({ tick: 0 })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = app.listeningOrigin + ticks.path
})
afterEach(async () => {
  await app.close()
  await closeStore()
})

const signIn = (facts: Partial<Omit<Actor, 'permissions'>> = {}) => {
  const { token } = newToken(facts.districtId ?? 1)
  tokens.set(token, createActor(facts))
  return token
}

/** Opens a stream with a token and reads it line by line. */
async function listen(token: string) {
  const leaving = new AbortController()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    answer,
    /** The next line, or undefined at the end. */
    async next(): Promise<string | undefined> {
      while (!text.includes('\n')) {
        const { value, done } = await reader.read()
        if (done) return undefined
        text += value
      }
      const line = text.slice(0, text.indexOf('\n'))
      text = text.slice(line.length + 1)
      return line
    },
    leave: () => leaving.abort(),
  }
}

/** Makes the identification of the next caller wait. */
function keepWaiting() {
  const asked = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  pendingIdentify = { asked: asked.resolve, isOpen: opened.promise }
  const open = () => {
    pendingIdentify = undefined
    opened.resolve()
  }
  return { isAsked: asked.promise, open }
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

describe('a stream', () => {
  it('sends a line for each event at once, unbuffered by proxies', async () => {
    const { answer, next } = await listen(signIn())
    expect(await next()).toBe('{"tick":0}')
    open[0]!.lines.send({ tick: 1 })
    expect(await next()).toBe('{"tick":1}')
    open[0]!.lines.send({ tick: 2, secret: 'x' } as never)
    expect(await next()).toBe('{"tick":2}')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/x-ndjson; charset=utf-8',
    })
  })

  it('is refused like every other route, with an envelope', async () => {
    const refused = async (token: string) =>
      ((await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()) as { ret: number }).ret
    expect(await refused('nonsense')).toBe(-3)
    expect(await refused(newToken(1).token)).toBe(-3)
    expect(await refused(signIn({ kind: 'pupil' }))).toBe(-401)
    expect(open).toEqual([])
  })

  it('does not count as use of the session: an open window does not keep it alive', async () => {
    await (await listen(signIn())).next()
    await app.streams.recheck()
    expect(used).toEqual([])
  })

  it('ends when its session has ended, and no other stream with it', async () => {
    const token = signIn()
    const ending = await listen(token)
    const staying = await listen(signIn())
    expect([await ending.next(), await staying.next()]).toEqual(['{"tick":0}', '{"tick":0}'])
    tokens.delete(token)
    await app.streams.recheck()
    expect(await ending.next()).toBeUndefined()
    await eventually(() => expect(open.map(({ isOver }) => isOver)).toEqual([true, false]))
    open[1]!.lines.send({ tick: 1 })
    expect(await staying.next()).toBe('{"tick":1}')
  })

  it('of a district ends with its session while the database of another does not answer', async () => {
    const token = signIn()
    const far = await listen(signIn({ districtId: database.away }))
    const ending = await listen(token)
    expect([await far.next(), await ending.next()]).toEqual(['{"tick":0}', '{"tick":0}'])
    tokens.delete(token)
    isAwayDown = true
    await app.streams.recheck()
    expect(await ending.next()).toBeUndefined()
    expect(open.find(({ actor }) => actor.districtId === database.away)!.isOver).toBe(false)
  })

  it('is not kept for a caller who left before it was open', async () => {
    const waiting = keepWaiting()
    const leaving = connect(Number(new URL(url).port), '127.0.0.1')
    leaving.write(`GET ${ticks.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${signIn()}\r\n\r\n`)
    await waiting.isAsked
    leaving.destroy()
    const connections = () => new Promise((done) => app.server.getConnections((_, count) => done(count)))
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 60_000, interval: 10 })
    waiting.open()
    const other = signIn()
    await (await listen(other)).next()
    expect(open.map(({ actor }) => actor.personId)).toEqual([tokens.get(other)!.personId])
  })

  it('that arrives while the server closes is refused', async () => {
    const before = await listen(signIn())
    await before.next()
    const waiting = keepWaiting()
    const late = fetch(url, { headers: { authorization: `Bearer ${signIn()}` } })
    await waiting.isAsked
    const closing = app.close()
    expect(await before.next()).toBeUndefined()
    waiting.open()
    expect(await (await late).json()).toMatchObject({ ret: -503 })
    await closing
    expect(open).toHaveLength(1)
  })

  it('is not part of the response time metrics', async () => {
    const figures = async () =>
      (await registry.getSingleMetricAsString('qiming_http_request_seconds'))
        .split('\n')
        .filter((line) => line.includes('_count') && line.includes(ticks.path))
    const before = await figures()
    const token = signIn()
    const { next } = await listen(token)
    await next()
    tokens.delete(token)
    await app.streams.recheck()
    expect(await next()).toBeUndefined()
    await eventually(() => expect(open[0]!.isOver).toBe(true))
    expect(await figures()).toEqual(before)
  })

  it('whose caller disconnected is noticed', async () => {
    const { next, leave } = await listen(signIn())
    await next()
    leave()
    await eventually(() => expect(open[0]!.isOver).toBe(true))
    open[0]!.lines.send({ tick: 1 }) // Sending more to it is harmless.
  })

  it('whose reader does not read is cut before it fills the memory', async () => {
    const token = signIn()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(`GET ${ticks.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`)
    socket.pause()
    await eventually(() => expect(open).toHaveLength(1))
    const { lines } = open[0]!
    for (let tick = 0; !open[0]!.isOver && tick < 1_000_000; tick += 1_000) {
      for (let at = 0; at < 1_000; at++) lines.send({ tick: tick + at })
      await new Promise(setImmediate)
    }
    expect(open[0]!.isOver).toBe(true)
    socket.destroy()
  })

  it('is limited per person and per server', async () => {
    const retOf = async (token: string) => {
      const { answer, next } = await listen(token)
      return answer.headers.get('content-type')!.includes('ndjson')
        ? next()
        : ((await answer.json()) as { ret: number }).ret
    }
    const token = signIn()
    for (let at = 0; at < 10; at++) expect(await retOf(token)).toBe('{"tick":0}')
    expect(
      (await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()) as object,
    ).toMatchObject({
      ret: -4,
    })
    for (let at = 0; at < 2; at++) expect(await retOf(signIn())).toBe('{"tick":0}')
    const full = await fetch(url, { headers: { authorization: `Bearer ${signIn()}` } })
    expect(full.status).toBe(503)
  })

  it('does not keep the server from closing', async () => {
    const streams = [await listen(signIn()), await listen(signIn())]
    for (const { next } of streams) await next()
    const socket = connect(Number(new URL(url).port), '127.0.0.1') // And one whose client never closes.
    socket.write(`GET ${ticks.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${signIn()}\r\n\r\n`)
    socket.pause()
    await eventually(() => expect(open).toHaveLength(3))
    const began = performance.now()
    await app.close()
    expect(performance.now() - began).toBeLessThan(3_000)
    for (const { next } of streams) expect(await next()).toBeUndefined()
    socket.destroy()
  })

  it('must be declared as a stream to be mounted', () => {
    expect(() => mount(app, ticks as never, async () => null as never)).toThrow('mountStream')
    expect(() => mountStream(app, { ...ticks, stream: false }, () => {})).toThrow('declared')
    expect(() => mountStream(app, { ...ticks, access: 'public' }, () => {})).toThrow('signed in')
  })
})
