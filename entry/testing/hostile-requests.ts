import type { InjectOptions } from 'fastify'
import type { Route } from '#packages/contract'
import type { EndpointRequest } from './endpoint-calls.ts'
import {
  makeValue,
  mutateValue,
  mutationKinds,
  printJson,
  RawJson,
  type MutationKind,
  type ValueMaker,
} from './hostile-values.ts'

/** A request with errors, as `app.inject` takes it. */
export interface HostileRequest {
  kinds: readonly string[]
  options: InjectOptions
}

const hostileHeaders: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(300)}`,
    'application/json; charset=utf-16',
    'application/json\r\nx: y',
    '',
    '/',
  ],
  'content-length': ['0', '1', '-1', '99999999999', 'x'],
  'content-encoding': ['gzip', 'br', 'x'],
  'idempotency-key': ['', 'x', 'x'.repeat(65), "'; drop table person; --", '张三', '../../etc', 'a\0b12345'],
  'x-org-id': ['', 'x', '00000000-0000-0000-0000-000000000000', "' or 1=1 --", '\uD800'],
  'x-unattended': ['1', '2', ''],
  'x-forwarded-for': ['127.0.0.1', 'x', `${'1.1.1.1,'.repeat(500)}`, '::ffff:0:0'],
  'x-forwarded-host': ['evil.example', "'"],
  'user-agent': ['', '\uD83D', 'x'.repeat(5_000), '<script>', "'; --"],
  codekey: ['', 'x', '*', 'x'.repeat(5_000)],
  codenum: ['', 'x', '\uD800'],
  cookie: ['browser=', 'browser=x; browser=y', '=', ';;;', `browser=${'x'.repeat(5_000)}`, '__proto__=1', 'browser=%'],
  accept: ['text/html', '*', ''],
  'accept-language': ['zz', 'x'.repeat(2_000)],
  range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x'],
  'if-none-match': ['*', 'x'],
  'sec-fetch-site': ['cross-site', 'none', 'x'],
  origin: ['null', 'http://evil.example', "'"],
  authorization: [
    '',
    'Bearer',
    'Bearer ',
    'Basic eDp5',
    'Bearer 1.x',
    `Bearer ${'9'.repeat(400)}.x`,
    'Bearer 1.\uD800',
  ],
  'x-http-method-override': ['DELETE', 'x'],
  expect: ['100-continue'],
}

const hostilePaths: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}/..%2f..%2fetc%2fpasswd`,
  (path) => `${path}/%E5%BC%A0`,
  (path) => `${path};a=b`,
  (path) => `${path}%`,
  (path) => `${path}%ED%A0%80`,
  (path) => `${path}%0d%0ax-injected:%201`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/api/../api/'),
  (path) => path.toUpperCase(),
  (path) => `${path}/${'x'.repeat(3_000)}`,
  (path) => path.replace('/api/', '/api/__proto__/'),
]

