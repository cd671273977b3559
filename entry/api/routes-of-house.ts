import fastify from 'fastify'
import type { Route } from '#packages/contract'
import type { House } from '../modules.ts'

/** Every route of the house as data, without a database or a port. */
export function routesOfHouse(house: House): Route[] {
  const app = fastify()
  app.decorate('mounted', [])
  for (const module of house.modules) module.routes?.(app)
  return app.mounted
}
