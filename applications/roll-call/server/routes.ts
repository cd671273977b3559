import type { FastifyInstance } from 'fastify'
import { absenceRoutes } from './absence-routes.ts'
import { recordRoutes } from './record-routes.ts'
import { rollRoutes } from './roll-routes.ts'

export function rollCallRoutes(app: FastifyInstance) {
  rollRoutes(app)
  recordRoutes(app)
  absenceRoutes(app)
}
