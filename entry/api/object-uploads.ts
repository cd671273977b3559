import type { FastifyInstance } from 'fastify'
import { openObjectStore } from '#packages/objects/index.ts'

/** With files in a folder there is no object store that accepts uploads by link, so the API accepts them itself. */
export async function serveObjects(app: FastifyInstance, env: Readonly<Record<string, string | undefined>>) {
  if (!env['QIMING_OBJECTS_DIR']) return
  const { serve } = openObjectStore(env)
  await app.register(async (scope) => {
    // The body is not parsed: the handler reads it as a stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all('/objects/*', (request, reply) => {
      reply.hijack()
      serve!(request.raw, reply.raw)
    })
  })
}
