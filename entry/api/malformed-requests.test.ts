import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Route } from '#packages/contract'
import { useDatabase, type World } from '#packages/testing'
import { filesGateway } from '#kernel/files/server/api.ts'
import { isSessionOpen } from '#kernel/session/server/api.ts'
import { loadModules } from '../modules.ts'
import { createSeededRandom } from '../testing/organisation-counts-model.ts'
import { modelSeed } from '../testing/model-test-runs.ts'
import {
  findAnswerFaults,
  malformedRequests,
  sendRawBytes,
  corruptRequest,
  parseStatus,
} from '../testing/raw-requests.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'
import { servePages } from './serve-pages.ts'
import { serveWellKnown } from './well-known.ts'

/** Few in CI, very many by `pnpm proof malformed-requests --long`. */
const rounds = Number(process.env['QIMING_EDGE_ROUNDS'] ?? 400)
const atOnce = 8

const database = useDatabase({ withoutDistricts: true })
const lines: string[] = []
const log = { level: 'error', stream: { write: (line: string) => void lines.push(line) } }
const loadedModules = await loadModules()
let app: FastifyInstance
let files: FastifyInstance
let world: World & { people: PeopleBuilder }
let port: number
let filesPort: number

beforeAll(async () => {
  app = await createApi(loadedModules, database.cells, { ...database.redis, log })
  files = filesGateway(database, { log, isSessionOpen })
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="zh-CN"><body></body></html>')
  serveWellKnown(app, { publicUrl: 'http://localhost', security: undefined })
  await servePages(app, folder)
  for (const server of [app, files]) await server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
  filesPort = (files.server.address() as AddressInfo).port
  world = await buildWorld(database)
})
afterAll(async () => {
  await app.close()
  await files.close()
})

const keysOf = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape as object).slice(0, 10) : []

describe('U+0000', () => {
  it('is refused at every endpoint, in an address and in a body at any depth', async () => {
    const authorization = `Bearer ${await world.people.session(world.owner)}`
    const wrong: string[] = []
    const judge = (route: Route, { body, statusCode }: { body: string; statusCode: number }) => {
      const { ret } = JSON.parse(body) as { ret: number }
      if (ret !== -1 || statusCode !== (route.httpStatus ? 422 : 200))
        wrong.push(`${route.method} ${route.path}: ${statusCode} ${ret}`)
    }
    let requestCount = 0
    for (const route of listRoutes(loadedModules)) {
      const { method, path } = route
      const query = ['x', ...keysOf(route.query)].map((key) => `${key}=a%00b`).join('&')
      judge(route, await app.inject({ method, url: `${path}?${query}`, headers: { authorization } }))
      requestCount++
      if (method === 'GET' || route.multipart) continue
      const headers = { authorization, 'content-type': 'application/json' }
      const keys = [...keysOf(route.body), 'x'].map((key) => `${JSON.stringify(key)}:[{"y":"a\\u0000b"}]`)
      // Half a surrogate pair is no text either: JSON columns refuse it.
      for (const payload of [`{${keys.join(',')}}`, '{"a\\u0000":1}', '"\\u0000"', '{"x":["a\\ud800b"]}']) {
        judge(route, await app.inject({ method, url: path, headers, payload }))
        requestCount++
      }
    }
    expect(wrong).toEqual([])
    console.log(`edge: U+0000 at ${requestCount} requests: ${wrong.length} not refused`)
  })

  it('is refused in a form: in its fields, their names and the names of files', async () => {
    const authorization = `Bearer ${await world.people.session(world.owner)}`
    const parts = [
      'content-disposition: form-data; name="a"\r\n\r\nb\0c',
      'content-disposition: form-data; name="a\0"\r\n\r\nb',
      `content-disposition: form-data; name="file"; filename*=utf-8''a%00.png\r\n\r\nb`,
    ]
    for (const route of listRoutes(loadedModules).filter(({ multipart }) => multipart))
      for (const part of parts) {
        const { statusCode, body } = await app.inject({
          method: route.method,
          url: route.path,
          payload: `--x\r\n${part}\r\n--x--\r\n`,
          headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
        })
        const { ret } = JSON.parse(body) as { ret: number }
        expect([route.path, part, statusCode, ret]).toEqual([route.path, part, 200, expect.toBeOneOf([-1, -5, -6])])
      }
  })
})

describe('any bytes written to a port', () => {
  it('are answered without a server error, with the security headers', async () => {
    const found: string[] = []
    const statuses: Record<string, string> = {}
    const sendTo = async (name: string, bytes: string, to: number) => {
      const answer = await sendRawBytes(to, Buffer.from(bytes, 'latin1'), { silentMs: 3_000 })
      if (to === port) statuses[name] = parseStatus(answer.text)
      for (const complaint of findAnswerFaults(answer)) found.push(`${name}: ${complaint}`)
    }
    await Promise.all(
      Object.entries(malformedRequests).flatMap(([name, bytes]) =>
        [port, filesPort].map((to) => sendTo(name, bytes, to)),
      ),
    )
    expect(found).toEqual([])
    expect(statuses).toMatchObject({
      'no Host': '400',
      'no Host, HTTP/1.0': '400',
      'empty Host': '400',
      'a space in Host': '400',
      'two Hosts': '400',
      'a path in Host': '400',
      'a foreign Host': '421',
      'a folded header': '400',
      'length and chunks': '400',
      'two lengths': '400',
      'a large header': '431',
      'half a percent': '400',
      'NUL in a page': '400',
      'an odd expectation': '417',
      'something missing from assets': '404',
      'a well-known address of others': '404',
    })
  })

  it(
    'are no server error either when mutated at random',
    async () => {
      const began = performance.now()
      const chance = createSeededRandom(modelSeed)
      const found: string[] = []
      const counts = new Map<string, number>()
      let left = rounds
      const one = async () => {
        while (left-- > 0) {
          const bytes = corruptRequest(chance)
          const answer = await sendRawBytes(port, bytes, { silentMs: 250 })
          const code = parseStatus(answer.text)
          counts.set(code, (counts.get(code) ?? 0) + 1)
          for (const complaint of findAnswerFaults(answer))
            found.push(`${JSON.stringify(bytes.toString('latin1').slice(0, 300))}: ${complaint}`)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, one))
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      const statusCounts = [...counts]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([code, count]) => `${code} × ${count}`)
      console.log(`edge: ${rounds} spoilt requests in ${seconds} s, ${found.length} faults; ${statusCounts.join(', ')}`)
      expect(found.slice(0, 10)).toEqual([])
    },
    60_000 + rounds * 50,
  )

  it('leave nothing in the error log, and the server answers as before', async () => {
    expect(lines).toEqual([])
    const { statusCode } = await app.inject('/')
    expect(statusCode).toBe(200)
  })
})
