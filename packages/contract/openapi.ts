import { z } from 'zod'
import { getAudience, takesIdempotencyKey, type Route } from './route.ts'

type Json = { [key: string]: unknown }

/** The OpenAPI 3.1 document of these routes, in wire format. */
export function buildOpenApi(routes: readonly Route[], info: { title: string; version: string }): Json {
  const schemas: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  for (const route of routes.toSorted((a, b) => compare(`${a.path} ${a.method}`, `${b.path} ${b.method}`))) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = operation(route, (schema) => wireSchema(schema, schemas))
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => compare(a, b))),
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function operation(route: Route, print: (schema: z.ZodType) => Json): Json {
  return {
    operationId:
      route.path.replace('/api/', '').replaceAll('/', '_') +
      (route.method === 'GET' ? '' : `_${route.method.toLowerCase()}`),
    summary: route.title,
    tags: [route.module],
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(route.access === 'public' ? { security: [] } : { security: [{ session: [] }] }),
    'x-access': route.access,
    'x-audience': getAudience(route),
    parameters: [
      ...queryParameters(route, print),
      ...listBodyParameters(route),
      ...(takesIdempotencyKey(route) ? [idempotencyKey] : []),
    ],
    ...(route.body ? { requestBody: requestBody(route, print(route.body)) } : {}),
    responses: { 200: describeAnswer(route, print) },
  }
}

const json = (schema: Json) => ({ 'application/json': { schema } })

const requestBody = (route: Route, schema: Json) => ({
  required: !route.inQueryToo,
  content: route.multipart ? { 'multipart/form-data': { schema } } : json(schema),
})

function describeAnswer(route: Route, print: (schema: z.ZodType) => Json): Json {
  if (route.stream) {
    return {
      description: 'one line of JSON each time something changes, empty lines in between; a refusal is an envelope',
      content: { 'application/x-ndjson': { schema: print(route.data) } },
    }
  }
  if (route.raw) {
    return {
      description: 'the bytes, with a type of their own; a refusal is an envelope',
      content: {
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
        ...json(envelopeSchema({})),
      },
    }
  }
  return {
    description: 'ret 1 means success; any other ret is explained by msg',
    content: json(envelopeSchema(print(route.data))),
  }
}

/** Fields of the body that may be in the query instead. */
const listBodyParameters = ({ inQueryToo = {} }: Route): Json[] =>
  Object.entries(inQueryToo).map(([name, kind]) => ({
    name,
    in: 'query',
    required: false,
    description: 'here or in the body',
    schema: { type: kind === 'number' ? 'integer' : 'string' },
  }))

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'one value for one gesture; a repetition within 24 hours gets the first answer',
  schema: { type: 'string', maxLength: 64 },
}

const envelopeSchema = (data: Json) => ({
  type: 'object',
  required: ['ret', 'msg', 'data', 'executeTime', 'success'],
  properties: {
    ret: { type: 'integer' },
    msg: { type: 'string' },
    data,
    executeTime: { type: 'integer' },
    success: { type: 'boolean' },
  },
})

function queryParameters(route: Route, print: (schema: z.ZodType) => Json): Json[] {
  if (!route.query) return []
  const { properties = {}, required = [] } = print(route.query) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** The JSON schema of the wire side; named schemas become components. */
function wireSchema(schema: z.ZodType, components: Record<string, Json>): Json {
  const {
    $schema: _,
    $defs = {},
    ...printed
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => {
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue as never
      // Zod prints integers with the limits of a double, which hides real limits.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      // A number in a query string is text in our schema, but a number for clients.
      if (jsonSchema.type === 'integer') delete jsonSchema.pattern
    },
  }) as Json & { $defs?: Record<string, Json> }
  const placed = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
  for (const [name, part] of Object.entries($defs)) components[name] ??= placed(part)
  const name = printed['id']
  if (typeof name !== 'string') return placed(printed)
  components[name] ??= placed(JSON.parse(JSON.stringify(printed).replaceAll('"$ref":"#"', `"$ref":"#/$defs/${name}"`)))
  return { $ref: `#/components/schemas/${name}` }
}
