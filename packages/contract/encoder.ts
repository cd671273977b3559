import { z } from 'zod'
import { getWireParts } from './wire.ts'

type Encode = (value: unknown) => unknown

/**
 * Compiles a schema into a function from our value to its wire form. It copies only the fields that the schema names,
 * so an extra column never gets into an answer. It does not validate values as `z.encode` does (that takes longer than
 * the query); tests validate every answer.
 */
export function compileEncoder(schema: z.ZodType): Encode {
  const known = compiled.get(schema)
  if (known) return known
  let encode: Encode | undefined
  compiled.set(schema, (value) => encode!(value)) // A tree contains itself: recursion uses this encoder.
  encode = compile(schema)
  compiled.set(schema, encode)
  return encode
}
const compiled = new WeakMap<z.ZodType, Encode>()

const same: Encode = (value) => value

function compile(schema: z.ZodType): Encode {
  const wire = getWireParts(schema)
  if (wire) return fields(Object.entries(wire.shape).map(([key, part]) => [key, wire.toWire.get(key)!, part]))
  if (schema instanceof z.ZodObject) {
    return fields(Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, part]) => [key, key, part]))
  }
  if (schema instanceof z.ZodArray) {
    const element = compileEncoder(schema.element as z.ZodType)
    return element === same ? same : (value) => (value as unknown[]).map(element)
  }
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    const inner = compileEncoder(schema.unwrap() as z.ZodType)
    return inner === same ? same : (value) => (value === null || value === undefined ? value : inner(value))
  }
  if (schema instanceof z.ZodLazy) {
    let inner: Encode | undefined
    return (value) => (inner ??= compileEncoder(schema.unwrap() as z.ZodType))(value)
  }
  if (schema instanceof z.ZodCodec) {
    const { in: wireSide, reverseTransform } = schema.def as unknown as { in: z.ZodType; reverseTransform: Encode }
    const inner = compileEncoder(wireSide)
    return inner === same ? (value) => reverseTransform(value) : (value) => inner(reverseTransform(value))
  }
  if (isPlain(schema)) return same
  return (value) => z.encode(schema, value)
}

function isPlain(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.every((option) => isPlain(option as z.ZodType))
  return plainKinds.some((kind) => schema instanceof kind)
}
const plainKinds = [z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodNull]

type Field = [key: string, wire: string, part: z.ZodType]

/**
 * An object is written as one literal, "{ fOrgID: v.id, fForbid: e[8](v.isDisabled), … }", compiled once: a loop over
 * the names takes eight times as long. The names are our own source; no input gets into the text.
 */
function fields(parts: readonly Field[]): Encode {
  const encoders = parts.map(([, , part]) => compileEncoder(part))
  const valueOf = ([key]: Field, at: number) => {
    const field = `v[${JSON.stringify(key)}]`
    return encoders[at] === same ? field : `e[${at}](${field})`
  }
  const isOptional = ([, , part]: Field) => part instanceof z.ZodOptional
  const literal = parts.map((field, at) =>
    isOptional(field) ? '' : `${JSON.stringify(field[1])}: ${valueOf(field, at)},`,
  )
  const rest = parts.map((field, at) =>
    isOptional(field)
      ? `if (v[${JSON.stringify(field[0])}] !== undefined) r[${JSON.stringify(field[1])}] = ${valueOf(field, at)};`
      : '',
  )
  // oxlint-disable-next-line typescript/no-implied-eval
  const make = new Function('e', `return (v) => { const r = { ${literal.join(' ')} }; ${rest.join(' ')} return r }`)
  return (make as (e: readonly Encode[]) => Encode)(encoders)
}
