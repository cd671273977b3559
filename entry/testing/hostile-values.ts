import { z } from 'zod'
import type { SeededRandom } from './organisation-counts-model.ts'

/** The kinds of errors that are put into a valid request; `valid` is another value that the contract allows. */
export const mutationKinds = ['type', 'boundary', 'unicode', 'injection', 'structure', 'valid'] as const
export type MutationKind = (typeof mutationKinds)[number]

/** A piece of JSON text that JSON.stringify would not write: 1e400, a key twice. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON text of a value that may contain `RawJson`. */
export function printJson(value: unknown): string | undefined {
  const raw: string[] = []
  const text = JSON.stringify(value, (_, inner: unknown) =>
    inner instanceof RawJson ? `@@raw${raw.push(inner.text) - 1}@@` : inner,
  ) as string | undefined
  return text?.replaceAll(/"@@raw(\d+)@@"/g, (_, at: string) => raw[Number(at)]!)
}

const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const nest = (open: string, close: string, depth: number) => new RawJson(open.repeat(depth) + close.repeat(depth))

const unicode = [
  '张三丰',
  '𠮷野家𪚥龘',
  'مرحبا بالعالم',
  '\u202Egnp.exe\u202C',
  '\u2066abc\u2069',
  'a\u0000b',
  '\u0000',
  '\uD800',
  'a\uDC00b',
  '\uDFFF\uD800',
  '\uFEFFabc',
  '\uFFFE\uFFFF',
  'e\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  '\u200B\u200B',
  '\u3000　\u00A0',
  'İıſK',
  'ß'.repeat(40),
  '１２３',
  '٣٤٥',
  '\u0001\u0008\u001B[31m',
  '\u0085\u2028\u2029',
  '\r\n\t\v\f',
]

/** The product of the numbers in the templates: in an answer it means that one was evaluated. */
export const evaluatedTemplate = '60481729'
/** A header that an answer has only if a line break of the input got into its headers. */
export const injectedHeader = 'x-injected'

const injections = [
  "' or '1'='1",
  "'; drop table person; --",
  "') or 1=1 --",
  "\\'; select pg_sleep(30); --",
  "'||pg_sleep(30)||'",
  '1 union all values (null)',
  '%',
  '_%\\',
  '\\',
  "'",
  '"',
  '`id`',
  '$(sleep 30)',
  '; sleep 30',
  '{{7777*7777}}',
  '${7777*7777}',
  '<%= 7777*7777 %>',
  '#{7777*7777}',
  '../../../../../../etc/passwd',
  '..\\..\\..\\windows\\win.ini',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'file:///etc/passwd',
  'http://localhost:1/',
  `a\r\n${injectedHeader}: 1`,
  `a%0d%0a${injectedHeader}:%201`,
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '=cmd|calc!A0',
  '@SUM(1+1)',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '(a+)+$',
  '((((((((((',
  '[a-',
  '*',
  '?',
  '{',
  '$.a[*]',
  'a,b;c|d',
  '& | ! <-> :*',
]

const pollution = [
  new RawJson('{"__proto__":{"isPolluted":true}}'),
  new RawJson('{"constructor":{"prototype":{"isPolluted":true}}}'),
  JSON.parse('{"toString":"x","valueOf":1,"then":1,"length":-1,"toJSON":"x"}') as object,
]

const numbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.0000000001,
  255,
  256,
  32_767,
  32_768,
  65_536,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_991,
  9_007_199_254_740_992,
  1e21,
  1e308,
  5e-324,
  new RawJson('1e400'),
  new RawJson('-1e400'),
  new RawJson('9223372036854775808'),
  new RawJson('-0'),
  new RawJson('1E+2'),
  new RawJson(`1${'0'.repeat(400)}`),
]

const days = [
  '0000-01-01',
  '0001-01-01',
  '0000-02-29',
  '1582-10-10',
  '1900-02-29',
  '1969-12-31',
  '2026-02-30',
  '2028-02-29',
  '2038-01-20',
  '9999-12-31',
  '10000-01-01',
  '-0001-01-01',
  '2026-1-1',
  'infinity',
  'now',
]
const times = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-06-30T23:59:60Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00',
  '275760-09-13T00:00:00.001Z',
]
const clocks = ['00:00', '23:59', '24:00', '25:61', '08:00:00', '8:00', '-1:00']
const ids = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-7FFF-8FFF-FFFFFFFFFFFF',
  '0190b1a0-0000-7000-8000-00000000000g',
  '{0190b1a0-0000-7000-8000-000000000001}',
  '0190b1a0000070008000000000000001',
]

