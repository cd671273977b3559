import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { readinessRoutes as api } from '../contract-readiness.ts'
import { listReadiness, previewReminder, remindSchools } from './service/readiness.ts'

export function readinessRoutes(app: FastifyInstance) {
  mount(app, api.readiness, (ctx, { query }) => listReadiness(ctx, query))
  mount(app, api.previewReminder, (ctx, { body }) => previewReminder(ctx, body))
  mount(app, api.remind, (ctx, { body }) => remindSchools(ctx, body))
}
