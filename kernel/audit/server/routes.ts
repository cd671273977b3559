import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { auditApi as api } from '../contract.ts'
import { listSecurityEvents } from './security-events.ts'

export function auditRoutes(app: FastifyInstance) {
  mount(app, api.securityEvents, (ctx, { query }) => listSecurityEvents(ctx, query))
}
