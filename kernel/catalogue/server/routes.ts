import type { FastifyInstance } from 'fastify'
import { applicationRoutes } from './application-routes.ts'
import { askingRoutes } from './asking-routes.ts'
import { grantRoutes } from './grant-routes.ts'
import { useRoutes } from './use-routes.ts'

export function catalogueRoutes(app: FastifyInstance) {
  applicationRoutes(app)
  useRoutes(app)
  grantRoutes(app)
  askingRoutes(app)
}
