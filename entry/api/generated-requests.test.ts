import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineModule, routesOf, type Route } from '#packages/contract'
import { Refusal } from '#packages/core'
import { mount } from '#packages/http'
import { useDatabase } from '#packages/testing'
import { stopSenders } from '#packages/jobs'
import { loadModules } from '../modules.ts'
import { matchNames } from '../testing/answer-faults.ts'
import { prepareEndpoints } from '../testing/endpoint-callers.ts'
import { describeFaults, fuzzEndpoints, type FuzzTarget } from '../testing/fuzz-endpoints.ts'
import { modelSeed } from '../testing/model-test-runs.ts'
import { RolledBackCells } from '../testing/rolled-back-cells.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'

/** Few in `pnpm test`, more in CI, very many by `pnpm proof malformed-requests --long`. */
const inputs = Number(process.env['QIMING_FUZZ_INPUTS'] ?? (process.env['CI'] ? 20_000 : 2_000))
/** A statement ends after 10 s; only what waits for nothing takes longer. */
const hangMs = 20_000

const database = useDatabase({ withoutDistricts: true, poolSize: 5 })
const loadedModules = await loadModules()
const routes = listRoutes(loadedModules)

/** Error lines of the servers by request id. */
const errors = new Map<string, string>()
const log = {
  level: 'error',
  stream: {
    write: (line: string) => {
      const { requestId, error } = JSON.parse(line) as { requestId?: string; error?: Record<string, string> }
      if (requestId && error) errors.set(requestId, summarise(error))
    },
  },
}
const summarise = ({ message, code, constraint, stack = '' }: Record<string, string>) => {
  // The first line outside the database's own code.
  const frame = stack.split('\n').find((line) => / at .*\/(kernel|applications)\//.test(line))
  return [code, constraint, message, frame?.trim().replace(/\S*\/(?=(kernel|applications)\/)/, '')]
    .filter(Boolean)
    .join(' ')
    .slice(0, 250)
}

/** Rolls back: for routes with one transaction. */
let app: FastifyInstance
/** Keeps what is written: for routes with transactions of their own. */
let keepingApp: FastifyInstance
let cells: RolledBackCells
let targets: FuzzTarget[]
let knownIds: readonly string[]
let names: RegExp

beforeAll(async () => {
  const { callersOf, exampleOf, ...endpoints } = await prepareEndpoints(database)
  ;({ knownIds } = endpoints)
  names = matchNames(await listNames())
  await database.sql('create table tenant.first_session as table tenant.session')
  cells = RolledBackCells.of(database.cells, 5)
  // As in production, where nothing but this test compares an answer with its contract.
  vi.stubEnv('NODE_ENV', 'production')
  app = await createApi(loadedModules, cells, { ...database.redis, log })
  keepingApp = await createApi(loadedModules, database.cells, { ...database.redis, log })
  vi.unstubAllEnvs()
  targets = routes.map((route) => {
    const example = exampleOf(route)
    return {
      route,
      app: route.ownTransactions ? keepingApp : app,
      callers: [...callersOf(route), { name: 'nobody', authorization: undefined }],
      ...(example ? { example } : {}),
    }
  })
})
afterAll(async () => {
  await app?.close()
  await keepingApp?.close()
  if (!cells) return
  await stopSenders(cells)
  await cells.end()
})

/** The sessions as they were at first; what ended them may stay. */
const restoreSessions = async () =>
  void (await database.sql(
    'begin; delete from tenant.session; insert into tenant.session table tenant.first_session; commit',
  ))

/** The names of tables, indexes and constraints. */
async function listNames() {
  const rows = await database.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'tenant'::regnamespace
     union select conname from pg_constraint where connamespace = 'tenant'::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

const print = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} × ${count}`)
    .join(', ')

describe('requests generated from the contracts', () => {
  it('are answered or refused at every endpoint', { timeout: 120_000 + inputs * 30 }, async () => {
    expect(targets.length).toBe(routes.length)
    const seed = modelSeed
    const result = await fuzzEndpoints(targets, {
      seed,
      inputs,
      from: Number(process.env['QIMING_FUZZ_FROM'] ?? 0),
      hangMs,
      knownIds,
      names,
      restore: restoreSessions,
      reasonOf: (id) => errors.get(id),
    })
    const { faults, seconds, handled, slowestMs } = result
    console.log(
      `fuzz: seed ${seed}, ${inputs} inputs at ${targets.length} endpoints in ${seconds.toFixed(1)} s (${(inputs / seconds).toFixed(0)}/s, ${((result.cpuSeconds / inputs) * 1000).toFixed(2)} ms CPU each), ` +
        `${faults.length} faults, ${handled} past the first checks, slowest ${slowestMs.toFixed(0)} ms\n` +
        `fuzz: errors ${print(result.kinds)}\nfuzz: ret ${print(result.rets)}`,
    )
    expect(describeFaults(faults).slice(0, 20)).toEqual([])
    expect(handled / inputs).toBeGreaterThan(0.2)
  })
})

const note = z.object({
  text: z.string().max(200),
  count: z.int().max(100_000).optional(),
  day: z.iso.date().optional(),
})
const plantedRoute = routesOf(defineModule({ key: 'planted', title: '样例', permissions: {} }))
const plant = (path: `/api/${string}`) =>
  plantedRoute({
    method: 'POST',
    path,
    title: '样例',
    access: 'public',
    body: note,
    data: z.object({ text: z.string() }),
    ownTransactions: true,
    withoutKey: 'no session',
  })
type Note = z.output<typeof note>

describe('a planted fault is found', () => {
  /** One fault of each kind, each behind valid input. */
  const planted = {
    'server error': ({ text, count = 0 }: Note) => ({
      text: count > 50_000 ? (undefined as never as Note).text : text,
    }),
    'wrong schema': ({ text, count }: Note) => ({ text: count === 0 ? (null as never) : text }),
    leak: async ({ text, day }: Note) => {
      await database.sql('select $1::date', [day ?? null]).catch((error: Error) => {
        throw new Refusal(error.message)
      })
      return { text }
    },
    hang: ({ text }: Note) => (text.length === 200 ? new Promise<{ text: string }>(() => {}) : { text }),
    nothing: ({ text }: Note) => ({ text }),
  }
  let plantedApp: FastifyInstance
  const plantedRoutes = new Map<string, Route>()

  beforeAll(async () => {
    plantedApp = await createApi(loadedModules, cells, { ...database.redis, log })
    for (const [kind, handler] of Object.entries(planted)) {
      const route = plant(`/api/planted/${kind.replace(' ', '-')}`)
      plantedRoutes.set(kind, route as unknown as Route)
      // In production an answer is not compared with its contract.
      vi.stubEnv('NODE_ENV', 'production')
      mount(plantedApp, route, async (_, { body }) => handler(body))
      vi.unstubAllEnvs()
    }
  })
  afterAll(() => plantedApp?.close())

  it.each(Object.keys(planted))('%s', async (kind) => {
    const example = () => ({ body: { text: '便条', count: 1, day: '2026-09-01' } })
    const callers = [{ name: 'nobody', authorization: undefined }]
    const target: FuzzTarget = { route: plantedRoutes.get(kind)!, app: plantedApp, example, callers }
    const options = { seed: modelSeed, inputs: 600, hangMs: kind === 'hang' ? 500 : hangMs, knownIds, names }
    const { faults } = await fuzzEndpoints([target], options)
    expect([...new Set(faults.map((fault) => fault.kind))]).toEqual(kind === 'nothing' ? [] : [kind])
    // The seed and the number repeat the input.
    if (!faults[0]) return
    const { input, request } = faults[0]
    const again = await fuzzEndpoints([target], { ...options, from: input, inputs: input + 1 })
    expect(again.faults[0]).toMatchObject({ input, request })
  })
})
