import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { districtId, newId, Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { Attachment } from '../contract.ts'
import { filesGateway } from './gateway.ts'
import { anySessionOpen, useFiles } from './files.fixture.ts'
import { openFileStore, readFilesInstallation } from './installation.ts'
import { fileKey, thumbKey } from './object-keys.ts'
import { readLinkToken, writeLinkToken, type FileLink } from './file-links.ts'
import { recallFiles } from './service/claims.ts'
import { getPreview } from './service/preview-file.ts'
import { getFileDetail } from './service/readable-files.ts'
import { sweepFiles } from './service/remove-files.ts'
import { storeFile } from './service/store-files.ts'
import { startZip } from './service/zip-files.ts'

const database = useDatabase()
const { as, home } = database
const files = useFiles(database)
const li = createActor()
const wang = createActor()
const text = Buffer.from('0123456789春眠不觉晓')
let poem: Attachment

const detail = (who: Actor, id: string) => as(who, (ctx) => getFileDetail(ctx, id))
const upload = async (name: string, bytes: Uint8Array) => (await files.upload(li, name, bytes)).file!
beforeAll(async () => {
  database.contribute('fileOwners', { kind: 'letter', canRead: async () => true })
  poem = await upload('春晓 "唐诗".txt', text)
})
const tokenOf = (url: string) => new URL(url).pathname.split('/')[2]!
const linkOf = (url: string) => readLinkToken(tokenOf(url), new Date())!
const withLink = (url: string, change: Partial<FileLink>) =>
  url.replace(tokenOf(url), writeLinkToken({ ...linkOf(url), ...change }))

describe('a file link', () => {
  it('serves the file inline or as a download under its name', async () => {
    const shown = await fetch(poem.url)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(Buffer.from(await shown.arrayBuffer()).equals(text)).toBe(true)
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; filename=/)
    const saved = await fetch(poem.downloadUrl)
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="__ ____.txt"; filename*=UTF-8''%E6%98%A5%E6%99%93%20_%E5%94%90%E8%AF%97_.txt`,
    )
    expect(saved.headers.get('content-length')).toBe(String(text.length))
    await saved.body!.cancel()
  })

  it('has headers that allow the browser only to show it, and ignores cookies', async () => {
    const { headers } = await fetch(poem.url, { headers: { cookie: 'browser=x', origin: 'https://portal.test' } })
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(headers.get('content-security-policy')).not.toMatch(/script|allow-/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('of an image has a thumbnail link too', async () => {
    const bytes = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer()
    const picture = await upload('照片.jpg', bytes)
    const small = await fetch(picture.thumbUrl!)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(small.headers.get('cache-control')).toBe('private, max-age=5')
    expect(await sharp(await small.arrayBuffer()).metadata()).toMatchObject({ width: 320, height: 160 })
    const whole = await fetch(picture.url)
    expect(whole.headers.get('content-type')).toBe('image/jpeg')
    await whole.body!.cancel()
  })

  it('to a type that browsers cannot show is always a download', async () => {
    const where = { app: database.app, cells: database.cells, districtId: home, now: new Date() }
    const owner = { kind: 'letter', id: newId() }
    const { personId, orgId } = li
    const id = await storeFile(where, { name: '表.xlsx', kind: 'excel', content: 'x', owner, personId, orgId })
    const answer = await fetch((await detail(li, id)).url)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    await answer.body!.cancel()
  })

  it('is the same for two minutes, so that pictures are not loaded again', async () => {
    const first = await detail(li, poem.id)
    expect((await detail(li, poem.id)).url.length).toBe(first.url.length)
    const seconds = linkOf(first.url).until - Date.now() / 1000
    expect(seconds).toBeGreaterThan(470)
    expect(seconds).toBeLessThanOrEqual(600)
  })
})

describe('a range request', () => {
  const piece = async (range: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(poem.url, { headers: { range, ...headers } })
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  const size = text.length

  it('returns the requested bytes', async () => {
    expect(await piece('bytes=2-4')).toEqual([206, `bytes 2-4/${size}`, '234'])
    expect(await piece('bytes=0-0')).toEqual([206, `bytes 0-0/${size}`, '0'])
    expect(await piece(`bytes=${size - 3}-`)).toEqual([206, `bytes ${size - 3}-${size - 1}/${size}`, '晓'])
    expect(await piece('bytes=-3')).toEqual([206, `bytes ${size - 3}-${size - 1}/${size}`, '晓'])
    expect(await piece('bytes=8-999')).toEqual([206, `bytes 8-${size - 1}/${size}`, text.toString('utf8', 8)])
  })

  it('out of bounds is refused, and an invalid one gets the whole file', async () => {
    expect(await piece(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, ''])
    expect(await piece('bytes=-0')).toEqual([416, `bytes */${size}`, ''])
    for (const range of ['bytes=4-2', 'bytes=0-1,3-4', 'bytes=a-b', 'lines=1-2', 'bytes=-'])
      expect((await piece(range)).slice(0, 2)).toEqual([200, null])
  })

  it('continues only a download of the same file', async () => {
    const etag = (await fetch(poem.url, { method: 'HEAD' })).headers.get('etag')!
    expect((await piece('bytes=2-4', { 'if-range': etag }))[0]).toBe(206)
    expect((await piece('bytes=2-4', { 'if-range': '"another"' }))[0]).toBe(200)
  })

  it('works after a CORS preflight', async () => {
    const answer = await fetch(poem.url, { method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-headers')).toContain('range')
  })

  it('works as HEAD without a body', async () => {
    const answer = await fetch(poem.url, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, `${size}`, ''])
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
  })
})

describe('an invalid link', () => {
  const refused = async (url: string) => {
    const answer = await fetch(url)
    const { ret, data } = (await answer.json()) as { ret: number; data: unknown }
    return [answer.status, ret, data]
  }

  it('is one with a wrong signature, an expired one, or one for another file', async () => {
    const { url } = poem
    const token = tokenOf(url)
    const flipped = (at: number) => {
      const bytes = Buffer.from(token, 'base64url')
      bytes[at]! ^= 1
      return url.replace(token, bytes.toString('base64url'))
    }
    const length = Buffer.from(token, 'base64url').length
    const forged = [
      ...Array.from({ length }, (_, at) => flipped(at)),
      url.replace(token, randomBytes(length).toString('base64url')),
      url.replace(token, token.slice(0, -1)),
      url.replace(token, `${token}A`),
      url.replace(token, 'x'),
      withLink(url, { until: Math.floor(Date.now() / 1000) - 1 }),
      withLink(url, { fileId: newId() }),
      withLink(url, { claimId: newId() }),
      withLink(url, { personId: wang.personId }),
      withLink(url, { districtId: database.away }),
      withLink(url, { districtId: districtId(77) }),
      withLink(url, { variant: 'preview' }),
      withLink(url, { variant: 'thumb' }),
    ]
    for (const address of forged) expect([address, ...(await refused(address))]).toEqual([address, 404, -5, null])
    expect((await fetch(url)).status).toBe(200)
  })

  it('is any other path of this origin', async () => {
    const origin = new URL(poem.url).origin
    for (const path of ['/', '/f/', '/api/users/loginInof', '/f/x', `/f/${tokenOf(poem.url)}`, '/../etc/passwd'])
      expect((await refused(origin + path)).slice(0, 2)).toEqual([404, -5])
    expect((await fetch(poem.url, { method: 'POST', body: 'x' })).status).toBe(404)
  })
})

describe('a stored object', () => {
  const where = () => ({ app: database.app, cells: database.cells, districtId: home, now: new Date() })
  const made = (content: string | Uint8Array, isOnce = false) => {
    const { personId, orgId } = li
    const owner = { kind: 'letter', id: newId() }
    return storeFile(where(), { name: '名单.txt', kind: 'txt', content, owner, personId, orgId, isOneTime: isOnce })
  }
  const inStore = async (id: string) => (await openFileStore(database)).get(fileKey(home, id))

  it('is encrypted: uploads, generated files and thumbnails', async () => {
    const objects = await openFileStore(database)
    const secret = '330199201206070017'
    const ids = [await made(secret.repeat(20)), (await upload('号.txt', Buffer.from(secret))).id]
    for (const id of ids) {
      const { body, contentType } = (await inStore(id))!
      expect((await buffer(body)).includes(secret)).toBe(false)
      expect(contentType).toBe('application/octet-stream')
      expect(await (await fetch((await detail(li, id)).url)).text()).toContain(secret)
    }
    const drawn = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer()
    const picture = await upload('照片.jpg', drawn)
    for (const key of [fileKey(home, picture.id), thumbKey(home, picture.id)]) {
      const bytes = await buffer((await objects.get(key))!.body)
      await expect(sharp(bytes).metadata()).rejects.toThrow()
    }
  })

  it('is decrypted while streaming, across chunks; old plain objects are read as they are', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 5)
    const id = await made(bytes)
    const { url } = await detail(li, id)
    const seam = 1024 * 1024
    const answer = await fetch(url, { headers: { range: `bytes=${seam - 3}-${2 * seam + 2}` } })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([206, String(seam + 6)])
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(seam - 3, 2 * seam + 3))).toBe(true)
    const old = await made('旧')
    await (await openFileStore(database)).put(fileKey(home, old), '旧', { contentType: 'text/plain' })
    await database.sql('update tenant.file set is_sealed = false where id = $1', [old])
    expect(await (await fetch((await detail(li, old)).url)).text()).toBe('旧')
  })

  it('of another file cannot be decrypted in its place', async () => {
    const [one, two] = [await made('甲的号码'), await made('乙的号码')]
    await (await openFileStore(database)).copy(fileKey(home, one), fileKey(home, two))
    const taken = await fetch((await detail(li, two)).url)
      .then((answer) => answer.text())
      .catch(String)
    expect(taken).not.toContain('号码')
  })

  it('for one download is deleted after a complete download, not after a part of it', async () => {
    const id = await made('完整号码', true)
    const { url, downloadUrl } = await detail(li, id)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(url, { headers: { range: 'bytes=0-2' } })).status).toBe(206)
    expect(await (await fetch(downloadUrl)).text()).toBe('完整号码')
    await expect.poll(() => inStore(id)).toBeUndefined()
    await expect.poll(() => database.sql('select id from tenant.file where id = $1', [id])).toEqual([])
    expect((await fetch(downloadUrl)).status).toBe(404)
    await expect(detail(li, id)).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('for one download is deleted after a day, and is neither previewed nor zipped', async () => {
    const id = await made('完整号码', true)
    const stays = await made('没有号码')
    const { downloadUrl } = await detail(li, id)
    expect(await as(li, (ctx) => getPreview(ctx, id))).toMatchObject({ state: 'none', url: null })
    await expect(as(li, (ctx) => startZip(ctx, { name: '包', ids: [id] }))).rejects.toThrow('不能打包')
    await sweepFiles({ ...where(), now: new Date(Date.now() + 23 * 3600_000) })
    expect(await detail(li, id)).toMatchObject({ id })
    await database.sql("update tenant.file set expires_at = now() - interval '1 second' where id = $1", [id])
    expect((await fetch(downloadUrl)).status).toBe(404)
    await expect(detail(li, id)).rejects.toMatchObject({ ret: Ret.notFound })
    await sweepFiles(where())
    expect(await inStore(id)).toBeUndefined()
    expect(await database.sql('select id from tenant.file where id = $1', [id])).toEqual([])
    expect(await detail(li, stays)).toMatchObject({ id: stays })
  })
})

describe('a recall', () => {
  it('breaks off a running download', async () => {
    const owner = { kind: 'letter', id: newId() }
    const where = { app: database.app, cells: database.cells, districtId: home, now: new Date() }
    const content = (async function* () {
      for (let at = 0; at < 48; at++) yield Buffer.alloc(1024 * 1024, 'x')
    })()
    const { personId, orgId } = li
    const id = await storeFile(where, { name: '长.txt', kind: 'txt', content, owner, personId, orgId })
    const { downloadUrl } = await detail(wang, id)
    // A separate gateway with only this connection.
    const gateway = filesGateway(database, { log: false, isSessionOpen: anySessionOpen })
    const origin = await gateway.listen({ port: 0, host: '127.0.0.1' })
    const lines = () => new Promise<number>((resolve) => gateway.server.getConnections((_, count) => resolve(count)))
    const recallAndWait = async () => {
      await as(li, (ctx) => recallFiles(ctx, owner))
      await expect.poll(lines, { timeout: 60_000 }).toBe(0)
    }
    const received = new Promise<{ ended: boolean; length: number }>((done) => {
      let length = 0
      get(downloadUrl.replace(new URL(downloadUrl).origin, origin), { agent: false }, (response) => {
        response.on('data', (piece: Buffer) => {
          length += piece.length
          // Simulates a slow client that reads only after the recall is done.
          if (length === piece.length) {
            response.pause()
            void recallAndWait().then(() => response.resume())
          }
        })
        response.on('close', () => done({ ended: response.complete, length }))
        response.on('error', () => {})
      })
    })
    const { ended, length } = await received
    await gateway.close()
    expect(ended).toBe(false)
    expect(length).toBeLessThan(48 * 1024 * 1024)
  })
})

describe('the log', () => {
  it('has one row per used link, however many ranges were requested', async () => {
    const file = await upload('片.txt', text)
    for (let at = 0; at < 5; at++) await fetch(file.url, { headers: { range: `bytes=${at}-` } })
    await fetch(file.downloadUrl)
    await fetch(file.url, { method: 'HEAD' })
    const lines = () =>
      database.sql(
        'select person_id, org_id, file_id, kind, address from tenant.download_log where file_id = $1 order by kind',
        [file.id],
      )
    const { personId, orgId } = li
    const line = { person_id: personId, org_id: orgId, file_id: file.id, address: '127.0.0.1' }
    await expect.poll(lines, { timeout: 60_000 }).toEqual([
      { ...line, kind: 'download' },
      { ...line, kind: 'view' },
    ])
  })

  it('of the server never contains a link token', async () => {
    await fetch(poem.url)
    await fetch(withLink(poem.url, { until: 1 }))
    await expect.poll(() => files.lines.filter((line) => line.includes('/f/:token/:name')).length).toBeGreaterThan(1)
    for (const line of files.lines) {
      expect(line).not.toContain(tokenOf(poem.url).slice(0, 40))
      expect(line).not.toContain('%E6')
      expect(line).not.toContain('春晓')
    }
  })
})

describe('an unavailable object store', () => {
  it('gives its own error, not a missing file', async () => {
    const url = poem.url
    const lame = filesGateway(database, { log: false, isSessionOpen: anySessionOpen })
    const env = { ...process.env, QIMING_S3_ENDPOINT: 'http://127.0.0.1:9', QIMING_S3_BUCKET: files.bucket }
    database.contribute('filesInstallation', readFilesInstallation(env))
    try {
      const answer = await lame.inject(new URL(url).pathname)
      expect([answer.statusCode, answer.json<{ ret: number }>().ret]).toEqual([503, -503])
    } finally {
      database.contribute('filesInstallation', files.installation)
      await lame.close()
    }
  })
})
