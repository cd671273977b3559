import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Route } from '#packages/contract'
import { Ret } from '#packages/core'
import { evaluatedTemplate, injectedHeader } from './hostile-values.ts'

type FaultKind = 'server error' | 'wrong schema' | 'leak' | 'hang'
export interface Fault {
  kind: FaultKind
  detail: string
}

/** What only our own source, Node or PostgreSQL would write. No input of the fuzz test contains any of it. */
const internals = [
  /\bat (?:async )?[\w.<>]* ?\(?(?:file:|node:|\/)/,
  /node_modules|\.ts:\d|\bnode:internal/,
  /\/(?:packages|kernel|entry|home|usr|root|work|tmp)\/[\w-]+/,
  /\b(?:FST_|HPE_|ECONN|ENOENT|EPIPE|ERR_)[A-Z_]*/,
  /\b(?:select|insert into|delete from|update) [\w".*, ]+ (?:from|values|set|where) /i,
  /syntax error at|violates .{3,30} constraint|duplicate key value|invalid input syntax|out of range(?: for type|:)/,
  /invalid byte sequence|(?:relation|column|operator|function) .{1,80} does not exist|permission denied for/,
  /unsupported Unicode escape|could not serialize|deadlock detected|canceling statement/,
  /\b(?:Type|Range|Reference|Syntax|Zod|Database)Error\b|Cannot read propert|is not a function|is not iterable/,
  /Unexpected (?:token|end of)|Maximum call stack/,
  /root:x:0:0/,
]

/** The first internal detail in a text. */
const findInternals = (text: string, names?: RegExp): string | undefined =>
  [...internals, ...(names ? [names] : [])]
    .map((pattern) => pattern.exec(text)?.[0])
    .find((found) => found !== undefined)

/** Matches names of tables and constraints. Those of one word are ordinary words. */
export const matchNames = (names: readonly string[]) =>
  new RegExp(`\\b(?:${names.filter((name) => name.includes('_')).join('|')})\\b`)

const refusal = z.strictObject({
  ret: z.literal(Object.values(Ret)),
  msg: z.string(),
  data: z.unknown(),
  executeTime: z.int().min(0),
  success: z.boolean(),
})
const errorList = z.object({ errors: z.array(z.strictObject({ field: z.string(), msg: z.string().min(1) })) })

interface Answer {
  statusCode: number
  headers: Readonly<Record<string, unknown>>
  body: string
}

/** The faults of an answer, whatever the request was. */
export function findFaults(route: Route, { statusCode, headers, body }: Answer, names?: RegExp): Fault[] {
  const faults: Fault[] = []
  const add = (kind: FaultKind, detail: string) => void faults.push({ kind, detail: detail.slice(0, 300) })
  if (statusCode >= 500) add('server error', `status ${statusCode}`)
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (isJson) for (const problem of findSchemaFaults(route, body)) add(...problem)
  else if ((!route.raw && !route.stream) || statusCode !== 200)
    add('wrong schema', `content type ${String(headers['content-type'])}`)
  if (injectedHeader in headers) add('leak', 'the input added a header')
  const text = isJson ? body : ''
  const leaked = findInternals(`${JSON.stringify(headers)}\n${text}`, names)
  if (leaked !== undefined) add('leak', leaked)
  // Ids and numbers of people may contain the product by chance; a text that is only the product is a template's.
  if (text.includes(`"${evaluatedTemplate}"`)) add('leak', 'a template was evaluated')
  return faults
}

function* findSchemaFaults(route: Route, body: string): Generator<[FaultKind, string]> {
  const parsed = refusal.safeParse(parseJson(body))
  if (!parsed.success) return yield ['wrong schema', `no envelope: ${body.slice(0, 100)}`]
  const { ret, msg, data, success } = parsed.data
  if (ret === Ret.fault || ret === Ret.unavailable) yield ['server error', `ret ${ret}`]
  if (success !== (ret === Ret.ok)) yield ['wrong schema', `success is ${success} for ret ${ret}`]
  if (ret !== Ret.ok && msg === '') yield ['wrong schema', `ret ${ret} without a message`]
  if (ret === Ret.invalid && !errorList.safeParse(data).success) yield ['wrong schema', 'ret -1 without its errors']
  if (ret !== Ret.ok) return
  if (route.raw || route.stream) return yield ['wrong schema', 'an envelope in place of bytes']
  const decoded = z.safeDecode(route.data, data as never)
  if (!decoded.success)
    return yield [
      'wrong schema',
      decoded.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
    ]
  // Fields that the contract does not name are gone after the way back.
  const back = z.safeEncode(route.data, decoded.data as never)
  const plain = back.success ? (JSON.parse(JSON.stringify(back.data ?? null)) as unknown) : undefined
  if (!isDeepStrictEqual(plain, data)) yield ['wrong schema', 'the answer has more or other fields than its contract']
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
