import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { requestAccess } from './service/access-requests/request-access.ts'
import {
  decideAccessRequest,
  listAccessRequests,
  getAccessChoices,
} from './service/access-requests/approve-access-request.ts'
import { getAccessFacts } from './service/access-requests/access-facts.ts'

export function mountAccessRequestRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.accessFacts, (ctx, { query }) => getAccessFacts(ctx, query))
  mount(app, catalogueApi.requestAccess, (ctx, { body }) => requestAccess(ctx, body))
  mount(app, catalogueApi.accessRequests, (ctx, { query }) => listAccessRequests(ctx, query))
  mount(app, catalogueApi.accessChoices, (ctx, { query }) => getAccessChoices(ctx, query.id))
  mount(app, catalogueApi.decideAccessRequest, (ctx, { body }) => decideAccessRequest(ctx, body))
}
