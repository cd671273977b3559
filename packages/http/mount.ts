import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { z } from 'zod'
import {
  getAudience,
  getOutsideKind,
  compileEncoder,
  envelope,
  isWrite,
  servesApplication,
  takesIdempotencyKey,
  getWireParts,
  type RawAnswer,
  type Route,
} from '#packages/contract'
import {
  forbidden,
  invalid,
  listContributions,
  may,
  notSignedIn,
  Refusal,
  Ret,
  wrongAudience,
  type Actor,
  type Ctx,
  type FieldError,
  type NumberLookups,
} from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import { getClient } from './client.ts'
import { readForm } from './form.ts'
import { runIdempotent, runIdempotentInSteps } from './idempotency.ts'
import type { RequestCtx } from './portal.ts'
import { hashToken, isPlatformToken, parseCredential, readToken } from './token.ts'

type GuardCtx = Pick<Ctx, 'app' | 'actor' | 'db' | 'now'>
interface RouteGuard {
  appliesTo: (ctx: Pick<Ctx, 'app'>, route: Pick<Route, 'module'>) => boolean
  refuse: (ctx: GuardCtx, route: Pick<Route, 'module'>) => Promise<void>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Refuse callers of some routes although they have the permission: those of a closed application. */
    routeGuards: RouteGuard
  }
}

export interface Input<Query extends z.ZodType, Body extends z.ZodType> {
  query: z.output<Query>
  body: z.output<Body>
}
type HandlerCtx<Own extends boolean> = Own extends true ? RequestCtx : Ctx
export type Handler<Query extends z.ZodType, Body extends z.ZodType, Data extends z.ZodType, Own extends boolean> = (
  ctx: HandlerCtx<Own>,
  input: Input<Query, Body>,
) => Promise<z.output<Data>>

const mountedHandlers = new WeakSet<object>()

/**
 * Adds a route to the server and remembers its handler. Only `mount`, `mountStream` and `mountOutside` call this, and their
 * handlers check the caller first; the server refuses a route under /api with any other handler.
 */
export function addRoute(app: FastifyInstance, route: Route, handler: RouteHandlerMethod) {
  if (isWrite(route) && (route.quiet || route.raw || route.access === 'public') && !route.withoutKey)
    throw new Error(`${route.path}: withoutKey must say why this write takes no idempotency key`)
  if (getOutsideKind(route) && !route.ownTransactions)
    throw new Error(`${route.path}: a route outside districts has transactions of its own`)
  mountedHandlers.add(handler)
  app.mounted.push(route)
  app.route({ method: route.method, url: route.path, config: { route }, handler })
}

/** Whether a handler was made by `mount` or `mountStream`. */
export const isMountedHandler = (handler: object) => mountedHandlers.has(handler)

/**
 * Registers a route with everything around its handler: parsing, identification, permission check, one transaction,
 * envelope.
 */
export function mount<Query extends z.ZodType, Body extends z.ZodType, Data extends z.ZodType, Own extends boolean>(
  app: FastifyInstance,
  route: Route<Query, Body, Data, Own>,
  handler: Handler<Query, Body, Data, Own>,
) {
  const any = route as unknown as Route
  if (route.stream) throw new Error(`${route.path}: a stream is mounted with mountStream`)
  if (getOutsideKind(any)) throw new Error(`${route.path}: a route outside districts is mounted with mountOutside`)
  const encode = checkedEncoder(any)
  if (any.method === 'GET')
    app.reads.set(any.path, async (ctx, query) =>
      encode(await handler(ctx as HandlerCtx<Own>, { query, body: undefined } as Input<Query, Body>)),
    )
  addRoute(app, any, async (request, reply) => {
    if (route.ownTransactions) {
      const done = await runWithoutTransaction(app, any, request, reply, async (ctx) => {
        // Files are read only after the permission check.
        if (route.multipart) request.body = await readForm(request, any)
        const input = parseInput(any, request) as Input<Query, Body>
        const work = async () => {
          const data = await handler(ctx as HandlerCtx<Own>, input)
          return route.raw ? data : encode(data)
        }
        const keyed = getKeyedRequest(any, request)
        return keyed ? runIdempotentInSteps(ctx, ctx.actor!, keyed, work) : work()
      })
      return route.raw ? sendRaw(reply, done as RawAnswer) : sendAnswer(reply, request, Ret.ok, route.done ?? '', done)
    }
    const input = parseInput(any, request)
    const data = await runInDistrict(app, any, request, input, async (ctx) =>
      encode(await handler(ctx as HandlerCtx<Own>, input as Input<Query, Body>).catch(toWireNames(any))),
    )
    return sendAnswer(reply, request, Ret.ok, route.done ?? '', data)
  })
}

