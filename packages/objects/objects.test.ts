import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObjectStore } from './index.ts'
import { listEverything, openDisk, openS3 } from './stores.fixture.ts'

const MB = 1024 * 1024
const pdf = { contentType: 'application/pdf' }
const plain = { contentType: 'text/plain; charset=utf-8' }

const contentOf = async (store: ObjectStore, key: string) => {
  const object = await store.get(key)
  return object && text(object.body)
}

/** The kernel's clock, which dates files and may differ from the test's clock. */
async function fileClock() {
  const folder = await mkdtemp(join(tmpdir(), 'objects-clock-'))
  const { mtimeMs } = await stat(folder)
  await rm(folder, { recursive: true })
  return mtimeMs
}

describe.each([
  { kind: 'disk', open: openDisk, clock: fileClock },
  { kind: 's3', open: openS3, clock: async () => Date.now() },
])('objects on $kind', ({ open, clock }) => {
  let store: ObjectStore
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ store, close } = await open())
  }, 300_000)
  afterAll(() => close())

  it('stores a file with a Chinese key, type and metadata', async () => {
    const key = '330199/文一街小学/三年级 语文（上）.pdf'
    await store.put(key, '春眠不觉晓', { ...pdf, metadata: { title: '三年级语文 50%', pages: '12' } })

    const facts = { contentType: 'application/pdf', metadata: { title: '三年级语文 50%', pages: '12' }, size: 15 }
    const object = await store.get(key)
    expect(object).toMatchObject(facts)
    expect(await text(object!.body)).toBe('春眠不觉晓')
    const info = await store.head(key)
    expect(info).toMatchObject(facts)
    expect(Math.abs(info!.modifiedAt.getTime() - (await clock()))).toBeLessThan(60_000)
  })

  it.each(['a+b c%20d', `引号'"<>&=#?;:@$,~*![]{}|^\`\\.docx`, '𠮷野家/𡘙.txt', '%2e%2e/%2e%2e/x', '..a/b..', '-'])(
    'accepts %s as a key, copies it and links to it',
    async (name) => {
      const key = `names/${name}`
      await store.put(key, name, plain)
      expect(await store.copy(key, `copies/${name}`)).toBe(true)
      expect(await contentOf(store, `copies/${name}`)).toBe(name)
      const answer = await fetch(await store.signedGet(key, { seconds: 60 }))
      expect(await answer.text()).toBe(name)
      expect((await listEverything(store, key)).map((object) => object.key)).toEqual([key])
    },
  )

  it('distinguishes keys that differ in case, in composition, or as file and folder', async () => {
    const keys = ['apart/a', 'apart/A', 'apart/a/b', 'apart/caf\u00e9', 'apart/cafe\u0301']
    for (const key of keys) await store.put(key, key, plain)
    expect(await Promise.all(keys.map((key) => contentOf(store, key)))).toEqual(keys)
  })

  it.each([
    ['..', '../../etc/passwd', 'a/../b', './a', '/etc/passwd', 'a//b', 'a/', ''],
    ['a\nb', 'a\u0000b', '\ud800', '\uffff', '校'.repeat(342)],
  ])('refuses keys that an address would change: %j …', async (...keys) => {
    for (const key of keys) {
      await expect(store.put(key, 'x', plain)).rejects.toThrow(TypeError)
      await expect(store.putNew(key, 'x', plain)).rejects.toThrow(TypeError)
      await expect(store.get(key)).rejects.toThrow(TypeError)
      await expect(store.head(key)).rejects.toThrow(TypeError)
      await expect(store.delete(key)).rejects.toThrow(TypeError)
      await expect(store.copy('names/-', key)).rejects.toThrow(TypeError)
      await expect(store.copy(key, 'names/copy')).rejects.toThrow(TypeError)
      await expect(store.signedGet(key, { seconds: 60 })).rejects.toThrow(TypeError)
      await expect(store.signedPut(key, { seconds: 60, ...plain })).rejects.toThrow(TypeError)
    }
  })

  it('refuses what does not fit into a header', async () => {
    await expect(store.put('x', 'x', { contentType: 'text/plain\r\nx: y' })).rejects.toThrow(TypeError)
    await expect(store.put('x', 'x', { ...plain, metadata: { Title: '1' } })).rejects.toThrow(TypeError)
    await expect(store.put('x', 'x', { ...plain, metadata: { note: '长'.repeat(300) } })).rejects.toThrow(TypeError)
    await expect(store.signedPut('x', { seconds: 60, contentType: '' })).rejects.toThrow(TypeError)
    await expect(store.signedGet('x', { seconds: 8 * 24 * 3600 })).rejects.toThrow(RangeError)
  })

  it('reports missing objects', async () => {
    expect(await store.get('nothing/here')).toBeUndefined()
    expect(await store.head('nothing/here')).toBeUndefined()
    expect(await store.copy('nothing/here', 'nothing/there')).toBe(false)
    expect(await store.list('nothing/')).toEqual({ objects: [] })
    expect((await fetch(await store.signedGet('nothing/here', { seconds: 60 }))).status).toBe(404)
    await store.delete('nothing/here')
  })

  it('replaces and deletes', async () => {
    await store.put('draft', 'first, and longer', plain)
    await store.put('draft', 'second', pdf)
    expect(await contentOf(store, 'draft')).toBe('second')
    expect(await store.head('draft')).toMatchObject({ size: 6, ...pdf })
    await store.delete('draft')
    expect(await store.head('draft')).toBeUndefined()
  })

  it('stores an empty file', async () => {
    await store.put('empty/bytes', new Uint8Array(), plain)
    await store.put('empty/stream', (async function* () {})(), plain)
    for (const key of ['empty/bytes', 'empty/stream']) {
      expect(await contentOf(store, key)).toBe('')
      expect(await store.head(key)).toMatchObject({ size: 0 })
      const answer = await fetch(await store.signedGet(key, { seconds: 60 }))
      expect([answer.status, await answer.text()]).toEqual([200, ''])
      await expect(store.get(key, { start: 0 })).rejects.toThrow(RangeError)
    }
  })

  it('returns ranges', async () => {
    await store.put('digits', '0123456789', plain)
    const read = async (start: number, end?: number) => {
      const object = await store.get('digits', end === undefined ? { start } : { start, end })
      return [await text(object!.body), object!.size]
    }
    expect(await read(2, 4)).toEqual(['234', 10])
    expect(await read(0, 0)).toEqual(['0', 10])
    expect(await read(7)).toEqual(['789', 10])
    expect(await read(8, 99)).toEqual(['89', 10])
    for (const range of [{ start: 10 }, { start: 4, end: 2 }, { start: -1 }, { start: 1.5 }])
      await expect(store.get('digits', range)).rejects.toThrow(RangeError)
    expect(await store.get('no digits', { start: 2 })).toBeUndefined()

    const link = await store.signedGet('digits', { seconds: 60 })
    const part = await fetch(link, { headers: { range: 'bytes=3-5' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345'])
    expect((await fetch(link, { headers: { range: 'bytes=10-' } })).status).toBe(416)
  })

  it('lets one of many concurrent writers of a new key succeed', async () => {
    const names = ['李', '王', '张', '刘', '陈', '杨']
    const won = await Promise.all(names.map((name) => store.putNew('seat', name, plain)))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await contentOf(store, 'seat')).toBe(names[won.indexOf(true)])

    expect(await store.putNew('seat', '赵', plain)).toBe(false)
    await store.delete('seat')
    expect(await store.putNew('seat', '赵', plain)).toBe(true)
  })

  it('copies type and metadata', async () => {
    await store.put('quarantine/报名表', '报名', { ...pdf, metadata: { uploader: '李老师' } })
    expect(await store.copy('quarantine/报名表', 'kept/报名表')).toBe(true)
    await store.delete('quarantine/报名表')
    expect(await store.head('kept/报名表')).toMatchObject({ ...pdf, metadata: { uploader: '李老师' }, size: 6 })
    expect(await contentOf(store, 'kept/报名表')).toBe('报名')
  })

  it('lists page by page in the order of the bytes', async () => {
    // ！ is U+FF01 and 𠮷 is outside the BMP: in UTF-16 their order would be reversed.
    const ordered = ['B', 'a', 'a/1', 'a/2', 'a0', '一', '校', '！', '𠮷'].map((name) => `listed/${name}`)
    await Promise.all([...ordered.toReversed(), 'listed'].map((key) => store.put(key, key, plain)))
    const sizes = ordered.map((key) => ({ key, size: Buffer.byteLength(key) }))
    for (const limit of [1, 2, 9, 1000]) expect(await listEverything(store, 'listed/', limit)).toMatchObject(sizes)
    expect((await store.list('listed/', { limit: 9 })).next).toBeUndefined()
    expect((await store.list('listed/a/', { after: 'listed/a/1' })).objects.map(({ key }) => key)).toEqual([
      'listed/a/2',
    ])
  })

  it('accepts an upload by link and returns it under its Chinese name', async () => {
    const key = 'quarantine/0192f3c4'
    const upload = await store.signedPut(key, { seconds: 60, contentType: 'image/png' })
    const picture = randomBytes(300_000)
    const sent = await fetch(upload, { method: 'PUT', body: picture, headers: { 'content-type': 'image/png' } })
    expect(sent.status).toBe(200)
    expect(await store.head(key)).toMatchObject({ contentType: 'image/png', size: picture.length })

    const link = await store.signedGet(key, { seconds: 60, fileName: `王小明的"画"（'1*'）100%.png` })
    const answer = await fetch(link)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="________'1*'_100_.png"; filename*=UTF-8''` +
        '%E7%8E%8B%E5%B0%8F%E6%98%8E%E7%9A%84%22%E7%94%BB%22%EF%BC%88%271%2A%27%EF%BC%89100%25.png',
    )
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)

    const shown = await fetch(await store.signedGet(key, { seconds: 60, contentType: 'application/octet-stream' }))
    expect(shown.headers.get('content-type')).toBe('application/octet-stream')
    expect(shown.headers.get('content-disposition')).toBeNull()
    await shown.body?.cancel()
  })

  it('accepts by link only what the link allows', async () => {
    const link = await store.signedPut('one/picture', { seconds: 60, contentType: 'image/png' })
    const send = async (address: string, type: string, method = 'PUT') => {
      const answer = await fetch(address, { method, body: '<script>', headers: { 'content-type': type } })
      return answer.status
    }
    expect(await send(link, 'text/html')).toBe(403)
    expect(await send(link.replace('one/picture', 'one/other'), 'image/png')).toBe(403)
    expect(
      await send(await store.signedGet('one/picture', { seconds: 60, contentType: 'image/png' }), 'image/png'),
    ).toBe(403)
    expect((await fetch(link)).status).toBe(403)
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(403)
    expect(await listEverything(store, 'one/')).toEqual([])
    expect(await send(link, 'image/png')).toBe(200)
  })

  it('refuses forged and foreign links', async () => {
    await store.put('marks/三年级', '98', plain)
    await store.put('marks/四年级', '97', plain)
    const link = await store.signedGet('marks/三年级', { seconds: 60, fileName: 'marks.txt' })
    const address = link.replace(/\?.*/, '')
    const status = async (url: string, method = 'GET') => (await fetch(url, { method })).status
    expect(await status(link)).toBe(200)
    const forged = {
      key: link.replace(encodeURIComponent('三'), encodeURIComponent('四')),
      longerKey: link.replace('?', 'x?'),
      fileName: link.replaceAll('.txt', '.exe'),
      time: link.replace(/(until|Expires)=(\d)/, (_, name, digit) => `${name}=9${digit}`),
      signature: link.replace(/(signature)=(.)/i, (_, name, first) => `${name}=${first === '0' ? '1' : '0'}`),
      noSignature: link.replace(/signature=[^&]*/i, ''),
      nothingSigned: address,
    }
    expect(Object.values(forged)).not.toContain(link)
    for (const [what, url] of Object.entries(forged)) expect([what, await status(url)]).toEqual([what, 403])
    expect(await status(address, 'PUT')).toBe(403)
    expect(await status(link, 'DELETE')).toBe(403)
    expect(await contentOf(store, 'marks/三年级')).toBe('98')
  })

  it('refuses expired links', async () => {
    await store.put('news', 'today', plain)
    const get = await store.signedGet('news', { seconds: 1 })
    const put = await store.signedPut('news', { seconds: 1, ...plain })
    const statuses = async () => [
      (await fetch(get)).status,
      (await fetch(put, { method: 'PUT', body: 'today', headers: { 'content-type': plain.contentType } })).status,
    ]
    await expect.poll(statuses, { timeout: 60_000, interval: 100 }).toEqual([403, 403])
    expect((await fetch(await store.signedGet('news', { seconds: 60 }))).status).toBe(200)
  })

  it('stores a stream of 20 MB without holding it in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    // Twice, because the second run frees what the first has found.
    const measureMemory = () => (collectGarbage(), collectGarbage(), process.memoryUsage().arrayBuffers)
    const before = measureMemory()
    let most = 0
    const hash = createHash('sha256')
    async function* film() {
      for (let i = 0; i < 20; i++) {
        const piece = randomBytes(MB)
        hash.update(piece)
        yield piece
        most = Math.max(most, measureMemory() - before)
      }
    }
    await store.put('film', film(), { contentType: 'video/mp4' })
    expect(most).toBeLessThan(12 * MB)
    expect(await store.head('film')).toMatchObject({ size: 20 * MB, contentType: 'video/mp4' })

    const back = createHash('sha256')
    for await (const piece of (await store.get('film'))!.body) back.update(piece as Buffer)
    expect(back.digest('hex')).toBe(hash.digest('hex'))
    const end = await store.get('film', { start: 20 * MB - 3 })
    expect(await buffer(end!.body)).toHaveLength(3)
  })

  it('stores nothing of a failing stream', async () => {
    await store.put('essay', 'the old one', plain)
    async function* broken() {
      for (let i = 0; i < 17; i++) yield Buffer.alloc(MB)
      throw new Error('the line went dead')
    }
    await expect(store.put('essay', broken(), plain)).rejects.toThrow('the line went dead')
    await expect(store.put('another essay', broken(), plain)).rejects.toThrow('the line went dead')
    expect(await contentOf(store, 'essay')).toBe('the old one')
    expect(await store.head('another essay')).toBeUndefined()
  })
})
