import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { openObjectStore } from '#packages/objects/index.ts'
import { serveObjects } from './object-uploads.ts'

it('accepts uploads itself where files are stored in a folder, however large a part is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'objects-'))
  const env = { QIMING_OBJECTS_DIR: folder }
  const app = fastify({ bodyLimit: 1000 })
  await serveObjects(app, env)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const objects = openObjectStore(env)
  const upload = await objects.beginParts('a', { contentType: 'text/plain' })
  const bytes = randomBytes(300_000)
  const link = await objects.signedPart('a', upload, 1, { seconds: 60, size: bytes.length })
  const sent = await fetch(origin + link, { method: 'PUT', body: bytes, headers: { 'content-type': 'video/mp4' } })
  expect(sent.status).toBe(200)
  expect(await objects.completeParts('a', upload, (await objects.listParts('a', upload))!)).toBe(true)
  expect((await buffer((await objects.get('a'))!.body)).equals(bytes)).toBe(true)
  expect((await fetch(`${origin}/objects/a`, { method: 'PUT', body: 'x' })).status).toBe(403)
  await app.close()
  await rm(folder, { recursive: true })
})

it('leaves uploads to the object store where there is one', async () => {
  const app = fastify()
  await serveObjects(app, { QIMING_S3_ENDPOINT: 'http://127.0.0.1:9' })
  expect((await app.inject('/objects/a')).statusCode).toBe(404)
  await app.close()
})