/** Outside production every answer is validated against its contract. */
export function checkedEncoder(route: Route) {
  if (process.env['NODE_ENV'] === 'production') return compileEncoder(route.data)
  const encode = compileEncoder(route.data)
  return (value: unknown) => {
    const quick = encode(value)
    if (!isDeepStrictEqual(z.encode(route.data, value as never), quick))
      throw new Error(`${route.path}: the two encoders disagree`)
    return quick
  }
}

/** Sends bytes with a content type. Browsers must not guess another type, nor let another site show them. */
export function sendRaw(reply: FastifyReply, { type, bytes, seconds }: RawAnswer) {
  reply.ret = Ret.ok
  if (seconds) reply.header('cache-control', `private, max-age=${seconds}`)
  return reply.type(type).send(Buffer.from(bytes))
}

export function sendAnswer(reply: FastifyReply, request: FastifyRequest, ret: Ret, msg: string, data: unknown) {
  reply.ret = ret
  return envelope(ret, msg, data, request.startedAt)
}

async function runInDistrict(
  app: FastifyInstance,
  route: Route,
  request: FastifyRequest,
  input: Input<z.ZodType, z.ZodType>,
  work: (ctx: Ctx) => Promise<unknown>,
) {
  const { cells, recordOperation } = app.portal
  const credential = await readCredential(app, request)
  const write = isWrite(route)
  const now = new Date()
  const lookups = app.portal.limitLookups({ route, now, requestId: request.id, log: request.log })

  const inside = async (db: Db) => {
    const actor = await authorize(route, request, () =>
      app.portal.identify(db, credential, now, route.ownSessionOnly, isUnattended(route, request)),
    )
    const ctx: Ctx = { app: app.portal.app, actor, db, now, requestId: request.id, address: request.ip, lookups }
    await askRouteGuards(ctx, route)
    if (!write || route.quiet) return work(ctx)
    const deed = async () => {
      const data = await work(ctx)
      await recordOperation(ctx, { route, objectIds: listIds(input) })
      return data
    }
    const keyed = getKeyedRequest(route, request)
    return keyed ? runIdempotent(ctx, keyed, deed) : deed()
  }
  return withSettledLookups(lookups, () => inDistrict(cells, credential.districtId, inside, { readOnly: !write }))
}

/** The credential of a district. A caller outside districts is refused by all its routes. */
async function readCredential({ portal }: FastifyInstance, { headers }: FastifyRequest) {
  const token = readToken(headers.authorization)
  if (isPlatformToken(token)) {
    await portal.identifyOutside(hashToken(token), new Date(), true)
    throw wrongAudience()
  }
  const credential = parseCredential(token)
  if ((await portal.cells.cellOf(credential.districtId)) === undefined) throw notSignedIn()
  return credential
}

/**
 * The caller outside districts for a route of `mountOutside`. A caller of a district is refused, and a developer by the
 * routes of platform administrators.
 */
export async function identifyOutside(app: FastifyInstance, route: Route, request: FastifyRequest, now: Date) {
  const token = readToken(request.headers.authorization)
  if (!isPlatformToken(token)) {
    const credential = await readCredential(app, request)
    const { cells, identify } = app.portal
    const check = (db: Db) => identify(db, credential, now, false, true)
    request.actor = await inDistrict(cells, credential.districtId, check, { readOnly: true })
    throw wrongAudience()
  }
  const actor = await app.portal.identifyOutside(hashToken(token), now, isUnattended(route, request))
  if (actor.kind !== getOutsideKind(route)) throw wrongAudience()
  return actor
}

/** The request with its idempotency key, if it has one and the route takes it. */
export function getKeyedRequest(route: Route, { headers, query, body }: FastifyRequest) {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !takesIdempotencyKey(route)) return undefined
  return { key, route: route.path, query, body, isSecret: route.secretAnswer === true }
}

/** After the transaction: a refusal rolls back writes, but the lookups were made all the same. */
async function withSettledLookups<T>(lookups: NumberLookups, work: () => Promise<T>): Promise<T> {
  const done = await work().catch(async (error: unknown) => {
    await lookups.settle(false)
    throw error
  })
  await lookups.settle(true)
  return done
}

export async function runWithoutTransaction(
  app: FastifyInstance,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (ctx: RequestCtx) => Promise<unknown>,
) {
  const { cells, ephemeralStore } = app.portal
  const now = new Date()
  const isPublic = route.access === 'public'
  const actor = isPublic
    ? undefined
    : await authorize(route, request, async () => {
        const credential = await readCredential(app, request)
        const isAutomatic = isUnattended(route, request)
        const known = route.ownSessionOnly ? undefined : app.portal.recallCaller?.(credential, now, isAutomatic)
        if (known) return known
        return inDistrict(
          cells,
          credential.districtId,
          (db) => app.portal.identify(db, credential, now, route.ownSessionOnly, isAutomatic),
          { readOnly: true },
        )
      })
  if (actor) await guardWithoutTransaction(app, route, actor, now)
  const { id: requestId, log } = request
  const lookups = app.portal.limitLookups({ route, now, requestId, log })
  const client = getClient(request, reply)
  return withSettledLookups(lookups, () =>
    work({
      app: app.portal.app,
      actor,
      cells,
      ephemeralStore,
      now,
      requestId,
      address: request.ip,
      log,
      client,
      lookups,
    }),
  )
}

