import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, Ret } from '#packages/core'
import type { Site, Sites } from './hosts.ts'

const nul = '\0'

/** PostgreSQL takes no U+0000 in a text, and nobody means one: it is refused before anything looks at it. */
export const hasNul = (text: string) => text.includes(nul)

export const nulRefusal = () => new Refusal('内容含有无法识别的字符', Ret.invalid, { errors: [] })

/** Throws on U+0000 in any text or name, however deep, and drops `__proto__`. For JSON.parse. */
export function rejectNul(key: string, value: unknown): unknown {
  if (hasNul(key) || (typeof value === 'string' && hasNul(value))) throw nulRefusal()
  return key === '__proto__' ? undefined : value
}

const badRequest = (reply: FastifyReply) => {
  reply.code(400)
  return new Refusal('请求格式不正确', Ret.invalid, { errors: [] })
}

/** In an address U+0000 can only be written in this way, and what is decoded once has no other. */
const hasNulIn = (address: string) => address.includes('%00')

function countHeaders(name: string, { rawHeaders }: FastifyRequest['raw']): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === name) count++
  return count
}

/** What is wrong with a request whoever sends it; nothing, as a rule. */
export function refuseMalformed(request: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  if (hasNulIn(request.url)) {
    if (!request.url.startsWith('/api/')) reply.code(400)
    return nulRefusal()
  }
  // With two names a proxy in front may believe another one than we do.
  return countHeaders('host', request.raw) === 1 ? undefined : badRequest(reply)
}

/**
 * No page of others has a reason to call the API: some old calls that do something answer GET. Browsers say where a
 * request comes from; whoever is no browser says nothing, and has no cookies of ours either.
 */
function refuseForeignPages({ url, headers }: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  const from = headers['sec-fetch-site']
  if (!url.startsWith('/api/') || (from !== 'cross-site' && from !== 'same-site')) return undefined
  reply.code(403)
  return new Refusal('不能从其他网站访问', Ret.forbidden)
}

/** Lets only requests in that call us by a name of ours: links and limits are made of it. */
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
