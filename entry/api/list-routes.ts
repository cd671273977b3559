import fastify from 'fastify'
import type { Route } from '#packages/contract'
import type { LoadedModules } from '../modules.ts'

/** Every route of the app as data, without a database or a port. */
export function listRoutes(loadedModules: LoadedModules): Route[] {
  const app = fastify()
  app.decorate('mounted', [])
  for (const module of loadedModules.modules) module.routes?.(app)
  return app.mounted
}