const listRouteGuards = (ctx: Pick<Ctx, 'app'>, route: Pick<Route, 'module'>) =>
  listContributions(ctx, 'routeGuards').filter(({ appliesTo }) => appliesTo(ctx, route))

/** Refuses what the routes of a module would refuse: for work on its data through a route of another module. */
export async function askRouteGuards(ctx: GuardCtx, route: Pick<Route, 'module'>) {
  for (const guard of listRouteGuards(ctx, route)) await guard.refuse(ctx, route)
}

/** Most of these routes have no guard, and then no transaction is opened. */
async function guardWithoutTransaction({ portal }: FastifyInstance, route: Route, actor: Actor, now: Date) {
  if (listRouteGuards(portal, route).length === 0) return
  const check = (db: Db) => askRouteGuards({ app: portal.app, actor, db, now }, route)
  await inDistrict(portal.cells, actor.districtId, check, { readOnly: true })
}

/** Whether a window requests automatically, according to its header. A write is always a user's action. */
const isUnattended = (route: Route, { headers }: FastifyRequest) =>
  Boolean(route.stream) || (!isWrite(route) && headers['x-unattended'] === '1')

/** Identifies the caller and checks the access. */
async function authorize(route: Route, request: FastifyRequest, identify: () => Promise<Actor>) {
  const actor = await identify()
  request.actor = actor
  refuseAccess(route, actor)
  const tabOrganisation = request.headers['x-org-id']
  if (tabOrganisation && tabOrganisation !== actor.orgId) throw new Refusal('当前组织已切换', Ret.otherOrganisation)
  return actor
}

/** Refuses a caller for whom the route is not. */
export function refuseAccess(route: Route, actor: Actor) {
  if (!getAudience(route).includes(actor.kind)) throw wrongAudience()
  if (actor.pending?.length && !route.duringFirstSteps) throw new Refusal('请先完成首次登录的设置', Ret.forbidden)
  if (actor.application !== undefined && !servesApplication(route, actor.application))
    throw new Refusal('请在门户中进行此操作', Ret.forbidden)
  const named = route.access !== 'staff' && route.access !== 'signed-in'
  if (named && !may(actor, route.access)) throw forbidden()
}

export function parseInput(route: Route, request: FastifyRequest): Input<z.ZodType, z.ZodType> {
  const body = route.inQueryToo ? withQuery(route.inQueryToo, request) : request.body
  return { query: parsePart(route.query, request.query), body: parsePart(route.body, body) }
}

/** Fields that the body lacks are taken from the query. */
function withQuery(names: NonNullable<Route['inQueryToo']>, { query, body }: FastifyRequest): unknown {
  if (body !== undefined && body !== null && !isRecord(body)) return body
  const queryValues = query as Readonly<Record<string, string>>
  const fromQuery = Object.entries(names).flatMap(([name, kind]) => {
    const value = queryValues[name]
    return value === undefined ? [] : [[name, kind === 'number' && /^-?\d{1,10}$/.test(value) ? Number(value) : value]]
  })
  return Object.assign(Object.fromEntries(fromQuery), body)
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && !Array.isArray(value)

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value as never)
  if (result.success) return result.data
  const errors = result.error.issues.map((issue) => ({ field: issue.path.join('.'), msg: issue.message }))
  throw invalid(renameFields(schema, errors))
}

/** Errors name fields as on the wire: services and schemas use our own names. */
export const toWireNames =
  (route: Route) =>
  (error: unknown): never => {
    if (!route.body || !(error instanceof Refusal) || error.ret !== Ret.invalid) throw error
    throw invalid(renameFields(route.body, (error.data as { errors: FieldError[] }).errors))
  }

function renameFields(schema: z.ZodType, errors: FieldError[]): FieldError[] {
  const names = getWireParts(schema)?.toWire
  return names ? errors.map(({ field, msg }) => ({ field: names.get(field) ?? field, msg })) : errors
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const maxIds = 20

/** The ids in a request, for the operation log: ids only, no other values. */
export function listIds(input: unknown, found: string[] = []): string[] {
  if (typeof input === 'string' && uuid.test(input)) found.push(input)
  else if (typeof input === 'object' && input !== null) for (const value of Object.values(input)) listIds(value, found)
  return found.slice(0, maxIds)
}
