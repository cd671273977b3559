import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineModule, isWrite, routesOf, takesIdempotencyKey, type Route } from '#packages/contract'
import { newId } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import { mount, type RequestCtx } from '#packages/http'
import { useDatabase } from '#packages/testing'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { loadModules } from '../modules.ts'
import { prepareEndpoints } from '../testing/endpoint-callers.ts'
import { callEndpoint } from '../testing/endpoint-calls.ts'
import { findRefusal, findRepeatedEffects, findWrongLines, type RepeatedWrite } from '../testing/repeat-writes.ts'
import { createWriteExamples } from '../testing/write-examples.ts'
import { keepJournal, type WriteJournal } from '../testing/write-journal.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'

/** Few in `pnpm test`, more by `pnpm proof repeated-writes`, twenty with `--long`. */
const atOnce = Number(process.env['QIMING_REPEATED_AT_ONCE'] ?? 4)

const database = useDatabase({ withoutDistricts: true, poolSize: 24 })
const loadedModules = await loadModules()
const allRoutes = listRoutes(loadedModules)
/** Writes whose repetition the shared code recognises by its key. */
const routes = allRoutes.filter(takesIdempotencyKey)
/** Writes that say why they take no key. */
const routesWithoutKey = allRoutes.filter((route) => isWrite(route) && !takesIdempotencyKey(route))

const plantedRoute = routesOf(defineModule({ key: 'planted', title: '样例', permissions: {} }))
const note = { body: z.object({ text: z.string() }), data: z.object({ text: z.string() }) }
const plant = <const Own extends boolean = false>(name: string, spec: { ownTransactions?: Own } = {}) =>
  plantedRoute({ method: 'POST', path: `/api/planted/${name}`, title: '样例', access: 'staff', ...note, ...spec })
const planted = {
  honest: plant('honest'),
  /** Writes in a second transaction, which a fault does not roll back. */
  leaky: plant('leaky'),
  honestInSteps: plant('honest-in-steps', { ownTransactions: true }),
  /** Is mounted so that it ignores the key. */
  forgetful: plant('forgetful', { ownTransactions: true }),
  /** Has its effect in the first of two transactions, so that a retry after a fault in the second one would repeat it. */
  hasty: plant('hasty', { ownTransactions: true }),
}

const insertNote = (db: Db, name: string) =>
  db.insertInto('event').values({ id: newId(), name, ids: '{}', at: new Date() }).execute()

function mountPlanted(server: FastifyInstance) {
  mount(server, planted.honest, async ({ db }, { body }) => {
    await insertNote(db, body.text)
    return body
  })
  const log = ({ actor, now, requestId }: RequestCtx, db: Db) =>
    recordOperation({ actor: actor!, db, now, requestId }, { title: '样例', route: '/', objectIds: [] })
  const inSteps = async (ctx: RequestCtx, { body }: { body: z.output<typeof note.body> }) => {
    await inDistrict(ctx.cells, ctx.actor!.districtId, async (db) => {
      await insertNote(db, body.text)
      await log(ctx, db)
    })
    return body
  }
  mount(server, planted.honestInSteps, inSteps)
  mount(server, { ...planted.forgetful, withoutKey: 'planted' }, inSteps)
  mount(server, planted.hasty, async (ctx, { body }) => {
    await inDistrict(ctx.cells, ctx.actor!.districtId, (db) => insertNote(db, body.text))
    await inDistrict(ctx.cells, ctx.actor!.districtId, (db) => log(ctx, db))
    return body
  })
  mount(server, planted.leaky, async ({ actor }, { body }) => {
    await inDistrict(database.cells, actor.districtId, (db) => insertNote(db, body.text))
    return body
  })
}

let app: FastifyInstance
let journal: WriteJournal
let examples: ReturnType<typeof createWriteExamples>
let endpoints: Awaited<ReturnType<typeof prepareEndpoints>>
let endpointCount = 0

