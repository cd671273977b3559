import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isWrite, type Route } from '#packages/contract'

/** Smaller answers fit into one packet with or without compression. */
const minBytes = 1024
/** Up to this size the thread pool costs more than the compression: 0.15 ms for a page of a list. */
const atOnceBytes = 128 * 1024

const compressible = /^(?:application\/(?:json|javascript|manifest\+json)|text\/(?!event-stream)|image\/svg\+xml)/

/** Quality 4 is as small as gzip and needs half of its time; the highest one is for files, once at the build. */
const brotliOptions = (bytes: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
})

const encodings = {
  br: {
    atOnce: (body: Buffer) => brotliCompressSync(body, brotliOptions(body.length)),
    inPool: (body: Buffer) => promisify(brotliCompress)(body, brotliOptions(body.length)),
  },
  gzip: { atOnce: (body: Buffer) => gzipSync(body), inPool: (body: Buffer) => promisify(gzip)(body) },
}

/**
 * The answer has a token, code or password. Compressing it together with text of the request would let the length of
 * the answer tell about the secret.
 */
const hasSecret = (route: Route | undefined) =>
  route !== undefined && (route.secretAnswer === true || (route.access === 'public' && isWrite(route)))

function chooseEncoding({ headers }: FastifyRequest): keyof typeof encodings | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(?:\.0*)?$/.test(one))
    .map((one) => one.replace(/;.*$/, ''))
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : undefined
}

/** Compresses texts above 1 kB. Files of the build are compressed already, and streams do not pass here. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (!compressible.test(String(reply.getHeader('content-type'))) || reply.hasHeader('content-encoding'))
      return payload
    if (hasSecret(request.routeOptions.config.route)) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request)
    if (!encoding || Buffer.byteLength(payload) < minBytes) return payload
    const body = Buffer.from(payload as string)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return body.length <= atOnceBytes ? encodings[encoding].atOnce(body) : encodings[encoding].inPool(body)
  })
}
