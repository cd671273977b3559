import type { FastifyInstance } from 'fastify'
import { openObjectStore } from '#packages/objects/index.ts'

/** Where files lie in a folder there is no server that takes uploads by link: then the API takes them itself. */
export async function serveObjects(app: FastifyInstance, env: Readonly<Record<string, string | undefined>>) {
  if (!env['QIMING_OBJECTS_DIR']) return
  const { serve } = openObjectStore(env)
  await app.register(async (scope) => {
    // Left as it is: whoever answers reads it as a stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all('/objects/*', (request, reply) => {
      reply.hijack()
      serve!(request.raw, reply.raw)
    })
  })
}
