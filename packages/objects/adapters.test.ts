import {
  GetBucketLifecycleConfigurationCommand,
  ListMultipartUploadsCommand,
  PutBucketLifecycleConfigurationCommand,
  type LifecycleRule,
} from '@aws-sdk/client-s3'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskStore, ensureBucket, openObjectStore, readS3Settings, createS3Store } from './index.ts'
import { openDisk, openS3 } from './stores.fixture.ts'

const plain = { contentType: 'text/plain' }

describe('the disk store', () => {
  let disk: Awaited<ReturnType<typeof openDisk>>
  beforeAll(async () => {
    disk = await openDisk()
  })
  afterAll(() => disk.close())

  it('uses safe file names for any key', async () => {
    for (const key of [
      '..\\..\\boot.ini',
      '%2e%2e/%2e%2e/secret',
      '..%2f..%2fsecret',
      '~/.ssh/id',
      'CON',
      '校'.repeat(300),
    ])
      await disk.store.put(key, key, plain)
    const names = await readdir(disk.folder, { recursive: true })
    for (const name of names) expect(name).toMatch(/^(incoming|objects|objects\/[0-9a-f]{64})$/)
    expect(names.length).toBeGreaterThanOrEqual(6 + 2)
  })

  it.each([
    '/objects/../../../../etc/passwd',
    '/objects/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/objects/%2e%2e/%2e%2e/etc/passwd',
    '/objects//etc/passwd',
    '/objects/%',
    '/objects/%00',
    '/objects/',
    '/',
    '//',
    '*',
  ])('refuses to serve %s', async (path) => {
    // Not with fetch, which would normalise the path.
    for (const query of ['', '?until=99999999999999&signature=x']) {
      const status = await new Promise((done, fail) =>
        request({ port: disk.port, path: `${path}${query}` }, (answer) => done(answer.resume().statusCode))
          .on('error', fail)
          .end(),
      )
      expect(status).toBe(403)
    }
  })

  it('refuses links of a store with another secret', async () => {
    const baseUrl = `http://127.0.0.1:${disk.port}/objects`
    const stranger = createDiskStore({ folder: disk.folder, baseUrl, secret: 'x'.repeat(32) })
    await disk.store.put('shared', 'x', plain)
    expect((await fetch(await stranger.signedGet('shared', { seconds: 60 }))).status).toBe(403)
    expect((await fetch(await disk.store.signedGet('shared', { seconds: 60 }))).status).toBe(200)
    expect(() => createDiskStore({ folder: disk.folder, baseUrl, secret: 'short' })).toThrow('secret')
  })

  it('does not let an uploaded page run on our origin', async () => {
    await disk.store.put('page', '<script>alert(1)</script>', { contentType: 'text/html' })
    const { headers } = await fetch(await disk.store.signedGet('page', { seconds: 60 }))
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('stores nothing of an aborted upload', async () => {
    const link = new URL(await disk.store.signedPut('half', { seconds: 60, ...plain }))
    const socket = connect(disk.port, '127.0.0.1')
    socket.write(`PUT ${link.pathname}${link.search} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n`)
    socket.write(`content-length: 1000\r\n\r\nhalf of it`)
    const incoming = () => readdir(join(disk.folder, 'incoming'))
    await expect.poll(incoming).toHaveLength(1)
    socket.destroy()
    await expect.poll(incoming).toHaveLength(0)
    expect(await disk.store.head('half')).toBeUndefined()
  })
})

describe('the S3 store', () => {
  let s3: Awaited<ReturnType<typeof openS3>>
  beforeAll(async () => {
    s3 = await openS3()
  }, 300_000)
  afterAll(() => s3.close())

  it('creates a bucket once, however many processes do it', async () => {
    await s3.store.put('survivor', 'x', plain)
    await Promise.all([1, 2, 3].map(() => ensureBucket(s3.settings)))
    expect(await s3.store.head('survivor')).toBeDefined()
  })

  it('sets CORS rules that let browsers read the tag of a part', async () => {
    const link = await s3.store.signedPut('from a page', { seconds: 60, ...plain })
    const preflightHeaders = { origin: 'https://portal.test', 'access-control-request-method': 'PUT' }
    const headers = { ...preflightHeaders, 'access-control-request-headers': 'content-type' }
    const allowed = await fetch(link, { method: 'OPTIONS', headers })
    expect(allowed.status).toBe(200)
    expect(['*', preflightHeaders.origin]).toContain(allowed.headers.get('access-control-allow-origin'))
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PUT')
    const sent = await fetch(link, {
      method: 'PUT',
      body: 'x',
      headers: { origin: preflightHeaders.origin, 'content-type': plain.contentType },
    })
    expect(sent.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('etag')
    const removing = { ...headers, 'access-control-request-method': 'DELETE' }
    expect((await fetch(link, { method: 'OPTIONS', headers: removing })).status).toBe(403)
  })

  it('deletes parts after two days and quarantined objects after three, and keeps the operator’s rules', async () => {
    const { bucket: Bucket } = s3.settings
    const rules = async () =>
      (await s3.admin.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules?.map(
        ({ ID }) => ID,
      ).toSorted()
    expect(await rules()).toEqual(['qiming-forgotten-parts', 'qiming-quarantine'])
    const theirs: LifecycleRule = {
      ID: 'theirs',
      Status: 'Enabled',
      Filter: { Prefix: 'tmp/' },
      Expiration: { Days: 9 },
    }
    await s3.admin.send(
      new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [theirs] } }),
    )
    await ensureBucket(s3.settings)
    await ensureBucket(s3.settings)
    expect(await rules()).toEqual(['qiming-forgotten-parts', 'qiming-quarantine', 'theirs'])
  })

  it('signs links for the public address', async () => {
    const store = createS3Store({ ...s3.settings, publicUrl: 'https://s3.school.test' })
    await store.put('seen', 'x', plain)
    const upload = await store.beginParts('parts', plain)
    const links = [
      await store.signedGet('seen', { seconds: 60 }),
      await store.signedPut('seen', { seconds: 60, ...plain }),
      await store.signedPart('parts', upload, 1, { seconds: 60, size: 1 }),
    ]
    for (const link of links) expect(new URL(link).origin).toBe('https://s3.school.test')
    store.close()
  })

  it('keeps no parts of an aborted upload', async () => {
    async function* broken() {
      for (let i = 0; i < 9; i++) yield Buffer.alloc(1024 * 1024)
      throw new Error('the line went dead')
    }
    await expect(s3.store.put('essay', broken(), plain)).rejects.toThrow('the line went dead')
    const { Uploads = [] } = await s3.admin.send(new ListMultipartUploadsCommand({ Bucket: s3.settings.bucket }))
    expect(Uploads.filter(({ Key }) => Key === 'essay')).toEqual([])
  })

  it('does not report a missing bucket or a wrong key as a missing object', async () => {
    const nowhere = createS3Store({ ...s3.settings, bucket: 'no-such-bucket' })
    await expect(nowhere.get('x')).rejects.toThrow(expect.objectContaining({ name: 'NoSuchBucket' }))
    const stranger = createS3Store({ ...s3.settings, secretKey: 'guessed' })
    await expect(stranger.get('x')).rejects.toThrow(expect.objectContaining({ name: 'SignatureDoesNotMatch' }))
    await expect(ensureBucket({ ...s3.settings, secretKey: 'guessed' })).rejects.toThrow(Error)
  })

  it('fails at once when the server is not there', async () => {
    const down = createS3Store({ ...s3.settings, endpoint: 'http://127.0.0.1:9' })
    await expect(down.head('x')).rejects.toThrow(expect.objectContaining({ code: 'ECONNREFUSED' }))
  })
})

describe('openObjects', () => {
  const s3 = { QIMING_S3_ENDPOINT: 'http://127.0.0.1:9', QIMING_S3_KEY: 'k', QIMING_S3_SECRET: 's' }

  it('opens the configured S3 server, with the bucket qiming by default', () => {
    expect(readS3Settings(s3)).toEqual({
      endpoint: 'http://127.0.0.1:9',
      accessKey: 'k',
      secretKey: 's',
      bucket: 'qiming',
      forcePathStyle: true,
    })
    const open = { ...s3, QIMING_S3_PUBLIC_URL: 'https://s3.school.test' }
    expect(readS3Settings(open)).toMatchObject({ publicUrl: 'https://s3.school.test' })
    const cloud = { ...s3, QIMING_S3_BUCKET: 'school', QIMING_S3_REGION: 'cn-hangzhou', QIMING_S3_PATH_STYLE: 'no' }
    expect(readS3Settings(cloud)).toMatchObject({ bucket: 'school', region: 'cn-hangzhou', forcePathStyle: false })
    expect(openObjectStore(s3).serve).toBeUndefined()
  })

  it('opens one folder in two processes with the same signing secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'objects-'))
    const worker = openObjectStore({ QIMING_OBJECTS_DIR: folder })
    const api = openObjectStore({ QIMING_OBJECTS_DIR: folder })
    await worker.put('报表', '一', plain)
    expect(await text((await api.get('报表'))!.body)).toBe('一')
    const server = createServer(api.serve).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const link = await worker.signedGet('报表', { seconds: 60 })
    expect(link).toMatch(/^\/objects\/%E6%8A%A5%E8%A1%A8\?/)
    const answer = await fetch(`http://127.0.0.1:${port}${link}`, { headers: { connection: 'close' } })
    expect([answer.status, await answer.text()]).toEqual([200, '一'])
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  })

  it('refuses incomplete settings', () => {
    expect(() => openObjectStore({})).toThrow('QIMING_S3_ENDPOINT')
    expect(() => openObjectStore({ ...s3, QIMING_OBJECTS_DIR: '/tmp/x' })).toThrow('QIMING_OBJECTS_DIR')
    expect(() => openObjectStore({ ...s3, QIMING_S3_SECRET: '' })).toThrow('QIMING_S3_SECRET')
  })
})
