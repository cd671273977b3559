import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { saveApplication } from './service/applications/save-application.ts'
import { decideApplication } from './service/applications/approve-application.ts'
import { listApplications, getApplication, getApplicationHistory } from './service/applications/list-applications.ts'
import { limitApplication } from './service/applications/limit-application.ts'
import { listSecrets, resetSecret, revokeSecret } from './service/applications/application-secret.ts'
import { sortCategory } from './service/applications/sort-applications.ts'

export function mountApplicationRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.apply, (ctx, { body }) => saveApplication(ctx, body))
  mount(app, catalogueApi.page, (ctx, { body }) => listApplications(ctx, body))
  mount(app, catalogueApi.detail, (ctx, { query }) => getApplication(ctx, query.key))
  mount(app, catalogueApi.auditApply, (ctx, { body }) => decideApplication(ctx, body))
  mount(app, catalogueApi.limit, (ctx, { body }) => limitApplication(ctx, body))
  mount(app, catalogueApi.secrets, (ctx, { query }) => listSecrets(ctx, query.key))
  mount(app, catalogueApi.resetSecret, (ctx, { body }) => resetSecret(ctx, body))
  mount(app, catalogueApi.revokeSecret, (ctx, { body }) => revokeSecret(ctx, body))
  mount(app, catalogueApi.history, (ctx, { query }) => getApplicationHistory(ctx, query.key))
  mount(app, catalogueApi.setSort, (ctx, { body }) => sortCategory(ctx, body))
}
