import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObjectStore } from './index.ts'
import { openDisk, openS3 } from './stores.fixture.ts'

const MB = 1024 * 1024
const facts = { contentType: 'application/octet-stream', metadata: { title: '课件' } }

describe.each([
  { kind: 'disk', open: openDisk },
  { kind: 's3', open: openS3 },
])('a multipart upload on $kind', ({ open }) => {
  let store: ObjectStore
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ store, close } = await open())
  }, 300_000)
  afterAll(() => close())

  const send = async (link: string, bytes: Uint8Array) =>
    (await fetch(link, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> })).status
  const numbers = async (key: string, upload: string) => (await store.listParts(key, upload))?.map(({ part }) => part)

  it('accepts parts in any order and repeatedly, and exists when it is completed', async () => {
    const whole = randomBytes(12 * MB + 5)
    const pieces = [whole.subarray(0, 6 * MB), whole.subarray(6 * MB, 12 * MB), whole.subarray(12 * MB)]
    const upload = await store.beginParts('parts/课件', facts)
    expect(await store.listParts('parts/课件', upload)).toEqual([])
    for (const part of [3, 1, 2, 1]) {
      const piece = pieces[part - 1]!
      const link = await store.signedPart('parts/课件', upload, part, { seconds: 60, size: piece.length })
      expect(await send(link, piece)).toBe(200)
    }
    expect(await store.head('parts/课件')).toBeUndefined()
    const parts = (await store.listParts('parts/课件', upload))!
    expect(parts).toMatchObject(pieces.map(({ length }, at) => ({ part: at + 1, size: length })))
    expect(await store.completeParts('parts/课件', upload, parts)).toBe(true)
    const object = (await store.get('parts/课件'))!
    expect(object).toMatchObject({ ...facts, size: whole.length })
    expect((await buffer(object.body)).equals(whole)).toBe(true)
    expect(await store.listParts('parts/课件', upload)).toBeUndefined()
  })

  it('accepts by a link only its part of the exact size', async () => {
    const upload = await store.beginParts('parts/one', facts)
    const link = await store.signedPart('parts/one', upload, 1, { seconds: 60, size: 1000 })
    expect(await send(link, randomBytes(1001))).toBe(403)
    expect(await send(link, randomBytes(999))).toBe(403)
    const forged = [
      link.replace('parts/one', 'parts/two'),
      link.replace(/(partNumber|number)=1/, '$1=2'),
      link.replace(/(upload(Id)?)=[^&]+/, '$1=00000000-0000-0000-0000-000000000000'),
    ]
    expect(forged).not.toContain(link)
    for (const url of forged) expect(await send(url, randomBytes(1000))).toBe(403)
    expect(await numbers('parts/one', upload)).toEqual([])
    expect(await send(link, randomBytes(1000))).toBe(200)
    expect(await numbers('parts/one', upload)).toEqual([1])
    expect(await store.listParts('parts/other', upload)).toBeUndefined()
  })

  it('stores nothing of an aborted part and keeps the others', async () => {
    const upload = await store.beginParts('parts/cut', facts)
    const first = await store.signedPart('parts/cut', upload, 1, { seconds: 60, size: 5 * MB })
    expect(await send(first, randomBytes(5 * MB))).toBe(200)
    const second = new URL(await store.signedPart('parts/cut', upload, 2, { seconds: 60, size: 1000 }))
    await new Promise<void>((done) => {
      const socket = connect(Number(second.port), second.hostname)
      socket.write(`PUT ${second.pathname}${second.search} HTTP/1.1\r\nhost: ${second.host}\r\n`)
      socket.write('content-length: 1000\r\n\r\nhalf of it', () => {
        socket.destroy()
        done()
      })
    })
    expect(await numbers('parts/cut', upload)).toEqual([1])
  })

  it('does not exist when it was aborted or never begun', async () => {
    const upload = await store.beginParts('parts/gone', facts)
    const link = await store.signedPart('parts/gone', upload, 1, { seconds: 60, size: 10 })
    expect(await send(link, randomBytes(10))).toBe(200)
    const parts = (await store.listParts('parts/gone', upload))!
    await store.abortParts('parts/gone', upload)
    await store.abortParts('parts/gone', upload)
    expect(await store.listParts('parts/gone', upload)).toBeUndefined()
    expect(await store.completeParts('parts/gone', upload, parts)).toBe(false)
    expect(await send(link, randomBytes(10))).toBe(404)
    expect(await store.head('parts/gone')).toBeUndefined()
  })

  it('refuses invalid part numbers and times', async () => {
    for (const part of [0, 10_001, 1.5])
      await expect(store.signedPart('x', 'u', part, { seconds: 60, size: 1 })).rejects.toThrow(RangeError)
    await expect(store.signedPart('x', 'u', 1, { seconds: 0, size: 1 })).rejects.toThrow(RangeError)
    await expect(store.beginParts('../x', facts)).rejects.toThrow(TypeError)
  })
})
