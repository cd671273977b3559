import type { IncomingMessage, ServerResponse } from 'node:http'
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
import { describeFailure, isOutOfRange, isUnavailable } from '#packages/db'
import { validateCatalogues } from './cache-rules.ts'
import { compressAnswers } from './compression.ts'
import { sendAnswer, isMountedHandler } from './mount.ts'
import { recordRequest } from './metrics.ts'
import type { Portal } from './portal.ts'
import { guardHosts, refuseMalformed, parseJson } from './request-guards.ts'
import { Sites, type SiteOptions } from './hosts.ts'
import { rawErrors } from './raw-errors.ts'
import { apiHeaders, assetHeaders, pageHeadersFor, strictTransport, type PageSources } from './security-headers.ts'
import { prepareStreams } from './stream.ts'

z.config(z.locales.zhCN())

export interface BareOptions {
  /** Addresses of our proxies; only they may set the caller's address. */
  trustedProxies?: string[]
  log?: { level: string; stream?: { write(line: string): void } } | false
}

export interface ServerOptions extends BareOptions, SiteOptions {
  /** Further origins that a page may connect to or show content from. */
  pageSources?: PageSources
  /** Maximum number of open streams. */
  streamsAtMost?: number
  /** Domains with TLS on all hosts: browsers get an HSTS header for them. */
  secureBelow?: readonly string[]
}

type Headers = Readonly<Record<string, string>>

/**
 * Longer than the proxy keeps an idle connection (ops/nginx/portal.conf): otherwise the proxy sends a request on a
 * connection that the server is just closing, and the caller gets a 502.
 */
const keepAliveMs = 75_000

/** Common parts of all servers: request ids, one log line per request, metrics, and error answers. */
function createBase(
  { trustedProxies, log = { level: 'info' } }: BareOptions,
  { maxParamLength, headersFor }: { maxParamLength: number; headersFor: (address: string) => Headers },
): FastifyInstance {
  const app = fastify({
    ...rawErrors(headersFor),
    logger: log && { ...log, base: null },
    // The framework's own line contains the URL with the query; ours, below, the route.
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests; each line has its request id.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: trustedProxies ?? false,
    // We answer late requests ourselves, because the framework's own answer has no headers.
    return503OnClosing: false,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength },
    keepAliveTimeout: keepAliveMs,
  })
  app.server.headersTimeout = keepAliveMs + 1_000
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('actor', undefined)
  app.decorateReply('ret', undefined)
  app.addHook('onRequest', (request, reply, next) => {
    request.startedAt = performance.now()
    reply.headers(headersFor(request.url)).header('x-request-id', request.id)
    next(refuseMalformed(request, reply))
  })
  // Our clients never send Expect; Node's own answer has no headers.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headersFor(request.url ?? '/'), 'content-length': 0 }).end()
  })
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onSend', (_request, reply, payload, next) => {
    // A connection that is kept alive would keep the process alive.
    if (isClosing) reply.header('connection', 'close')
    next(null, payload)
  })
  app.addHook('onResponse', (request, reply, next) => {
    const ms = Math.round(performance.now() - request.startedAt)
    const route = getRouteTemplate(request)
    // The duration of a stream is not a response time.
    const wasOpen = request.routeOptions.config.route?.stream && reply.ret === Ret.ok
    if (!wasOpen) recordRequest(request.method, route, reply.statusCode, reply.ret, ms)
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
  return app
}

/**
 * A server for an origin without sessions: no cookies, no portal, no API. Missing and hidden content is a 404 here,
 * because browsers and not our client read the answers.
 */
export function createBareServer(options: BareOptions, headers: Headers): FastifyInstance {
  const maxParamLength = 4000 // A file name with each character encoded as nine.
  const app = createBase(options, { maxParamLength, headersFor: () => headers })
  app.addHook('preSerialization', (_request, reply, payload, next) => {
    if (reply.ret === Ret.notFound) reply.code(404)
    if (reply.ret === Ret.tooMany) reply.code(429)
    next(null, payload)
  })
  app.setNotFoundHandler((request, reply) => reply.send(sendAnswer(reply, request, Ret.notFound, '文件不存在', null)))
  return app
}

/**
 * A server that denies by default: it does not start with a route without declared access, or with one that was
 * registered without `mount` or `mountStream`, because its caller would not be checked.
 */
export async function createServer(
  portal: Portal,
  { pageSources, streamsAtMost = 5_000, secureBelow = [], publicUrl, otherHosts, ...options }: ServerOptions = {},
): Promise<FastifyInstance> {
  const pageHeaders = pageHeadersFor(pageSources)
  const headersFor = (address: string) => {
    if (isApiUrl(address)) return apiHeaders
    return isAssetUrl(address) ? assetHeaders : pageHeaders
  }
  const app = createBase(options, { maxParamLength: 200, headersFor })
  guardHosts(app, new Sites({ publicUrl, otherHosts }, (host) => portal.findDistrictByHost(host)))
  const isSecureBelow = new Set(secureBelow)
  app.addHook('onRequest', (request, reply, next) => {
    if (isSecureBelow.has(request.site.host)) reply.header('strict-transport-security', strictTransport.withSubdomains)
    next()
  })
  await app.register(cookie)
  await app.register(multipart, { limits: { fileSize: 2 * 1024 * 1024, files: 1, fields: 30, fieldSize: 100_000 } })
  app.decorate('portal', portal)
  app.decorate('mounted', [])
  app.decorate('reads', new Map())
  prepareStreams(app, portal, streamsAtMost)
  validateCatalogues(app)
  compressAnswers(app)

  app.addHook('onRoute', (spec) => {
    if (!spec.url.startsWith('/api/')) return
    const name = `${String(spec.method)} ${spec.url}`
    if (!spec.config?.route?.access) throw new Error(`${name} declares no access`)
    if (!isMountedHandler(spec.handler)) throw new Error(`${name} was not registered by mount or mountStream`)
  })
  app.setNotFoundHandler((request, reply) => sendAnswer(reply, request, Ret.notFound, '接口不存在', null))
  // An empty body is allowed: our DELETE and POST calls may have none.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : parseJson(text as string))
    } catch (error) {
      done(error instanceof Refusal ? error : new Refusal('请求内容不是有效的JSON', Ret.invalid, { errors: [] }))
    }
  })
  return app
}

