import type { FastifyInstance } from 'fastify'
import { mountApplicationRoutes } from './application-routes.ts'
import { mountAccessRequestRoutes } from './access-request-routes.ts'
import { mountGrantRoutes } from './grant-routes.ts'
import { mountAppCentreRoutes } from './app-centre-routes.ts'

export function catalogueRoutes(app: FastifyInstance) {
  mountApplicationRoutes(app)
  mountAppCentreRoutes(app)
  mountGrantRoutes(app)
  mountAccessRequestRoutes(app)
}
