import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, Ret } from '#packages/core'
import type { Site, Sites } from './hosts.ts'

const nul = '\0'

/** PostgreSQL does not accept U+0000 in text, nor half a surrogate pair in JSON, so they are refused first. */
export const isUnreadable = (text: string) => text.includes(nul) || !text.isWellFormed()

export const unreadableRefusal = () => new Refusal('内容含有无法识别的字符', Ret.invalid, { errors: [] })

/** Throws on unreadable characters in any text or name, at every depth, and drops `__proto__`. For JSON.parse. */
function rejectUnreadable(key: string, value: unknown): unknown {
  if (isUnreadable(key) || (typeof value === 'string' && isUnreadable(value))) throw unreadableRefusal()
  return key === '__proto__' ? undefined : value
}

/** No request of ours is a tenth as deep. Functions that call themselves for each level overflow the stack of deep values. */
const deepestLevel = 100

/** Whether lists and objects are nested too deeply. Brackets in texts do not count. */
function isTooDeep(text: string): boolean {
  let level = 0
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (mark === '[' || mark === '{') level++
    else if (mark === ']' || mark === '}') level--
    if (level > deepestLevel) return true
  }
  return false
}

/** The reviver makes parsing several times slower, and only an escape or the name itself can need it. */
export function parseJson(text: string): unknown {
  if (text.length > deepestLevel && isTooDeep(text)) throw new Refusal('请求内容嵌套过深', Ret.invalid, { errors: [] })
  return /\\u|__proto__/.test(text) ? JSON.parse(text, rejectUnreadable) : JSON.parse(text)
}

const badRequest = (reply: FastifyReply) => {
  reply.code(400)
  return new Refusal('请求格式不正确', Ret.invalid, { errors: [] })
}

/** The only encoding of U+0000 in a URL that is decoded once. */
const hasNulIn = (address: string) => address.includes('%00')

function countHeaders(name: string, { rawHeaders }: FastifyRequest['raw']): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === name) count++
  return count
}

/** The refusal of a malformed request, whoever sent it; undefined if the request is fine. */
export function refuseMalformed(request: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  if (hasNulIn(request.url)) {
    if (!request.url.startsWith('/api/')) reply.code(400)
    return unreadableRefusal()
  }
  // With two Host headers a proxy may use another one than we do.
  return countHeaders('host', request.raw) === 1 ? undefined : badRequest(reply)
}

/**
 * Pages of other sites may not call the API, because some old GET calls change something. Browsers send the origin of a
 * request; other clients send none, and have no cookies of ours.
 */
function refuseForeignPages({ url, headers }: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  const from = headers['sec-fetch-site']
  if (!url.startsWith('/api/') || (from !== 'cross-site' && from !== 'same-site')) return undefined
  reply.code(403)
  return new Refusal('不能从其他网站访问', Ret.forbidden)
}

/** Accepts only requests with a known host name, because links and rate limits use it. */
export function guardHosts(app: FastifyInstance, sites: Sites) {
  app.decorateRequest('site')
  app.addHook('onRequest', async (request, reply) => {
    const site = await sites.find(request.host, request.protocol)
    if (site === null) throw badRequest(reply)
    if (site === undefined) {
      reply.code(421)
      throw new Refusal('该域名不属于本平台', Ret.invalid, { errors: [] })
    }
    request.site = site
    const refusal = refuseForeignPages(request, reply)
    if (refusal) throw refusal
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    site: Site
  }
}
