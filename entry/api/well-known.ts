import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'

/** Serves the security contact for vulnerability reports (RFC 9116). Nothing else is at a well-known address. */
export function serveWellKnown(
  app: FastifyInstance,
  { security, publicUrl }: Pick<Settings, 'security' | 'publicUrl'>,
) {
  if (security && security.expires <= new Date())
    app.log.warn({ expires: security.expires }, 'QIMING_SECURITY_EXPIRES is over: security.txt is not served')
  const text =
    security &&
    [
      ...security.contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${security.expires.toISOString()}`,
      'Preferred-Languages: zh, en',
      `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
      ...(security.policy ? [`Policy: ${security.policy}`] : []),
      '',
    ].join('\n')
  app.get('/.well-known/*', (request, reply) => {
    const isSecurityTxt = request.url.split('?')[0] === '/.well-known/security.txt'
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return isSecurityTxt && text && security.expires > new Date() ? reply.send(text) : reply.code(404).send('not found')
  })
}
