import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Route } from '#packages/contract'
import { listContributions } from '#packages/core'
import { deriveIsolation, type FormFile, type Isolation, type IsolationCase } from '#packages/testing'
import { loadModules, root } from '../modules.ts'

const files = globSync('{kernel,engines,applications}/*/server/isolation.ts', { cwd: root }).toSorted()

const declarations = await Promise.all(
  files.map(async (file) => ((await import(resolve(root, file))) as { default: Isolation }).default),
)
const declaredRoutes = new Set(declarations.flatMap(({ api }) => Object.values(api)))

/** The isolation declarations of all modules, and those of entities: what each caller gets at its endpoints. */
export const isolationDeclarations = [
  ...declarations,
  ...listContributions(await loadModules(), 'entities').map((entity, _, all) =>
    deriveIsolation(entity, declaredRoutes, all),
  ),
]

/** The same by endpoint. */
export const isolationCases = new Map<Route, { isolation: Isolation; expected: IsolationCase<unknown> }>()
for (const isolation of isolationDeclarations) {
  for (const [name, route] of Object.entries(isolation.api))
    isolationCases.set(route, { isolation, expected: isolation.cases[name]! })
}

export interface EndpointRequest {
  query?: Record<string, string>
  body?: unknown
  form?: Record<string, string | FormFile>
}

/** Sends a request unchanged and returns the body of the answer. */
export async function callEndpoint(
  app: FastifyInstance,
  route: Route,
  { query, body, form }: EndpointRequest,
  authorization?: string,
  others: Readonly<Record<string, string>> = {},
) {
  const headers = {
    ...others,
    ...(authorization ? { authorization } : {}),
    ...(form ? { 'content-type': `multipart/form-data; boundary=${boundary}` } : {}),
  }
  if (route.stream) return readStreamStart(app, route, headers)
  const response = await app.inject({
    method: route.method,
    url: route.path,
    headers,
    ...(query ? { query } : {}),
    ...(body ? { payload: body as object } : {}),
    ...(form ? { payload: multipart(form) } : {}),
  })
  // A file is sent in its own content type; a refusal comes in the envelope.
  const isEnvelope = String(response.headers['content-type']).startsWith('application/json')
  const answer = isEnvelope ? response.body : JSON.stringify({ ret: 1, msg: '', data: null })
  return { body: answer, headers: response.headers as Record<string, unknown> }
}

const listening = new WeakMap<FastifyInstance, Promise<string>>()

/** The first event of a stream, as an envelope. A stream does not end, so it needs a port instead of `inject`. */
async function readStreamStart(app: FastifyInstance, route: Route, headers: Record<string, string>) {
  if (!listening.has(app)) listening.set(app, app.listen({ port: 0, host: '127.0.0.1' }))
  await listening.get(app)
  const leaving = new AbortController()
  const response = await fetch(app.listeningOrigin + route.path, { headers, signal: leaving.signal })
  const received: Record<string, unknown> = Object.fromEntries(response.headers)
  if (String(received['content-type']).startsWith('application/json'))
    return { body: await response.text(), headers: received }
  const { value } = await response.body!.getReader().read()
  leaving.abort()
  return { body: JSON.stringify({ ret: 1, msg: '', data: Buffer.from(value!).toString() }), headers: received }
}

const boundary = 'qiming-form'
const multipart = (form: Record<string, string | FormFile>) =>
  Buffer.concat([
    ...Object.entries(form).flatMap(([name, value]) => {
      const isField = typeof value === 'string'
      const head = `content-disposition: form-data; name="${name}"${isField ? '' : `; filename="${value.name}"`}`
      return [`--${boundary}\r\n${head}\r\n\r\n`, isField ? value : value.content, '\r\n'].map((part) =>
        Buffer.from(part),
      )
    }),
    Buffer.from(`--${boundary}--\r\n`),
  ])
