import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineModule, isWrite, routesOf, type Route } from '#packages/contract'
import { newId, Ret } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import { mount } from '#packages/http'
import { useDatabase } from '#packages/testing'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { loadModules } from '../modules.ts'
import { prepareEndpoints } from '../testing/endpoint-callers.ts'
import { findRepeatedEffects, isAccepted, sendTwice, type RepeatedWrite } from '../testing/repeat-writes.ts'
import { keepJournal, type WriteJournal } from '../testing/write-journal.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'

/** Few in `pnpm test`, more by `pnpm proof repeated-writes`, twenty with `--long`. */
const atOnce = Number(process.env['QIMING_REPEATED_AT_ONCE'] ?? 4)

const database = useDatabase({ withoutDistricts: true, poolSize: 24 })
const loadedModules = await loadModules()
const allRoutes = listRoutes(loadedModules)
const isKeyed = (route: Route) => isWrite(route) && !route.quiet && route.access !== 'public'
/** Writes whose repetition the shared code recognises by its key. */
const routes = allRoutes.filter((route) => isKeyed(route) && !route.ownTransactions)
/** Writes with transactions of their own, which the shared code cannot make once. */
const ownRoutes = allRoutes.filter((route) => isKeyed(route) && route.ownTransactions)

/** Endpoints whose example no caller may send: their state takes many steps to reach. */
const withoutExample = new Set([
  '/api/role/delete',
  '/api/role/separate',
  '/api/app/auditApply',
  '/api/orgs/settingPushUndo',
  '/api/users/refuseMerge',
  '/api/student/bindByPhone',
])

/** Own transactions that write again when the request is repeated, with the reason why that is harmless. */
const repeatable: Readonly<Record<string, string>> = {
  '/api/orgs/setHost': 'the same host again',
  '/api/orgs/newJoinCode': 'the newest code counts',
  '/api/users/switchoverOrg': 'another session of the same person',
  '/api/users/updateInfo': 'the same values again',
  '/api/excel/begin': 'a second batch of the same file; none is applied by itself',
  '/api/dataSource/test': 'the same test again',
  '/api/users/resetPwd': 'the newest password counts',
  '/api/users/sendInvitations': 'a line in the log; the person of the example has no phone number',
  '/api/student/askTransfer': 'a second entry in the list, so that it does not show whether the pupil exists',
  '/api/student/slips': 'the newest code counts',
}

const plantedRoute = routesOf(defineModule({ key: 'planted', title: '样例', permissions: {} }))
const note = { body: z.object({ text: z.string() }), data: z.object({ text: z.string() }) }
const planted = {
  honest: plantedRoute({ method: 'POST', path: '/api/planted/honest', title: '样例', access: 'staff', ...note }),
  /** Ignores the key. */
  forgetful: plantedRoute({
    method: 'POST',
    path: '/api/planted/forgetful',
    title: '样例',
    access: 'staff',
    ownTransactions: true,
    ...note,
  }),
  /** Writes in a second transaction, which a fault does not roll back. */
  leaky: plantedRoute({ method: 'POST', path: '/api/planted/leaky', title: '样例', access: 'staff', ...note }),
}

const insertNote = (db: Db, name: string) =>
  db.insertInto('event').values({ id: newId(), name, ids: '{}', at: new Date() }).execute()

function mountPlanted(server: FastifyInstance) {
  mount(server, planted.honest, async ({ db }, { body }) => {
    await insertNote(db, body.text)
    return body
  })
  mount(server, planted.forgetful, async ({ actor, cells, now, requestId }, { body }) => {
    await inDistrict(cells, actor!.districtId, async (db) => {
      await insertNote(db, body.text)
      await recordOperation({ actor: actor!, db, now, requestId }, { ...planted.forgetful, route: '/', objectIds: [] })
    })
    return body
  })
  mount(server, planted.leaky, async ({ actor }, { body }) => {
    await inDistrict(database.cells, actor.districtId, (db) => insertNote(db, body.text))
    return body
  })
}

let app: FastifyInstance
let journal: WriteJournal
let endpoints: Awaited<ReturnType<typeof prepareEndpoints>>
const figures = { endpoints: 0, own: 0 }

beforeAll(async () => {
  app = await createApi(loadedModules, database.cells, { ...database.redis, log: false })
  mountPlanted(app)
  endpoints = await prepareEndpoints(database)
  journal = await keepJournal(database)
})
afterAll(async () => {
  console.log(
    `repeated writes: ${figures.endpoints} of ${routes.length} endpoints with one effect ` +
      `(twice, ${atOnce} at once, another body, killed), ${withoutExample.size} without an example; ` +
      `${figures.own} of ${ownRoutes.length} with their own transactions were sent twice`,
  )
  await app?.close()
})

/** The request of the first caller who may send it. */
async function findWrite(route: Route): Promise<RepeatedWrite | undefined> {
  const request = endpoints.exampleOf(route) ?? (() => ({}))
  const endsSession = route.path === '/api/users/logout'
  for (const { authorization } of endpoints.callersOf(route)) {
    const write = { app, route, request, authorization, journal, atOnce, endsSession }
    if (await isAccepted(write)) return write
  }
  return undefined
}
const named = (some: readonly Route[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const)

describe('a write with an idempotency key has one effect', { shuffle: false }, () => {
  it.each(named(routes))('%s', async (_, route) => {
    const write = await findWrite(route)
    expect(withoutExample.has(route.path), 'an example succeeds, or the endpoint is listed').toBe(write === undefined)
    if (!write) return
    expect(await findRepeatedEffects(write)).toEqual([])
    figures.endpoints++
  })
})

describe('a write with its own transactions', { shuffle: false }, () => {
  it.each(named(ownRoutes))('%s', async (_, route) => {
    const moreEffects = await listMoreEffects(route)
    expect(route.path in repeatable ? [] : moreEffects, 'the repetition writes again').toEqual([])
  })
})

/** What the repetition writes, as the first caller who may send the request. */
async function listMoreEffects(route: Route) {
  const request = endpoints.exampleOf(route) ?? (() => ({}))
  for (const { authorization } of endpoints.callersOf(route)) {
    const { first, moreEffects } = await sendTwice({ app, route, request, authorization, journal, atOnce })
    if (first !== Ret.ok) continue
    figures.own++
    return moreEffects
  }
  return []
}

describe('a planted double effect is found', () => {
  const findPlanted = (route: unknown) =>
    findRepeatedEffects({
      app,
      route: route as Route,
      request: () => ({ body: { text: '便条' } }),
      authorization: endpoints.callersOf(routes[0]!)[0]!.authorization,
      journal,
      atOnce,
    })

  it('and one effect is not reported', async () => {
    expect(await findPlanted(planted.honest)).toEqual([])
  })

  it('where the key is ignored', async () => {
    const problems = await findPlanted(planted.forgetful)
    expect(problems.map((problem) => problem.split(':', 2).join(':'))).toEqual([
      'inSequence: another body is not refused',
      'inSequence: a second effect',
      `atOnce: ${atOnce} transactions wrote`,
      expect.stringMatching(/^atOnce: .* lines in the operation log/),
      'killed: 2 transactions wrote',
      expect.stringMatching(/^killed: .* lines in the operation log/),
    ])
  })

  it('where a fault does not roll everything back', async () => {
    const problems = await findPlanted(planted.leaky)
    expect(problems).toContainEqual(expect.stringMatching(/^killed: the killed attempt left .*insert event/))
  })
})
