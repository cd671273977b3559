import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the built pages: files with a hash in their name are cached for ever, the document is not, and every other
 * address returns the document.
 */
export async function servePages(app: FastifyInstance, folder: string, { hasSamples = false } = {}) {
  if (!existsSync(join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: hasSamples ? false : 'index.html',
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // A page that stayed open during a release requests chunks that no longer exist: the page needs a real error.
  app.get('/assets/*', (_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send('gone'))
  const marked = hasSamples && markSamplesShown(readFileSync(join(folder, 'index.html'), 'utf8'))
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    if (marked) return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(marked)
    return reply.sendFile('index.html')
  })
}

/** Marks the document so that the sample pages (/icon, /lite) are shown; they are for developers. */
const markSamplesShown = (document: string) => document.replace('<html ', '<html data-samples="shown" ')
