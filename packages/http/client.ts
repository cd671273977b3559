import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from './portal.ts'

const name = 'browser'
const form = /^[\w-]{43}$/
const days = 400 // browsers keep no cookie longer

export function clientOf(request: FastifyRequest, reply: FastifyReply): Client {
  let mark: string | undefined
  const { codekey: key, codenum: answer } = request.headers
  return {
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    host: request.hostname,
    origin: new URL(`${request.protocol}://${request.host}`).origin,
    captcha: typeof key === 'string' && typeof answer === 'string' ? { key, answer } : undefined,
    browser() {
      if (mark) return mark
      const known = request.cookies[name]
      mark = known && form.test(known) ? known : randomBytes(32).toString('base64url')
      if (mark !== known) {
        const secure = request.protocol === 'https'
        reply.setCookie(name, mark, { path: '/api', httpOnly: true, sameSite: 'lax', secure, maxAge: days * 86_400 })
      }
      return mark
    },
  }
}
