import { afterAll, describe, expect, it } from 'vitest'
import { notFound, tooMany, unavailable } from '#packages/core'
import { createBareServer } from './index.ts'
import { pageHeadersFor } from './security-headers.ts'

describe('a server for an origin where nobody is signed in', () => {
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

  it('says in HTTP what it says in the envelope, because browsers read it', async () => {
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

  it('says the same words about safety with every answer, and sets no cookie', async () => {
    for (const url of ['/there', '/gone', '/nowhere', '/broken']) {
      const { headers } = await ask(url)
      expect(headers['content-security-policy']).toBe('sandbox')
      expect(headers['set-cookie']).toBeUndefined()
    }
  })
})

describe('a page', () => {
  it('talks to and shows what comes from our own origin, and from those that were named', () => {
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
