import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { requestAccess } from './service/access-requests/request-access.ts'
import { getAccessFacts } from './service/access-requests/access-facts.ts'

export function mountAccessRequestRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.accessFacts, (ctx, { query }) => getAccessFacts(ctx, query))
  mount(app, catalogueApi.requestAccess, (ctx, { body }) => requestAccess(ctx, body))
}
