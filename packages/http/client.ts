import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from './portal.ts'
import { hashOf } from './token.ts'

const name = 'browser'
const form = /^[\w-]{43}$/
const days = 400 // browsers keep no cookie longer

export function clientOf(request: FastifyRequest, reply: FastifyReply): Client {
  let mark: Buffer | undefined
  const { codekey: key, codenum: answer } = request.headers
  return {
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    host: request.hostname,
    origin: new URL(`${request.protocol}://${request.host}`).origin,
    captcha: typeof key === 'string' && typeof answer === 'string' ? { key, answer } : undefined,
    browserHash: () => (mark ??= hashOf(markOf(request, reply))),
  }
}

function markOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[name]
  if (known && form.test(known)) return known
  const made = randomBytes(32).toString('base64url')
  const secure = request.protocol === 'https'
  reply.setCookie(name, made, { path: '/api', httpOnly: true, sameSite: 'lax', secure, maxAge: days * 86_400 })
  return made
}
