import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { EphemeralStore } from '#packages/cache'
import { getOutsideKind, isWrite, type RawAnswer, type Route } from '#packages/contract'
import { Ret, type App, type OutsideActor } from '#packages/core'
import { describeFailure, type Cells, type DirectoryDb } from '#packages/db'
import { getClient } from './client.ts'
import { readForm } from './form.ts'
import {
  addRoute,
  checkedEncoder,
  getKeyedRequest,
  identifyOutside,
  listIds,
  parseInput,
  sendAnswer,
  sendRaw,
  toWireNames,
  type Input,
} from './mount.ts'
import { OperationRecord, runOutsideIdempotent } from './outside-writes.ts'
import type { Client } from './portal.ts'

/**
 * The context of a handler for callers outside districts. There is no district transaction and no actor of a district:
 * no service of a district accepts this context.
 */
export interface OutsideCtx {
  readonly app: App
  readonly actor: OutsideActor
  readonly cells: Cells
  readonly now: Date
  readonly requestId: string
  readonly address: string
  readonly log: FastifyBaseLogger
  readonly ephemeralStore: EphemeralStore
  readonly client: Client
  /**
   * Changes the directory in one transaction. The first one of a write also stores its row of the operation log; a
   * write without any gets the row at its end.
   */
  change<T>(work: (db: DirectoryDb) => Promise<T>): Promise<T>
  /** Adds an object to the row of the operation log: the number of a district, or the id of what was created. */
  note(objectId: string | number): void
}

export type OutsideHandler<Query extends z.ZodType, Body extends z.ZodType, Data extends z.ZodType> = (
  ctx: OutsideCtx,
  input: Input<Query, Body>,
) => Promise<z.output<Data>>

/**
 * Registers a route for platform administrators or developers, with everything around its handler: identification,
 * parsing, idempotency key, one row of the operation log for a write, envelope.
 */
export function mountOutside<Query extends z.ZodType, Body extends z.ZodType, Data extends z.ZodType>(
  app: FastifyInstance,
  route: Route<Query, Body, Data, true>,
  handler: OutsideHandler<Query, Body, Data>,
) {
  const any = route as unknown as Route
  if (!getOutsideKind(any)) throw new Error(`${route.path}: a route of districts is mounted with mount`)
  if (route.stream || route.quiet) throw new Error(`${route.path}: neither streams nor quiet writes outside districts`)
  const encode = checkedEncoder(any)
  addRoute(app, any, async (request, reply) => {
    const now = new Date()
    const actor = await identifyOutside(app, any, request, now)
    // Files are read only after the caller is known.
    if (route.multipart) request.body = await readForm(request, any)
    const input = parseInput(any, request) as Input<Query, Body>
    const { cells, ephemeralStore, app: parts } = app.portal
    const { id: requestId, ip: address, log } = request
    const { path, title } = route
    const record = new OperationRecord(cells, {
      actor,
      now,
      route: path,
      title,
      objectIds: listIds(input),
      address,
      requestId,
    })
    const ctx: OutsideCtx = {
      app: parts,
      actor,
      cells,
      now,
      requestId,
      address,
      log,
      ephemeralStore,
      client: getClient(request, reply),
      change: (work) => record.change(work),
      note: (objectId) => record.note(objectId),
    }
    const work = async () => {
      const data = await handler(ctx, input).catch(toWireNames(any))
      if (isWrite(any)) await record.finish()
      return route.raw ? data : encode(data)
    }
    const keyed = getKeyedRequest(any, request)
    const warn = (error: unknown) => log.warn({ error: describeFailure(error) }, 'an idempotency key stays pending')
    const data = keyed ? await runOutsideIdempotent({ cells, actor, now, warn }, keyed, work) : await work()
    return route.raw ? sendRaw(reply, data as RawAnswer) : sendAnswer(reply, request, Ret.ok, route.done ?? '', data)
  })
}
