import fastify from 'fastify'
import type { Route } from '#packages/contract'
import { mountModules, type LoadedModules } from '../modules.ts'

/** Every route of the app as data, without a database or a port. */
export function listRoutes(loadedModules: LoadedModules): Route[] {
  const app = fastify()
  app.decorate('mounted', [])
  app.decorate('reads', new Map())
  mountModules(app, loadedModules.modules)
  return app.mounted
}
