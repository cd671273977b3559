import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { saveApplication } from './service/applications/save-application.ts'
import { decideApplication } from './service/applications/approve-application.ts'
import { listApplications, getApplication, getApplicationHistory } from './service/applications/list-applications.ts'
import { limitApplication } from './service/applications/limit-application.ts'
import { renewSecret } from './service/applications/application-secret.ts'
import { sortCategory } from './service/applications/sort-applications.ts'

export function mountApplicationRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.apply, (ctx, { body }) => saveApplication(ctx, body))
  mount(app, catalogueApi.page, (ctx, { body }) => listApplications(ctx, body))
  mount(app, catalogueApi.detail, (ctx, { query }) => getApplication(ctx, query.key))
  mount(app, catalogueApi.auditApply, (ctx, { body }) => decideApplication(ctx, body))
  mount(app, catalogueApi.limit, (ctx, { body }) => limitApplication(ctx, body))
  mount(app, catalogueApi.newSecret, (ctx, { body }) => renewSecret(ctx, body.key))
  mount(app, catalogueApi.history, (ctx, { query }) => getApplicationHistory(ctx, query.key))
  mount(app, catalogueApi.setSort, (ctx, { body }) => sortCategory(ctx, body))
}
