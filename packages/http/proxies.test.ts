import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBareServer } from './index.ts'

const proxy = '10.77.0.10'
const app = createBareServer({ log: false, trustedProxies: [proxy] }, {})
app.get('/from', async ({ ip, protocol }) => `${ip} ${protocol}`)
afterAll(() => app.close())
const seen = async (remoteAddress: string, headers: Record<string, string>) =>
  (await app.inject({ url: '/from', remoteAddress, headers })).body

describe('the address of a caller', () => {
  it('is what the trusted proxy says, the nearest one that is not a proxy', async () => {
    expect(await seen(proxy, { 'x-forwarded-for': '198.51.100.7' })).toBe('198.51.100.7 http')
    expect(await seen(proxy, { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })).toBe('198.51.100.7 http')
    expect(await seen(proxy, { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' })).toBe(
      '198.51.100.7 https',
    )
  })

  it('is not what other senders write into a header', async () => {
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'true-client-ip'])
      expect(await seen('192.0.2.1', { [header]: '203.0.113.9', 'x-forwarded-proto': 'https' })).toBe('192.0.2.1 http')
  })
})

describe('the end of a request', () => {
  let port: number
  beforeAll(async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })
  const answerTo = async (lines: string[], body: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
    return text(socket)
  }
  const hidden = 'GET /from HTTP/1.1\r\nHost: a\r\n\r\n'

  it.each([
    ['two lengths', ['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 4'], `0\r\n\r\n${hidden}`],
    ['an unknown coding', ['Transfer-Encoding: xchunked', 'Content-Length: 0'], hidden],
    ['a space before the colon', ['Content-Length : 0'], hidden],
  ])('is unambiguous: %s', async (_, headers, body) => {
    const answer = await answerTo(['POST /from HTTP/1.1', 'Host: a', ...headers], body)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('127.0.0.1 http')
  })
})
