import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Ret } from '#packages/core'

/** The ETag of a text: weak, because the same text may be sent compressed or not. */
export const createEntityTag = (text: string) =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

/**
 * The rule for caches, in one place: API answers are never stored (`apiHeaders`), because nearly all are about people.
 * A route that is a catalogue may be kept by the browser, which asks each time whether it changed.
 */
export function validateCatalogues(app: FastifyInstance) {
  app.addHook('preSerialization', (request, reply, payload, next) => {
    if (request.routeOptions.config.route?.catalogue && reply.ret === Ret.ok) {
      // Without the envelope: its time differs from answer to answer.
      const { data } = payload as { data: unknown }
      const tag = createEntityTag(JSON.stringify(data))
      reply.header('cache-control', 'private, no-cache').header('etag', tag)
      if (request.headers['if-none-match'] === tag) reply.code(304)
    }
    next(null, payload)
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (reply.statusCode === 304) reply.removeHeader('content-type').removeHeader('content-length')
    next(null, reply.statusCode === 304 ? null : payload)
  })
}
