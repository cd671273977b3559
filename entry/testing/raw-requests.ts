import { connect } from 'node:net'
import type { SeededRandom } from './organisation-counts-model.ts'

interface RawRequestOptions {
  /** Our end is closed after this time without data: a waiting server then sends its error. */
  silentMs: number
}
const hangsAfterMs = 20_000

/** The answer of a server to raw bytes at its port. */
export function sendRawBytes(
  port: number,
  bytes: Buffer,
  { silentMs }: RawRequestOptions,
): Promise<{ text: string; hung: boolean }> {
  return new Promise((done) => {
    const pieces: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const finish = (hung: boolean) => {
      clearTimeout(hang)
      clearTimeout(silence)
      socket.destroy()
      done({ text: Buffer.concat(pieces).toString('latin1'), hung })
    }
    const hang = setTimeout(() => finish(true), hangsAfterMs)
    const silence = setTimeout(() => socket.end(), silentMs)
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      silence.refresh()
    })
    socket.on('error', () => {})
    socket.on('close', () => finish(false))
  })
}

const head = (line: string, ...headers: string[]) => [line, ...headers, '', ''].join('\r\n')
const ours = 'Host: localhost'
const json = 'Content-Type: application/json'

/** Requests that break a rule of HTTP, and some that only look odd. */
export const malformedRequests: Readonly<Record<string, string>> = {
  'no Host': head('GET /api/users/site HTTP/1.1'),
  'no Host, HTTP/1.0': head('GET /api/users/loginQrCode HTTP/1.0'),
  'empty Host': head('GET /api/users/loginQrCode HTTP/1.1', 'Host:'),
  'a space in Host': head('GET /api/users/loginQrCode HTTP/1.1', 'Host: a b'),
  'two Hosts': head('GET / HTTP/1.1', ours, 'Host: evil.example'),
  'NUL in Host': head('GET / HTTP/1.1', 'Host: local\0host'),
  'a user in Host': head('GET / HTTP/1.1', 'Host: admin@localhost'),
  'a path in Host': head('GET / HTTP/1.1', 'Host: localhost/../x'),
  'an open bracket': head('GET / HTTP/1.1', 'Host: [::1'),
  'a port beyond ports': head('GET / HTTP/1.1', 'Host: localhost:99999'),
  'a long Host': head('GET / HTTP/1.1', `Host: ${'x'.repeat(5_000)}`),
  'a foreign Host': head('GET /api/users/loginQrCode HTTP/1.1', 'Host: evil.example', 'Connection: close'),
  'a folded header': head('GET / HTTP/1.1', ours, 'X-Note: one', ' two'),
  'a folded first header': head('GET / HTTP/1.1', ' x', ours),
  'length and chunks': `${head('POST /api/users/login HTTP/1.1', ours, json, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  'chunks twice': `${head('POST /api/users/login HTTP/1.1', ours, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
  'odd chunks': head('POST /api/users/login HTTP/1.1', ours, 'Transfer-Encoding: xchunked'),
  'two lengths': `${head('POST /api/users/login HTTP/1.1', ours, json, 'Content-Length: 2', 'Content-Length: 4')}{}{}`,
  'a negative length': head('POST /api/users/login HTTP/1.1', ours, json, 'Content-Length: -1'),
  'a length beyond numbers': head('POST /api/users/login HTTP/1.1', ours, json, 'Content-Length: 99999999999999999999'),
  'a body that stops': `${head('POST /api/users/login HTTP/1.1', ours, json, 'Content-Length: 400')}{"a":`,
  'a chunk without a size': `${head('POST /api/users/login HTTP/1.1', ours, json, 'Transfer-Encoding: chunked')}zz\r\n`,
  'long chunk extensions': `${head('POST /api/users/login HTTP/1.1', ours, json, 'Transfer-Encoding: chunked')}1;${'x'.repeat(40_000)}\r\n`,
  'a large header': head('GET / HTTP/1.1', ours, `X-Large: ${'x'.repeat(20_000)}`),
  'many headers': head('GET / HTTP/1.1', ours, ...Array.from({ length: 3_000 }, (_, at) => `X-${at}: ${at}`)),
  'a long address': head(`GET /${'x'.repeat(14_000)} HTTP/1.1`, ours),
  'an address too long': head(`GET /${'x'.repeat(30_000)} HTTP/1.1`, ours),
  'half a percent': head('GET /% HTTP/1.1', ours),
  'no hex': head('GET /api/%ZZ HTTP/1.1', ours),
  'overlong UTF-8': head('GET /api/%c0%80 HTTP/1.1', ours),
  'NUL in a path': head('GET /api/%00 HTTP/1.1', ours),
  'NUL in a page': head('GET /login%00 HTTP/1.1', ours),
  'NUL in an asset': head('GET /assets/%00.js HTTP/1.1', ours),
  'NUL in a query': head('GET /api/users/dd/loginByCode?code=%00 HTTP/1.1', ours),
  'NUL itself in a path': head('GET /\0 HTTP/1.1', ours),
  'NUL in a header': head('GET / HTTP/1.1', ours, 'X-Note: a\0b'),
  'NUL in the name of a header': head('GET / HTTP/1.1', ours, 'X\0: a'),
  'a space in the name of a header': head('GET / HTTP/1.1', ours, 'X Y: a'),
  'a space before the colon': head('GET / HTTP/1.1', ours, 'X-Note : a'),
  'a bare line feed': 'GET / HTTP/1.1\nHost: localhost\n\n',
  'a bare carriage return': 'GET / HTTP/1.1\rHost: localhost\r\r',
  'up and away': head('GET /assets/..%2f..%2fpackage.json HTTP/1.1', ours),
  'an address of elsewhere': head('GET http://evil.example/api/users/loginQrCode HTTP/1.1', ours),
  'an address without a host': head('GET //evil.example/x HTTP/1.1', ours),
  'a space in an address': head('GET /a b HTTP/1.1', ours),
  'a star': head('OPTIONS * HTTP/1.1', ours),
  tunnel: head('CONNECT evil.example:443 HTTP/1.1', ours),
  trace: head('TRACE / HTTP/1.1', ours),
  'an unknown method': head('BOGUS / HTTP/1.1', ours),
  'a small method': head('get / HTTP/1.1', ours),
  'another version': head('GET / HTTP/9.9', ours),
  'no version': head('GET /', ours),
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  noise: '\0\x01\xff\xfe\r\n\r\n',
  nothing: '',
  'another protocol': head('GET /api/msg/stream HTTP/1.1', ours, 'Connection: Upgrade', 'Upgrade: websocket'),
  'an odd expectation': head('GET / HTTP/1.1', ours, 'Expect: tea'),
  'something missing from assets': head('GET /assets/gone.js HTTP/1.1', ours, 'Connection: close'),
  'no such endpoint': head('GET /api/nothing HTTP/1.1', ours, 'Connection: close'),
  'a well-known address of others': head('GET /.well-known/openid-configuration HTTP/1.1', ours, 'Connection: close'),
  'not JSON': `${head('POST /api/users/login HTTP/1.1', ours, json, 'Content-Length: 2', 'Connection: close')}{x`,
  'NUL in JSON': `${head('POST /api/users/login HTTP/1.1', ours, json, 'Content-Length: 16', 'Connection: close')}{"a":["\\u0000"]}`,
  'two requests': head('GET /api/x HTTP/1.1', ours) + head('GET /%00 HTTP/1.1', ours, 'Connection: close'),
}

/** Valid requests, to be corrupted. */
export const wellFormedRequests: readonly string[] = [
  head('GET / HTTP/1.1', ours, 'Accept: */*', 'Connection: close'),
  head('GET /api/users/loginQrCode?x=1&y=%E6%98%A5 HTTP/1.1', ours, 'Cookie: browser=abc; x=%20', 'Connection: close'),
  head('GET /api/msg/list?keyword=%E4%BC%9A HTTP/1.1', ours, `Authorization: Bearer 1.${'a'.repeat(43)}`),
  withBody('/api/users/dd/start', json, '{"ddId":"abcd"}'),
  `${head('POST /api/users/dd/start HTTP/1.1', ours, json, 'Transfer-Encoding: chunked', 'Connection: close')}2\r\n{}\r\n0\r\n\r\n`,
  withBody(
    '/api/users/avatar',
    'Content-Type: multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
  ),
]

function withBody(path: string, type: string, body: string): string {
  return head(`POST ${path} HTTP/1.1`, ours, type, `Content-Length: ${body.length}`, 'Connection: close') + body
}

const additions = [
  '\0',
  '%00',
  '%',
  '\r\n',
  '\n',
  ' ',
  ':',
  '"',
  '{',
  '\\u0000',
  'Host: x\r\n',
  '\xff',
  '../',
  'chunked',
  '-1',
]

/** A valid request with a few random errors. */
export function corruptRequest({ below: upTo }: Pick<SeededRandom, 'below'>): Buffer {
  let text = wellFormedRequests[upTo(wellFormedRequests.length)]!
  for (let faults = 1 + upTo(3); faults > 0; faults--) {
    const at = upTo(text.length + 1)
    const length = upTo(12)
    const spoilt = [
      () => text.slice(0, at) + additions[upTo(additions.length)]! + text.slice(at),
      () => text.slice(0, at) + String.fromCharCode(upTo(256)) + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(at + length),
      () => text.slice(0, at) + text.slice(at, at + length).repeat(1 + upTo(40)) + text.slice(at + length),
      () => text.slice(0, at),
    ]
    text = spoilt[upTo(spoilt.length)]!()
  }
  return Buffer.from(text, 'latin1')
}

const status = /^HTTP\/1\.1 (\d{3}) /
const leaks = /FST_|node_modules|\bat \/|\.ts:\d|SELECT |ECONN|HPE_/

/** The problems of an answer: a server error, a hang, internal details, or missing security headers. */
export function findAnswerFaults({ text, hung }: { text: string; hung: boolean }): string[] {
  if (hung) return ['hangs']
  if (text === '') return []
  const code = status.exec(text)?.[1]
  if (!code) return ['is no HTTP']
  const [before = ''] = text.split('\r\n\r\n')
  const headers = before.toLowerCase()
  const complaints: string[] = []
  if (Number(code) >= 500 || text.includes('"ret":-500')) complaints.push(`is a fault: ${code}`)
  if (leaks.test(text)) complaints.push(`tells ${leaks.exec(text)![0]}`)
  if (code === '100') return complaints
  for (const name of ['x-content-type-options: nosniff', 'content-security-policy: ', 'strict-transport-security: '])
    if (!headers.includes(name)) complaints.push(`${code} lacks ${name}`)
  const type = /content-type: ([^\r\n]+)/.exec(headers)?.[1]
  if (type && /^(text\/|application\/json)/.test(type) && !type.includes('charset'))
    complaints.push(`${type}: no charset`)
  return complaints
}
export const parseStatus = (text: string) => status.exec(text)?.[1] ?? 'closed'
