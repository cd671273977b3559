import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { askAccess } from './service/asking/asking.ts'
import { decideAccess, listAccessRequests, readAccessChoices } from './service/asking/deciding.ts'
import { readAccessFacts } from './service/asking/wanting.ts'

export function askingRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.accessFacts, (ctx, { query }) => readAccessFacts(ctx, query))
  mount(app, catalogueApi.askAccess, (ctx, { body }) => askAccess(ctx, body))
  mount(app, catalogueApi.accessRequests, (ctx, { query }) => listAccessRequests(ctx, query))
  mount(app, catalogueApi.accessChoices, (ctx, { query }) => readAccessChoices(ctx, query.id))
  mount(app, catalogueApi.decideAccess, (ctx, { body }) => decideAccess(ctx, body))
}
