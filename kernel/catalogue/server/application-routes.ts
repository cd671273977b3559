import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { applyFor } from './service/applications/applying.ts'
import { decideApplication } from './service/applications/auditing.ts'
import { listApplications, readApplication, readHistory } from './service/applications/reading.ts'
import { renewSecret } from './service/applications/secret.ts'
import { sortShelf } from './service/applications/sorting.ts'

export function applicationRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.apply, (ctx, { body }) => applyFor(ctx, body))
  mount(app, catalogueApi.page, (ctx, { body }) => listApplications(ctx, body))
  mount(app, catalogueApi.detail, (ctx, { query }) => readApplication(ctx, query.key))
  mount(app, catalogueApi.auditApply, (ctx, { body }) => decideApplication(ctx, body))
  mount(app, catalogueApi.newSecret, (ctx, { body }) => renewSecret(ctx, body.key))
  mount(app, catalogueApi.history, (ctx, { query }) => readHistory(ctx, query.key))
  mount(app, catalogueApi.setSort, (ctx, { body }) => sortShelf(ctx, body))
}
