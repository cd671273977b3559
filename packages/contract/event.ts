import { z } from 'zod'

/** An event that one module publishes and others subscribe to. It is part of the publisher's contract. */
export interface EventDefinition<Payload extends object = object> {
  /** noun.what-happened, unique among all modules. */
  readonly name: string
  /** One sentence for docs/contributors/events.md. */
  readonly description: string
  readonly schema: z.ZodObject
  /** The payload as it is stored. Unknown properties are refused, because nobody checks them for personal data. */
  encode(payload: Payload): unknown
  /** The stored payload as a subscriber gets it. Properties that a newer publisher added are left out. */
  decode(stored: unknown): Payload
}

/**
 * Defines an event. The payload holds ids and small values, never personal data. A wrong payload is a bug: it throws at
 * both ends, in production too. The annotation lets bundlers leave events out of web pages.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineEvent<Schema extends z.ZodObject>(
  name: string,
  schema: Schema,
  { description }: { description: string },
): EventDefinition<z.output<Schema>> {
  const strict: z.ZodObject = schema.strict()
  return {
    name,
    description,
    schema,
    encode: (payload) => valueOf(name, z.safeEncode(strict, payload)),
    decode: (stored) => valueOf(name, schema.safeParse(stored)),
  }
}

/** The message has no values of the payload, because it is logged. */
function valueOf<Value>(name: string, result: z.ZodSafeParseResult<Value>): Value {
  if (result.success) return result.data
  throw new Error(`event ${name} has a wrong payload: ${z.prettifyError(result.error)}`)
}