beforeAll(async () => {
  app = await createApi(loadedModules, database.cells, { ...database.redis, log: false })
  mountPlanted(app)
  endpoints = await prepareEndpoints(database)
  examples = createWriteExamples(app, database, endpoints)
  journal = await keepJournal(database)
})
afterAll(async () => {
  console.log(
    `repeated writes: ${endpointCount} of ${routes.length} endpoints with one effect ` +
      `(twice, ${atOnce} at once, another body, killed); ${routesWithoutKey.length} take no key`,
  )
  for (const { path, withoutKey } of routesWithoutKey) console.log(`repeated writes: no key: ${path}: ${withoutKey}`)
  await app?.close()
})

/** An example of its own, or the request of the isolation matrix by the first caller who may send it. */
async function findWrite(route: Route): Promise<RepeatedWrite> {
  const own = examples[route.path]
  const request = endpoints.exampleOf(route) ?? (() => ({}))
  const candidates = own
    ? [{ name: 'example', example: own }]
    : endpoints.callersOf(route).map(({ name, authorization }) => ({
        name,
        example: async () => ({ authorization, request: request() }),
      }))
  const refusals: string[] = []
  for (const { name, example } of candidates) {
    const endsSession = sessionEnding.has(route.path)
    const write = { app, route, example, journal, atOnce, endsSession }
    const refusal = await findRefusal(write)
    if (refusal === undefined) return write
    refusals.push(`${name}: ${refusal}`)
  }
  throw new Error(`no example succeeds: ${refusals.join(', ')}`)
}
const sessionEnding = new Set([
  '/api/platform/logout',
  '/api/developer/logout',
  '/api/users/logout',
  '/api/users/updatePwd',
  '/api/users/dd/unbind',
])

describe('a write with an idempotency key has one effect', { shuffle: false }, () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    expect(await findRepeatedEffects(await findWrite(route))).toEqual([])
    endpointCount++
  })
})

describe('a write without a key leaves one line in the operation log', { shuffle: false }, () => {
  // Callers without a session are in the login log and the identity log; quiet writes are listed with their reason.
  // A preview needs a data source that answers: kernel/source/server/data-sources.test.ts counts its lines.
  const logged = routesWithoutKey.filter(
    ({ quiet, access, path }) => !quiet && access !== 'public' && path !== '/api/dataSource/preview',
  )
  it.each(logged.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const { example } = await findWrite(route)
    const { request, authorization, headers } = await example()
    await journal.mark()
    await callEndpoint(app, route, request, authorization, headers)
    expect([...findWrongLines(route, await journal.listEffects())]).toEqual([])
    await journal.undo()
  })
})

it('a write without a key says why', () => {
  expect(routesWithoutKey.filter(({ withoutKey = '' }) => withoutKey.length <= 10)).toEqual([])
})

describe('a planted double effect is found', () => {
  const findPlanted = (route: unknown) => {
    const { authorization } = endpoints.callersOf(routes[0]!)[0]!
    const example = async () => ({ authorization, request: { body: { text: '便条' } } })
    return findRepeatedEffects({ app, route: route as Route, example, journal, atOnce })
  }
  /** Without the rows. */
  const shorten = (problems: readonly string[]) => problems.map((problem) => problem.split(':', 2).join(':'))

  it('and one effect is not reported', async () => {
    expect(await findPlanted(planted.honest)).toEqual([])
    expect(await findPlanted(planted.honestInSteps)).toEqual([])
  })

  it('where the key is ignored', async () => {
    expect(shorten(await findPlanted(planted.forgetful))).toEqual([
      'checkSequence: another body is not refused',
      'checkSequence: a second effect',
      `checkAtOnce: ${atOnce} lines in the operation log`,
      'checkAtOnce: other rows were written',
    ])
  })

  it('where a fault does not roll everything back', async () => {
    expect(await findPlanted(planted.leaky)).toContainEqual(
      expect.stringMatching(/^checkKilled: the killed attempt left .*insert event/),
    )
  })

  it('and a fault after the effect of a write with several transactions does not repeat it', async () => {
    expect(await findPlanted(planted.hasty)).toEqual([])
  })
})