/** Texts that satisfy many kinds of rules, for fields without an example. */
const plausible = [
  '张三',
  'a',
  '1',
  'abc123',
  '13800000001',
  '2026-09-01',
  '2026-09-01T08:00:00Z',
  '08:00',
  'Aa1!aaaa',
  'https://app.example.cn/',
  'someone@example.cn',
  '0190b1a0-0000-7000-8000-000000000001',
  '#1677ff',
  'school.example.cn',
  '2026-2027',
  'zh-CN',
  '330106',
  '1.5',
  '1.0.0',
  'person',
]

type Def = Record<string, unknown> & { type: string }
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def
interface Limits {
  minimum: number | undefined
  maximum: number | undefined
  format: string
}
/** The limits that a schema of a text or a number declares. */
function limitsOf(schema: z.ZodType): Limits {
  const { minLength, maxLength, minValue, maxValue, format } = schema as unknown as Record<string, unknown>
  const finite = (limit: unknown) => (typeof limit === 'number' && Number.isFinite(limit) ? limit : undefined)
  return {
    minimum: finite(minLength ?? minValue),
    maximum: finite(maxLength ?? maxValue),
    format: typeof format === 'string' ? format : '',
  }
}

/** The schema of a value on the wire, without wrappers such as optional and codec. */
function unwrap(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: wire, out, getter } = defOf(schema)
  if (innerType) return unwrap(innerType as z.ZodType)
  if (type === 'lazy') return unwrap((getter as () => z.ZodType)())
  if (type === 'pipe') return unwrap((defOf(wire as z.ZodType).type === 'transform' ? out : wire) as z.ZodType)
  return schema
}

const shapeOf = (schema: z.ZodType) => (schema as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>
const isOptional = (schema: z.ZodType) => schema._zod.optin === 'optional'

export interface ValueMaker extends SeededRandom {
  /** Ids that exist. */
  knownIds: readonly string[]
}

const accepted = new WeakMap<z.ZodType, string[]>()
/** Plausible texts that the schema accepts. */
function listAccepted(schema: z.ZodType): string[] {
  let found = accepted.get(schema)
  if (!found) {
    found = plausible.filter((text) => schema.safeParse(text).success)
    accepted.set(schema, found)
  }
  return found
}

/** A value that mostly satisfies the schema. */
export function makeValue(schema: z.ZodType, make: ValueMaker, depth = 0): unknown {
  const inner = unwrap(schema)
  const def = defOf(inner)
  const { minimum = 0, maximum, format } = limitsOf(inner)
  switch (def.type) {
    case 'string': {
      if (format === 'guid' || format === 'uuid') return make.of(make.knownIds) ?? plausible[11]
      const good = listAccepted(inner)
      if (good.length > 0) return make.of(good)
      return repeat('文', Math.max(1, Math.min(minimum, 1_000)))
    }
    case 'number':
      return Math.min(maximum ?? 10, Math.max(minimum, -1) + make.below(10))
    case 'boolean':
      return make.below(2) === 0
    case 'enum':
      return make.of(Object.values(def['entries'] as object))
    case 'literal':
      return make.of(def['values'] as unknown[])
    case 'array': {
      const count = depth > 4 ? 0 : 1 + make.below(2)
      return Array.from({ length: count }, () => makeValue(def['element'] as z.ZodType, make, depth + 1))
    }
    case 'tuple':
      return (def['items'] as z.ZodType[]).map((item) => makeValue(item, make, depth + 1))
    case 'union':
      return makeValue(make.of(def['options'] as z.ZodType[])!, make, depth + 1)
    case 'intersection':
      return {
        ...(makeValue(def['left'] as z.ZodType, make, depth + 1) as object),
        ...(makeValue(def['right'] as z.ZodType, make, depth + 1) as object),
      }
    case 'record':
      return { [String(makeValue(def['keyType'] as z.ZodType, make))]: makeValue(def['valueType'] as z.ZodType, make) }
    case 'object':
      return Object.fromEntries(
        Object.entries(shapeOf(inner)).flatMap(([key, part]) =>
          isOptional(part) && (depth > 4 || make.below(2) === 0) ? [] : [[key, makeValue(part, make, depth + 1)]],
        ),
      )
    case 'null':
      return null
    default:
      return make.of(['文', 1, null, {}, []])
  }
}

/** A value of another type than the schema wants. */
const makeWrongType = (make: ValueMaker) =>
  make.of([null, true, false, 0, 1.5, '', '1', 'true', 'null', [], {}, [null], [[]], [1, '2', {}], { id: 1 }])

/** A value at the edge of what the schema allows, or just beyond. */
function makeBoundary(schema: z.ZodType, make: ValueMaker): unknown {
  const inner = unwrap(schema)
  const { minimum, maximum, format } = limitsOf(inner)
  if (defOf(inner).type === 'number') {
    const edges = [minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1]))
    return make.of([...edges, ...edges, ...numbers])
  }
  if (defOf(inner).type === 'array') return Array.from({ length: make.of([0, 51, 201, 1_001])! }, () => null)
  if (/guid|uuid/.test(format)) return make.of([...ids, ...make.knownIds.slice(0, 20)])
  if (format === 'date') return make.of(days)
  if (format === 'datetime') return make.of(times)
  const lengths = [minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1]))
  return make.below(3) === 0
    ? make.of(['', ' ', ...days, ...times, ...clocks, ...ids, '-1', '0', '2147483648', '1e9', '٣'])
    : repeat(make.of(['x', '文', '😀', ' ', '1'])!, Math.max(0, make.of([...lengths, ...lengths, 1_000, 66_000])!))
}

