import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { z } from 'zod'
import { newId, Refusal, Ret, type Ret as RetCode } from '#packages/core'
import { describeFailure, isUnavailable } from '#packages/db'
import { answer } from './mount.ts'
import { measure } from './metrics.ts'
import type { Portal } from './portal.ts'
import { apiHeaders, pageHeaders } from './security-headers.ts'

z.config(z.locales.zhCN())

export interface ServerOptions {
  /** Addresses of the proxies in front of us; nobody else's word about a caller's address counts. */
  trustedProxies?: string[]
  log?: { level: string; stream?: { write(line: string): void } } | false
}

/** A server that denies by default: a route that does not say who may call it keeps it from starting. */
export async function createServer(
  portal: Portal,
  { trustedProxies, log = { level: 'info' } }: ServerOptions = {},
): Promise<FastifyInstance> {
  const app = fastify({
    logger: log && { ...log, base: null },
    // Its own line holds the address with the query; ours, below, holds the route.
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests; each line says itself which request it belongs to.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: trustedProxies ?? false,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 200 },
  })
  await app.register(cookie)
  await app.register(multipart, { limits: { fileSize: 2 * 1024 * 1024, files: 1, fields: 30, fieldSize: 100_000 } })
  app.decorate('portal', portal)
  app.decorate('mounted', [])
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('actor', undefined)
  app.decorateReply('ret', undefined)

  app.addHook('onRoute', (spec) => {
    const isApi = spec.url.startsWith('/api/')
    if (isApi && !spec.config?.route?.access) throw new Error(`${String(spec.method)} ${spec.url} declares no access`)
  })
  app.addHook('onRequest', (request, reply, next) => {
    request.startedAt = performance.now()
    reply.headers(request.url.startsWith('/api/') ? apiHeaders : pageHeaders).header('x-request-id', request.id)
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    const ms = Math.round(performance.now() - request.startedAt)
    const route = templateOf(request)
    measure(request.method, route, reply.statusCode, reply.ret, ms)
    request.log.info({
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ret: reply.ret,
      ms,
      district: request.actor?.districtId,
    })
    next()
  })
  app.setErrorHandler(onError)
  app.setNotFoundHandler((request, reply) => answer(reply, request, Ret.notFound, '接口不存在', null))
  // An empty body is no body: our DELETE and POST calls may come without one.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(text as string, withoutPrototype))
    } catch {
      done(new Refusal('请求内容不是有效的JSON', Ret.invalid, { errors: [] }))
    }
  })
  return app
}

const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value)

/** The route as it was declared. An address may hold personal data; its template never does. */
const templateOf = (request: FastifyRequest) => request.routeOptions.url ?? '(none)'

function onError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    if (error.ret === Ret.tooMany)
      reply.header('retry-after', String((error.data as { retryAfter: number }).retryAfter))
    if (error.ret === Ret.unavailable) reply.code(503)
    return reply.send(answer(reply, request, error.ret, error.message, error.data))
  }
  if (isUnavailable(error)) {
    request.log.warn(
      { requestId: request.id, route: templateOf(request), code: (error as { code?: string }).code },
      'a server we depend on does not answer',
    )
    return reply.code(503).header('retry-after', '2').send(fault(Ret.unavailable, '服务暂时不可用，请稍后重试'))
  }
  if ('statusCode' in error && error.statusCode && error.statusCode < 500) {
    return reply.send(
      answer(reply, request, Ret.invalid, error.statusCode === 413 ? '提交的内容过大' : '请求格式不正确', {
        errors: [],
      }),
    )
  }
  // Details go to the log under the request's id, and nowhere else.
  request.log.error({ requestId: request.id, route: templateOf(request), error: describeFailure(error) }, 'fault')
  return reply.code(500).send(fault(Ret.fault, '系统出现异常，请稍后重试'))

  function fault(ret: RetCode, msg: string) {
    return answer(reply, request, ret, msg, { requestId: request.id })
  }
}
