import type { FastifyInstance } from 'fastify'

/** Every route of a server, as `GET /api/…`; Fastify offers no other list than its printed tree. */
export function listRegisteredRoutes(app: FastifyInstance): string[] {
  const found: string[] = []
  const prefixes: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const parts = /^(?<indent>(?:│ {3}| {4})*)[├└]── (?<prefix>.*?)(?: \((?<methods>[A-Z, ]+)\).*)?$/.exec(line)?.groups
    if (!parts) continue
    const depth = parts['indent']!.length / 4
    prefixes.splice(depth, prefixes.length, parts['prefix']!)
    const methods = parts['methods']?.split(', ') ?? []
    found.push(...methods.map((method) => `${method} ${prefixes.join('')}`))
  }
  return found
}
