import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from './hosts.ts'
import type { Client } from './portal.ts'
import { hashToken, parseBearer } from './token.ts'

/**
 * With TLS the name has the __Host- prefix, so that no neighbouring host can replace the cookie. Browsers refuse the
 * prefix without TLS, so http, in development and tests, uses the plain name.
 */
const getCookieName = ({ isSecure }: Site) => (isSecure ? '__Host-browser' : 'browser')
const form = /^[\w-]{43}$/
const days = 400 // Browsers keep no cookie longer.

export function getClient(request: FastifyRequest, reply: FastifyReply): Client {
  let mark: Buffer | undefined
  const { codekey: key, codenum: answer } = request.headers
  const { host, origin, owner } = request.site
  return {
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    host,
    origin,
    siteOwner: owner,
    captcha: typeof key === 'string' && typeof answer === 'string' ? { key, answer } : undefined,
    credential: () => parseBearer(request.headers.authorization),
    setHeader: (name, value) => void reply.header(name, value),
    browserHash: () => (mark ??= hashToken(getBrowserMark(request, reply))),
  }
}

function getBrowserMark({ cookies, site }: FastifyRequest, reply: FastifyReply): string {
  const name = getCookieName(site)
  const known = cookies[name]
  if (known && form.test(known)) return known
  const made = randomBytes(32).toString('base64url')
  reply.setCookie(name, made, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: site.isSecure,
    maxAge: days * 86_400,
  })
  return made
}
