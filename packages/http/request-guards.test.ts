import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { openEphemeralStore } from '#packages/cache'
import { defineModule, routesOf } from '#packages/contract'
import { districtId, notSignedIn, unavailable } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { createServer, mount } from './index.ts'
import { noLookups } from './lookups.fixture.ts'

const database = useDatabase()
const route = routesOf(defineModule({ key: 'edge', title: '样例', permissions: {} }))
const greet = route({
  method: 'GET',
  path: '/api/greet',
  title: '问候',
  access: 'public',
  ownTransactions: true,
  data: z.object({ origin: z.string(), siteOwner: z.string() }),
})

let app: FastifyInstance
let closeStore: () => Promise<void>
let isDirectoryAway = false
let questions = 0

beforeAll(async () => {
  const ephemeralStore = openEphemeralStore(database.redis.redisUrl)
  closeStore = () => ephemeralStore.close()
  app = await createServer(
    {
      app: database.app,
      cells: database.cells,
      ephemeralStore,
      identify: async () => Promise.reject(notSignedIn()),
      identifyOutside: async () => Promise.reject(notSignedIn()),
      listLiveTokenHashes: async () => new Set(),
      recordOperation: async () => {},
      limitLookups: () => noLookups,
      forgetCallers: () => {},
      recordRefused: () => {},
      findDistrictByHost: async (host) => {
        questions++
        if (isDirectoryAway) throw unavailable()
        return host === 'school.example.cn' ? districtId(7) : undefined
      },
    },
    {
      log: false,
      publicUrl: 'https://portal.example.cn',
      otherHosts: ['intra.example.cn'],
      secureBelow: ['portal.example.cn'],
    },
  )
  mount(app, greet, async ({ client }) => {
    client.browserHash()
    return { origin: client.origin, siteOwner: client.siteOwner }
  })
})
afterAll(async () => {
  await app.close()
  await closeStore()
})

const ask = async (host: string, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url: greet.path, headers: { host, ...headers } })
  const { ret, data } = response.json<{ ret: number; data: { origin: string; siteOwner: string } }>()
  return { status: response.statusCode, ret, data, headers: response.headers, cookies: response.cookies }
}

describe('the host name of a request', () => {
  it('is a known one: the public host, further ones, and those of districts and their schools', async () => {
    expect(await ask('portal.example.cn')).toMatchObject({
      data: { origin: 'https://portal.example.cn', siteOwner: 'installation' },
    })
    expect(await ask('INTRA.example.cn')).toMatchObject({ data: { origin: 'https://intra.example.cn' } })
    expect(await ask('school.example.cn')).toMatchObject({
      data: { origin: 'https://school.example.cn', siteOwner: 'district 7' },
    })
  })

  it('that is unknown is refused, whatever its port', async () => {
    for (const host of [
      'evil.example',
      'portal.example.cn.evil.example',
      'localhost',
      '127.0.0.1',
      'portal.example.cn:8443',
    ])
      expect(await ask(host)).toMatchObject({ status: 421, ret: -1 })
  })

  it.each(['a b', 'x@portal.example.cn', 'portal.example.cn/..', '[::1', 'portal.example.cn:99999', 'a\\b'])(
    'is valid, unlike “%s”',
    async (host) => {
      const answer = await ask(host)
      expect(answer).toMatchObject({ status: 400, ret: -1 })
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    },
  )

  it('is cached for a while, and known ones work while the directory is down', async () => {
    await ask('school.example.cn')
    await ask('made-up.example')
    const before = questions
    for (let times = 0; times < 5; times++) await ask('school.example.cn')
    for (let times = 0; times < 5; times++) await ask('made-up.example')
    expect(questions).toBe(before)
    isDirectoryAway = true
    try {
      expect(await ask('school.example.cn')).toMatchObject({ ret: 1 })
      expect(await ask('never-seen.example')).toMatchObject({ status: 503 })
    } finally {
      isDirectoryAway = false
    }
  })
})

it('may be called by our own pages, and by no page of another host', async () => {
  const from = (site: string) => ask('portal.example.cn', { 'sec-fetch-site': site })
  for (const site of ['same-origin', 'none']) expect(await from(site)).toMatchObject({ status: 200, ret: 1 })
  for (const site of ['cross-site', 'same-site']) expect(await from(site)).toMatchObject({ status: 403, ret: -6 })
})

describe('the browser cookie', () => {
  it('is bound to the exact host with TLS', async () => {
    const { cookies } = await ask('portal.example.cn')
    expect(cookies).toMatchObject([
      { name: '__Host-browser', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
    ])
    expect(cookies[0]).not.toHaveProperty('domain')
    const value = cookies[0]!.value
    expect((await ask('portal.example.cn', { cookie: `__Host-browser=${value}` })).cookies).toEqual([])
    // A cookie that a neighbouring host may have set is ignored.
    expect((await ask('portal.example.cn', { cookie: `browser=${value}` })).cookies).toHaveLength(1)
  })
})

it('tells browsers to use TLS everywhere below the hosts that the operator names', async () => {
  const getHeader = async (host: string) => (await ask(host)).headers['strict-transport-security']
  expect(await getHeader('portal.example.cn')).toBe('max-age=31536000; includeSubDomains')
  expect(await getHeader('school.example.cn')).toBe('max-age=31536000')
})
