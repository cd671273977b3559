import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { apiHeaders, createEntityTag } from '#packages/http'

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
    index: false,
    // Nobody asks for parts of these files, and for their changes by hash or ETag: twenty files have these headers.
    acceptRanges: false,
    lastModified: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // A page that stayed open during a release requests chunks that no longer exist: the page needs a real error.
  app.get('/assets/*', (_request, reply) =>
    reply.code(404).headers(apiHeaders).type('text/plain; charset=utf-8').send('gone'),
  )
  const documentFor = readDocument(folder, hasSamples)
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    const { text, tag } = documentFor(request.url.replace(/[?#].*$/, ''))
    reply.header('cache-control', 'no-cache').header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(text)
  })
}

/** Addresses that the shell redirects to the board. */
const boardAddresses = ['/', '/dataCentre']

/** The document for an address: it names the chunks of the page there, so that they are fetched without a delay. */
function readDocument(folder: string, hasSamples: boolean) {
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const html = hasSamples ? markSamplesShown(built) : built
  const list = join(folder, '.vite/page-chunks.json')
  const chunks = new Map(
    existsSync(list) ? Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>) : [],
  )
  const withTag = (text: string) => ({ text, tag: createEntityTag(text) })
  const plain = withTag(html)
  const documents = new Map(
    [...chunks].map(([address, files]) => [
      address,
      withTag(html.replace('</head>', `  <meta name="page-chunks" content="${files.join(' ')}" />\n  </head>`)),
    ]),
  )
  for (const address of boardAddresses) documents.set(address, documents.get('/dataCentre/dataBoard') ?? plain)
  return (address: string) => documents.get(address) ?? plain
}

/** Marks the document so that the sample pages (/icon, /lite) are shown; they are for developers. */
const markSamplesShown = (document: string) => document.replace('<html ', '<html data-samples="shown" ')