/** Whether thousands of copies fit into one request: a value may have been repeated or lengthened before. */
const isShort = (value: unknown) => (typeof value === 'string' ? value.length < 100 : typeof value !== 'object')

/** Something that has the wrong structure in place of a value. */
const makeStructure = (value: unknown, make: ValueMaker): unknown =>
  make.of<() => unknown>([
    () => [value],
    () => ({ value }),
    () => ({ 0: value }),
    () => undefined,
    () => nest('[', ']', make.of([10, 500, 5_000])!),
    () => new RawJson(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
    () => make.of(pollution),
    () => Array.from({ length: isShort(value) ? 2_000 : 2 }, () => value ?? null),
  ])!()

function makeHostile(schema: z.ZodType | undefined, value: unknown, kind: MutationKind, make: ValueMaker): unknown {
  if (kind === 'type') return makeWrongType(make)
  if (kind === 'valid') return schema ? makeValue(schema, make) : value
  if (kind === 'boundary') return makeBoundary(schema ?? z.string(), make)
  if (kind === 'structure') return makeStructure(value, make)
  const text = make.of(kind === 'unicode' ? unicode : injections)!
  // Half of them are put into the given text, so that a pattern may still accept it.
  return typeof value === 'string' && make.below(2) === 0 ? value.slice(0, 40) + text : text
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson)

/** The option of a union that describes a given value. */
function chooseOption(schema: z.ZodType, value: unknown, make: ValueMaker): z.ZodType {
  const options = defOf(schema)['options'] as z.ZodType[]
  return options.find((option) => z.safeDecode(option, value as never).success) ?? make.of(options)!
}

/** A copy of the value with one error of this kind, at a random depth. */
export function mutateValue(
  schema: z.ZodType | undefined,
  value: unknown,
  kind: MutationKind,
  make: ValueMaker,
): unknown {
  const inner = schema && unwrap(schema)
  const type = inner && defOf(inner).type
  if (inner && type === 'union' && typeof value === 'object')
    return mutateValue(chooseOption(inner, value, make), value, kind, make)
  if (Array.isArray(value) && value.length > 0 && make.below(4) > 0) {
    const at = make.below(value.length)
    const element = type === 'array' ? (defOf(inner!)['element'] as z.ZodType) : undefined
    return value.map((one, index): unknown => (index === at ? mutateValue(element, one, kind, make) : one))
  }
  if (!isRecord(value)) {
    // A value that is missing or null is often filled in first.
    if (inner && (value === undefined || value === null) && type !== 'string' && make.below(2) === 0)
      return mutateValue(schema, makeValue(schema, make), kind, make)
    return makeHostile(inner, value, kind, make)
  }
  const shape = type === 'object' ? shapeOf(inner!) : {}
  const keys = [...new Set([...Object.keys(value), ...Object.keys(shape)])]
  if (keys.length === 0 || make.below(12) === 0) return spoilObject(value, kind, make)
  const key = make.of(keys)!
  const own = Object.hasOwn(shape, key) ? shape[key] : undefined
  const part = own ?? (type === 'record' ? (defOf(inner!)['valueType'] as z.ZodType) : undefined)
  return { ...value, [key]: mutateValue(part, value[key], kind, make) }
}

/** The object itself is wrong, and not one of its fields. */
function spoilObject(value: Record<string, unknown>, kind: MutationKind, make: ValueMaker): unknown {
  const key = make.of(Object.keys(value))
  if (kind === 'type') return makeWrongType(make)
  if (kind === 'valid') return value
  if (kind === 'structure' && key !== undefined)
    return make.of<() => unknown>([
      () => Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)),
      () => Object.values(value),
      // The same key twice: the last one counts.
      () => new RawJson(`{${JSON.stringify(key)}:null,${printJson(value)!.slice(1)}`),
      () => new RawJson(`${printJson(value)!.slice(0, -1)},${JSON.stringify(key)}:[{}]}`),
      () => makeStructure(value, make),
    ])!()
  if (kind === 'injection') return { ...value, ...(make.of(pollution.slice(2)) as object) }
  const name = make.of(kind === 'unicode' ? unicode : ['extra', '', 'x'.repeat(10_000), '0', '-1'])!
  return { ...value, [name]: make.of(numbers) }
}
