import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { listMyApplications, listOpenedHere, getAppCentre } from './service/centre/my-applications.ts'
import { openApplication, listAppFigures } from './service/centre/open-application.ts'
import { requestApplication } from './service/centre/app-requests.ts'
import { getShortcuts, saveShortcuts } from './service/centre/shortcuts.ts'

export function mountAppCentreRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.appList, listMyApplications)
  mount(app, catalogueApi.listOpenedHere, listOpenedHere)
  mount(app, catalogueApi.centre, getAppCentre)
  mount(app, catalogueApi.getShortcut, (ctx, { query }) => getShortcuts(ctx, query.showDefault === 'true'))
  mount(app, catalogueApi.setShortcut, (ctx, { body }) => saveShortcuts(ctx, body))
  mount(app, catalogueApi.open, (ctx, { body }) => openApplication(ctx, body.key))
  mount(app, catalogueApi.appDataList, (ctx, { query }) => listAppFigures(ctx, query.dataType))
  mount(app, catalogueApi.requestApplication, (ctx, { body }) => requestApplication(ctx, body))
}
