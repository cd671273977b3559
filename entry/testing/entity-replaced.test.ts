import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEphemeralStore } from '#packages/cache'
import { entityRoutes } from '#packages/contract'
import { notSignedIn, Ret, type Actor, type NumberLookups } from '#packages/core'
import { createEntityImport, serveEntity, type ServedEntity } from '#packages/crud'
import { createServer, newToken } from '#packages/http'
import { buildExampleForm, deriveIsolation, useDatabase } from '#packages/testing'
import { createLoanWorld, loan, loans } from './loan.fixture.ts'

// Each derived part of an entity is replaced by a hand-written one: it is used, and the others stay as they are.
const api = entityRoutes(loan, { path: '/api/loan', actions: ['list', 'get', 'create', 'update'] })
const noLookups: NumberLookups = {
  count: async () => {},
  release: () => {},
  countRows: async () => {},
  releaseRows: async () => {},
  settle: async () => {},
}
const database = useDatabase()
const apps: FastifyInstance[] = []
let store: ReturnType<typeof openEphemeralStore>
let head: Actor
let id: string

beforeAll(async () => {
  store = openEphemeralStore(database.redis.redisUrl)
  ;({ head } = await createLoanWorld(database))
  ;({ id } = await database.as(head, (ctx) => loans.create(ctx, formOf('R-1'))))
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await store.close()
})

const formOf = (number: string) => buildExampleForm(loan, number, { orgId: null, phone: '13800000001', notes: [] })
const firstPage = { pageNumber: '1', pageSize: '20', keyword: '', orgId: '' }

interface Answer {
  ret: number
  data: { id: string; number: string; items: { number: string }[] }
}

async function serve(entity: ServedEntity) {
  const app = await createServer(
    {
      app: database.app,
      cells: database.cells,
      ephemeralStore: store,
      identify: async () => head,
      identifyOutside: async () => Promise.reject(notSignedIn()),
      listLiveTokenHashes: async () => new Set<string>(),
      recordOperation: async () => {},
      limitLookups: () => noLookups,
      forgetCallers: () => {},
      recordRefused: () => {},
      findDistrictByHost: async () => undefined,
    },
    { log: false },
  )
  apps.push(app)
  entity.mount(app)
  const headers = { authorization: `Bearer ${newToken(head.districtId).token}` }
  return {
    get: async (url: string, query: Record<string, string>) =>
      (await app.inject({ method: 'GET', url, query, headers })).json<Answer>(),
    post: async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url, payload, headers })).json<Answer>(),
  }
}

it('a replaced list answers, and the other functions stay derived', async () => {
  const { get } = await serve(
    serveEntity(api, {
      ...loans,
      list: async (ctx, query) => {
        const page = await loans.list(ctx, query)
        return { ...page, items: page.items.map((row) => ({ ...row, number: `手写 ${row.number}` })) }
      },
    }),
  )
  expect((await get(api.list.path, firstPage)).data.items.map(({ number }) => number)).toContain('手写 R-1')
  expect((await get(api.get.path, { id })).data.number).toBe('R-1')
})

it('a replaced creation is used by its route and by the import, and what it creates is listed by the derived list', async () => {
  const withPrefix: typeof loans = {
    ...loans,
    create: (ctx, form) => loans.create(ctx, { ...form, number: `Z-${form.number}` }),
  }
  const { get, post } = await serve(serveEntity(api, withPrefix))
  expect(await post(api.create.path, formOf('R-2'))).toMatchObject({ ret: Ret.ok })
  expect((await get(api.list.path, firstPage)).data.items.map(({ number }) => number)).toContain('Z-R-2')
  const derived = createEntityImport(withPrefix, { page: 'loan:Loans' })
  const target = { ...derived, matchHint: '按单号' }
  expect({ ...target, matchHint: derived.matchHint }).toEqual(derived)
})

it('a replaced route has its own path, and the others keep theirs', async () => {
  const replaced = { ...api, get: { ...api.get, path: '/api/loan/one' as const } }
  const { get } = await serve(serveEntity(replaced, loans))
  expect((await get('/api/loan/one', { id })).data.number).toBe('R-1')
  expect((await get(api.get.path, { id })).ret).toBe(Ret.notFound)
  expect((await get(api.list.path, firstPage)).ret).toBe(Ret.ok)
})

it('a route with cases of its own has no derived ones, and the others keep theirs', () => {
  const served = serveEntity(api, loans)
  const all = deriveIsolation(served, new Set(), [served])
  const others = deriveIsolation(served, new Set([api.get]), [served])
  expect(Object.keys(all.cases)).toEqual(['list', 'get', 'create', 'update'])
  expect(Object.keys(others.cases)).toEqual(['list', 'create', 'update'])
  expect(Object.keys(others.api)).toEqual(['list', 'create', 'update'])
})