/** Texts that are sent instead of a JSON body, or made of it. */
const hostileTexts: readonly ((text: string, make: ValueMaker) => string)[] = [
  (text, make) => text.slice(0, make.below(text.length + 1)),
  (text) => `${text}${text}`,
  (text) => `\uFEFF${text}`,
  (text) => text.replaceAll('"', "'"),
  (text) => `${text.slice(0, -1)},}`,
  (text) => `/* x */${text}`,
  (text) => `${text}\u0000`,
  (text) => text.replace(/[:,]/, ' '),
  (_, make) =>
    make.of(['null', 'true', '0', '""', '[]', '{}', '[[]]', 'NaN', 'undefined', '1e400', '', ' ', '{', '"'])!,
  () => `${'['.repeat(100_000)}`,
  () => `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  () => `{"a":"${'x'.repeat(1_100_000)}"}`,
  () => `[${'0,'.repeat(50_000)}0]`,
  () => '{"__proto__":{"isPolluted":true},"constructor":{"prototype":{"isPolluted":true}}}',
]

/** One to four errors in a valid request of this route. Without an example, the request is made from the schemas. */
export function makeHostileRequest(
  route: Route,
  example: EndpointRequest | undefined,
  make: ValueMaker,
): HostileRequest {
  const isExample = example !== undefined && make.below(6) > 0
  let query: unknown = isExample ? { ...example.query } : route.query ? makeValue(route.query, make) : {}
  let body = isExample ? example.body : route.body && !route.multipart ? makeValue(route.body, make) : undefined
  const form = route.multipart ? { ...example?.form } : undefined
  const headers: Record<string, string> = {}
  let url: string = route.path
  let text: string | undefined
  const kinds: string[] = []

  const edits: (() => void)[] = []
  const kind = (): MutationKind => {
    const chosen = make.of(mutationKinds)!
    kinds.push(chosen)
    return chosen
  }
  if (route.query) edits.push(() => (query = mutateValue(route.query, query, kind(), make)))
  if (route.body && !form) {
    edits.push(() => (body = mutateValue(route.body, body, kind(), make)))
    // The body has most of the fields.
    edits.push(edits.at(-1)!, edits.at(-1)!)
  }
  if (form) edits.push(() => spoilForm(form, kind(), make))
  if (make.below(edits.length === 0 ? 1 : 8) === 0)
    edits.push(() => {
      const name = make.of(Object.keys(hostileHeaders))!
      headers[name] = make.of(hostileHeaders[name]!)!
      kinds.push('header')
    })
  if (make.below(20) === 0) {
    url = make.of(hostilePaths)!(url)
    kinds.push('path')
  }
  if (make.below(route.query ? 12 : 4) === 0 && isRecord(query)) {
    query = { ...query, [make.of(['x', '__proto__', 'a[b]', '', '张'])!]: make.of(['1', '\uFFFD', "'"]) }
    kinds.push('structure')
  }
  for (let count = make.below(10) < 7 ? 1 : 2 + make.below(3); count > 0; count--) make.of(edits)?.()

  if (form) {
    headers['content-type'] ??= `multipart/form-data; boundary=${boundary}`
    text = printForm(form)
    if (make.below(8) === 0) text = text.slice(0, make.below(text.length))
  } else if (route.method !== 'GET') {
    text = printJson(body)
    if (make.below(12) === 0) {
      text = make.of(hostileTexts)!(text ?? '{}', make)
      kinds.push('structure')
    }
    if (text !== undefined) headers['content-type'] ??= 'application/json'
  }
  const search = printQuery(query)
  return {
    kinds,
    options: {
      method: route.method,
      url: search ? `${url}?${search}` : url,
      headers,
      ...(text === undefined ? {} : { payload: text }),
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson)

/** A query string: an array is repeated, an object becomes `a[b]=c`. */
function printQuery(query: unknown): string {
  if (!isRecord(query)) return encode(String(printJson(query) ?? '').slice(0, 2_000))
  const pairs = Object.entries(query).flatMap(([name, value]): string[] => {
    if (value === undefined) return []
    if (Array.isArray(value)) return value.slice(0, 50).map((one) => `${encode(name)}=${encode(printScalar(one))}`)
    if (isRecord(value))
      return Object.entries(value).map(([key, one]) => `${encode(`${name}[${key}]`)}=${encode(printScalar(one))}`)
    return [`${encode(name)}=${encode(printScalar(value))}`]
  })
  return pairs.join('&').slice(0, 15_000)
}
const printScalar = (value: unknown) => (typeof value === 'string' ? value : (printJson(value) ?? '')).slice(0, 12_000)
/** Lone surrogates cannot be written in UTF-8; the bytes that they would have are sent. */
const encode = (text: string) => {
  try {
    return encodeURIComponent(text)
  } catch {
    return encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
  }
}

type Form = NonNullable<EndpointRequest['form']>

function spoilForm(form: Form, kind: MutationKind, make: ValueMaker) {
  const name = make.of(Object.keys(form)) ?? 'file'
  const value = form[name]
  const text = printScalar(mutateValue(undefined, typeof value === 'string' ? value : 'a.png', kind, make))
  make.of([
    () => delete form[name],
    () => (form[name] = text),
    () => (form[name] = { name: text.slice(0, 500), content: typeof value === 'object' ? value.content : 'x' }),
    () => (form[name] = { name: 'a.png', content: text }),
    () => (form[text.slice(0, 200)] = 'x'),
  ])!()
}

const boundary = 'qiming-form'
const printForm = (form: Form) =>
  Object.entries(form)
    .map(([name, value]) => {
      const file = typeof value === 'string' ? '' : `; filename="${value.name}"`
      const content = typeof value === 'string' ? value : value.content.toString()
      return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
    })
    .join('') + `--${boundary}--\r\n`