const isApiUrl = (address: string) => address.startsWith('/api/')
/** A file with a hash in its name. The worker of pdf.js, in a folder, has policies of its own. */
const isAssetUrl = (address: string) => /^\/assets\/[\w.-]+\.(?:js|css)$/.test(address)

/** The declared route. A URL may contain personal data; its template never does. */
const getRouteTemplate = (request: FastifyRequest) => request.routeOptions.url ?? '(none)'

/** Only for signed-in callers, and only in the portal: the file origin has no sessions. */
function reportRefused({ actor, routeOptions, ip, id, server }: FastifyRequest, { ret, trace }: Refusal) {
  const { route } = routeOptions.config
  if (!actor || !route) return
  server.portal.recordRefused({ actor, ret, trace, address: ip, route, requestId: id, now: new Date() })
}

/** For the routes that answer with a status; the others answer 200 and say it in `ret`. */
const statusByRet: Readonly<Partial<Record<RetCode, number>>> = {
  [Ret.notSignedIn]: 401,
  [Ret.forbidden]: 403,
  [Ret.notFound]: 404,
  [Ret.changedByOthers]: 409,
  [Ret.invalid]: 422,
  [Ret.tooMany]: 429,
}

/** The status of an answer of such a route. */
export function getHttpStatus(ret: RetCode): number {
  if (ret === Ret.ok) return 200
  if (ret === Ret.unavailable) return 503
  return ret === Ret.fault ? 500 : (statusByRet[ret] ?? 400)
}

function onError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    reportRefused(request, error)
    if (error.ret === Ret.tooMany)
      reply.header('retry-after', String((error.data as { retryAfter: number }).retryAfter))
    if (error.ret === Ret.unavailable) reply.code(503)
    else if (request.routeOptions.config.route?.httpStatus) reply.code(getHttpStatus(error.ret))
    return reply.send(sendAnswer(reply, request, error.ret, error.message, error.data))
  }
  if (isUnavailable(error)) {
    request.log.warn(
      { requestId: request.id, route: getRouteTemplate(request), code: (error as { code?: string }).code },
      'a server we depend on does not answer',
    )
    return reply.code(503).header('retry-after', '2').send(fault(Ret.unavailable, '服务暂时不可用，请稍后重试'))
  }
  if (isOutOfRange(error)) {
    const facts = { requestId: request.id, route: getRouteTemplate(request), error: describeFailure(error) }
    request.log.warn(facts, 'a value out of range')
    return reply.send(sendAnswer(reply, request, Ret.invalid, '数值或日期超出范围', { errors: [] }))
  }
  if ('statusCode' in error && error.statusCode && error.statusCode < 500) {
    if (request.routeOptions.config.route?.httpStatus) reply.code(error.statusCode)
    return reply.send(
      sendAnswer(reply, request, Ret.invalid, error.statusCode === 413 ? '提交的内容过大' : '请求格式不正确', {
        errors: [],
      }),
    )
  }
  // Details are only in the log, under the request id.
  request.log.error({ requestId: request.id, route: getRouteTemplate(request), error: describeFailure(error) }, 'fault')
  return reply.code(500).send(fault(Ret.fault, '系统出现异常，请稍后重试'))

  function fault(ret: RetCode, msg: string) {
    return sendAnswer(reply, request, ret, msg, { requestId: request.id })
  }
}
