import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { compileEncoder, type Route } from '#packages/contract'
import { Ret, tooMany, unavailable, type Actor, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { streamsOpen } from './metrics.ts'
import { addRoute, runWithoutTransaction } from './mount.ts'
import type { Credential, RequestCtx, Portal } from './portal.ts'
import { parseBearer } from './token.ts'

/** Proxies cut connections that are silent for a minute. */
const heartbeatMs = 25_000
/** The end of a session is signalled at once; if the signal was lost, streams end after this time. */
const recheckMs = 30_000
const recheckedAtOnce = 500
const perPerson = 10
/** A client with this much unread data does not read: a counter takes fifty bytes. */
const backlogBytes = 16 * 1024
const goodbyeMs = 500

/** One open stream, for the code that writes to it. */
export interface StreamWriter<Data> {
  send(data: Data): void
  /** Runs once, whichever side ended the stream. */
  onEnd(listener: () => void): void
}

interface OpenStream {
  raw: ServerResponse
  credential: Credential
  personId: string
}

/** All streams of a server: sends heartbeats, counts them, and ends those whose session has ended. */
class Streams {
  readonly #open = new Set<OpenStream>()
  readonly #portal: Portal
  readonly #atMost: number
  readonly #timers: NodeJS.Timeout[]
  readonly #onError: (error: unknown) => void
  #isClosed = false

  constructor(portal: Portal, atMost: number, onError: (error: unknown) => void) {
    this.#portal = portal
    this.#atMost = atMost
    this.#onError = onError
    this.#timers = [setInterval(() => this.#beat(), heartbeatMs), setInterval(() => void this.recheck(), recheckMs)]
    for (const timer of this.#timers) timer.unref()
  }

  admit({ personId }: Actor) {
    if (this.#isClosed || this.#open.size >= this.#atMost) throw unavailable()
    let own = 0
    for (const stream of this.#open) if (stream.personId === personId) own++
    if (own >= perPerson) throw tooMany('打开的窗口过多，请关闭一些后再试', 60)
  }

  add(stream: OpenStream) {
    this.#open.add(stream)
    streamsOpen.inc()
    stream.raw.once('close', () => {
      this.#open.delete(stream)
      streamsOpen.dec()
    })
  }

  #beat() {
    for (const { raw } of this.#open) write(raw, '\n')
  }

  /**
   * One query per district, which does not count as use, because an idle window should time out. If one database does
   * not answer, the others are checked all the same.
   */
  async recheck(which: Iterable<OpenStream> = this.#open) {
    const districts = Map.groupBy(which, ({ credential }) => credential.districtId)
    for (const [district, streams] of districts)
      try {
        for (let from = 0; from < streams.length; from += recheckedAtOnce)
          await this.#recheckSome(district, streams.slice(from, from + recheckedAtOnce))
      } catch (error) {
        this.#onError(error)
      }
  }

  /** Signal: sessions of these people may have ended. */
  async onEnded(personIds: readonly string[]) {
    this.#portal.forgetCallers(personIds)
    const concerned = new Set(personIds)
    await this.recheck([...this.#open].filter(({ personId }) => concerned.has(personId)))
  }

  async #recheckSome(district: DistrictId, streams: readonly OpenStream[]) {
    const hashes = streams.map(({ credential }) => credential.hash)
    const alive = await inDistrict(
      this.#portal.cells,
      district,
      (db) => this.#portal.listLiveTokenHashes(db, hashes, new Date()),
      { readOnly: true },
    )
    for (const { raw, credential } of streams) if (!alive.has(credential.hash.toString('hex'))) raw.end()
  }

  /** Ends all streams; clients that do not close are dropped. */
  async close() {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const { raw } of this.#open) raw.end()
    const deadline = Date.now() + goodbyeMs
    while (this.#open.size > 0 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 10))
    for (const { raw } of this.#open) raw.destroy()
  }
}

function write(raw: ServerResponse, text: string) {
  if (raw.writableEnded || raw.destroyed) return
  raw.write(text)
  if (raw.writableLength > backlogBytes) raw.destroy()
}

declare module 'fastify' {
  interface FastifyInstance {
    streams: { recheck(): Promise<void>; onEnded(personIds: readonly string[]): Promise<void> }
  }
}

export function prepareStreams(app: FastifyInstance, portal: Portal, atMost: number) {
  const streams = new Streams(portal, atMost, (error) =>
    app.log.warn({ error: (error as Error).message }, 'could not look whether sessions have ended'),
  )
  app.decorate('streams', streams)
  app.addHook('preClose', () => streams.close())
}

/**
 * Registers a streaming route: one line of JSON per event, and empty lines as heartbeats. The caller is checked as for
 * every other route, and again while the stream is open.
 */
export function mountStream<Query extends z.ZodType, Body extends z.ZodType, Data extends z.ZodType>(
  app: FastifyInstance,
  route: Route<Query, Body, Data, true>,
  join: (ctx: RequestCtx & { actor: Actor }, writer: StreamWriter<z.output<Data>>) => void,
) {
  const any = route as unknown as Route
  if (!route.stream || route.method !== 'GET' || route.access === 'public')
    throw new Error(`${route.path}: a stream is declared as one, read with GET, and nobody’s who is not signed in`)
  const encode = compileEncoder(route.data)
  addRoute(app, any, async (request, reply) => {
    await runWithoutTransaction(app, any, request, reply, async (ctx) => {
      const actor = ctx.actor!
      const streams = app.streams as Streams
      // A caller who left meanwhile would be kept for ever, because the close event has passed already.
      if (reply.raw.destroyed) return void reply.hijack()
      streams.admit(actor)
      reply.ret = Ret.ok
      reply.hijack()
      const { raw } = reply
      raw.shouldKeepAlive = false
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'application/x-ndjson; charset=utf-8',
        'x-accel-buffering': 'no', // Proxies pass it on line by line.
      })
      raw.flushHeaders()
      streams.add({ raw, credential: parseBearer(request.headers.authorization), personId: actor.personId })
      join(
        { ...ctx, actor },
        {
          send: (data) => write(raw, `${JSON.stringify(encode(data))}\n`),
          onEnd: (listener) => void raw.once('close', listener),
        },
      )
    })
    return reply
  })
}
