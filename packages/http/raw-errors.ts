import { STATUS_CODES, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'
import { envelope } from '#packages/contract'
import { Ret } from '#packages/core'

type Headers = Readonly<Record<string, string>>

const messageByStatus: Readonly<Record<number, string>> = {
  408: '请求超时，请重试',
  414: '请求地址过长',
  431: '请求头过大',
}
const getErrorBody = (status: number, startedAt = performance.now()) =>
  envelope(Ret.invalid, messageByStatus[status] ?? '请求格式不正确', { errors: [] }, startedAt)

const statusByCode: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Answers to input that never becomes a request: refused by Node's parser or the router. Their default answers lack
 * security headers and name the framework.
 */
export const rawErrors = (headersFor: (address: string) => Headers) =>
  ({
    // We refuse requests without a Host, because Node's own answer has no headers.
    http: { requireHostHeader: false },
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const status = error.statusCode ?? 400
      reply.ret = Ret.invalid
      void reply
        .code(status)
        .headers({ ...headersFor(request.url), 'x-request-id': request.id })
        .send(getErrorBody(status))
    },
    clientErrorHandler: (error: Error & { code?: string }, socket: Duplex) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return
      // An answer in progress must not be followed by another, which the client would take for its own.
      if (!socket.writable || isAnswering(socket)) return void socket.destroy()
      const status = statusByCode[error.code ?? ''] ?? 400
      socket.end(rawAnswer(status, headersFor('/api/')), () => socket.destroy())
    },
  }) satisfies FastifyHttpOptions<Server>

const isAnswering = (socket: Duplex) =>
  (socket as Duplex & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true

function rawAnswer(status: number, headers: Headers): string {
  const body = JSON.stringify(getErrorBody(status))
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
