import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { defineModule, envelope, routesOf, type Route } from '#packages/contract'
import { Ret } from '#packages/core'
import { validateCatalogues } from './cache-rules.ts'
import { compressAnswers } from './compression.ts'
import { apiHeaders } from './security-headers.ts'

const route = routesOf(defineModule({ key: 'wire', title: '样例', permissions: {} }))
const data = z.object({ text: z.string() })
const long = '组织机构，'.repeat(400)
/** Above the size that is compressed in the thread pool. */
const huge = '组织机构，'.repeat(20_000)
let areas = ['北京']

const list = route({ method: 'GET', path: '/api/wire/list', title: '', access: 'staff', data })
const tree = route({ method: 'GET', path: '/api/wire/tree', title: '', access: 'staff', catalogue: true, data })
const secret = route({ method: 'POST', path: '/api/wire/secret', title: '', access: 'staff', secretAnswer: true, data })
const signIn = route({ method: 'POST', path: '/api/wire/signIn', title: '', access: 'public', withoutKey: '', data })

let app: FastifyInstance
beforeAll(async () => {
  app = fastify()
  app.decorateReply('ret', undefined)
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(apiHeaders)
    next()
  })
  validateCatalogues(app)
  compressAnswers(app)
  const answer = ({ method, path, ...rest }: Route, read: () => unknown) =>
    app.route({
      method,
      url: path,
      config: { route: { method, path, ...rest } },
      handler: async (_request, reply) => {
        reply.ret = Ret.ok
        return envelope(Ret.ok, '', read(), performance.now() - Math.random() * 1000)
      },
    })
  answer(list, () => ({ text: long }))
  answer(tree, () => ({ areas, text: long }))
  answer(secret, () => ({ text: long }))
  answer(signIn, () => ({ text: long }))
  app.get('/short', async () => ({ text: '短' }))
  app.get('/huge', async () => ({ text: huge }))
  app.get('/picture', (_request, reply) => reply.type('image/webp').send(Buffer.alloc(5000)))
  app.get('/packed', (_request, reply) =>
    reply.type('text/html').header('content-encoding', 'br').send(Buffer.alloc(5000)),
  )
  await app.ready()
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, deflate, br' }) =>
  app.inject({ url, headers })

it('compresses an answer with what the browser accepts, brotli first', async () => {
  const plain = await get(list.path, {})
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers['vary']).toBe('accept-encoding')
  const brotli = await get(list.path)
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toMatchObject({ data: { text: long } })
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
  expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length)
  const gzip = await get(list.path, { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toMatchObject({ data: { text: long } })
})

it('compresses a very long answer too', async () => {
  const { headers, rawPayload } = await get('/huge')
  expect(headers['content-encoding']).toBe('br')
  expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toEqual({ text: huge })
})

it.each(['/short', '/picture'])('leaves what would not become smaller: %s', async (url) => {
  expect((await get(url)).headers).not.toHaveProperty('content-encoding')
})

it('does not compress twice', async () => {
  expect((await get('/packed')).rawPayload).toHaveLength(5000)
})

it.each([secret, signIn])('does not compress a secret together with text of the request: $path', async ({ path }) => {
  const answer = await app.inject({ method: 'POST', url: path, headers: { 'accept-encoding': 'br' } })
  expect(answer.json()).toMatchObject({ data: { text: long } })
  expect(answer.headers).not.toHaveProperty('content-encoding')
})

it('answers 304 for a catalogue that has not changed, and stores nothing else', async () => {
  const first = await get(tree.path)
  const { etag } = first.headers
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const again = await get(tree.path, { 'if-none-match': String(etag), 'accept-encoding': 'br' })
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag])
  areas = ['北京', '上海']
  const changed = await get(tree.path, { 'if-none-match': String(etag) })
  expect([changed.statusCode, changed.json().data.areas]).toEqual([200, areas])

  const personal = await get(list.path)
  expect(personal.headers['cache-control']).toBe('no-store')
  expect(personal.headers).not.toHaveProperty('etag')
})
