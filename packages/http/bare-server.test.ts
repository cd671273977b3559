import { afterAll, describe, expect, it } from 'vitest'
import { notFound, tooMany, unavailable } from '#packages/core'
import { createBareServer } from './index.ts'
import { pageHeadersFor } from './security-headers.ts'

describe('a server for an origin without sessions', () => {
  const app = createBareServer({ log: false }, { 'content-security-policy': 'sandbox' })
  app.get('/gone', async () => {
    throw notFound('文件')
  })
  app.get('/crowded', async () => {
    throw tooMany('请稍后再试', 5)
  })
  app.get('/away', async () => {
    throw unavailable()
  })
  app.get('/broken', async () => {
    throw new Error('inside')
  })
  app.get('/there', async () => 'there')
  afterAll(() => app.close())
  const ask = async (url: string) => {
    const { statusCode, headers, payload } = await app.inject({ url, headers: { cookie: 'session=x' } })
    return { statusCode, headers, payload }
  }

  it('uses HTTP status codes as well as the envelope, because browsers read them', async () => {
    for (const [url, status, ret] of [
      ['/gone', 404, -5],
      ['/nowhere', 404, -5],
      ['/crowded', 429, -4],
      ['/away', 503, -503],
      ['/broken', 500, -500],
    ] as const) {
      const { statusCode, payload } = await ask(url)
      expect([url, statusCode, (JSON.parse(payload) as { ret: number }).ret]).toEqual([url, status, ret])
      expect(payload).not.toContain('inside')
    }
    expect(await ask('/there')).toMatchObject({ statusCode: 200, payload: 'there' })
  })

  it('sends the same security headers with every answer, and sets no cookie', async () => {
    for (const url of ['/there', '/gone', '/nowhere', '/broken']) {
      const { headers } = await ask(url)
      expect(headers['content-security-policy']).toBe('sandbox')
      expect(headers['set-cookie']).toBeUndefined()
    }
  })
})

describe('a page', () => {
  it('connects to and shows content only from our own origin, and from named ones', () => {
    const rules = (sources = {}) => pageHeadersFor(sources)['content-security-policy'].split('; ')
    expect(rules()).toEqual(expect.arrayContaining(["connect-src 'self'", "img-src 'self' data: blob:"]))
    const files = 'https://files.test'
    const named = rules({ connect: [files, 'https://s3.test'], media: [files] })
    expect(named).toContain(`connect-src 'self' ${files} https://s3.test`)
    expect(named).toContain(`img-src 'self' data: blob: ${files}`)
    expect(named).toContain(`media-src 'self' blob: ${files}`)
    expect(named).toContain(`frame-src 'self' ${files}`)
    expect(named).toContain("script-src 'self'")
  })
})
