import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { listMine, openedHere, readCentre } from './service/use/listing.ts'
import { openApplication, readFigures } from './service/use/opening.ts'
import { askFor, decideRequest, listRequests } from './service/use/requests.ts'
import { readShortcuts, saveShortcuts } from './service/use/shortcuts.ts'

export function useRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.appList, listMine)
  mount(app, catalogueApi.openedHere, openedHere)
  mount(app, catalogueApi.centre, readCentre)
  mount(app, catalogueApi.getShortcut, (ctx, { query }) => readShortcuts(ctx, query.showDefault === 'true'))
  mount(app, catalogueApi.setShortcut, (ctx, { body }) => saveShortcuts(ctx, body))
  mount(app, catalogueApi.open, (ctx, { body }) => openApplication(ctx, body.key))
  mount(app, catalogueApi.appDataList, (ctx, { query }) => readFigures(ctx, query.dataType))
  mount(app, catalogueApi.askFor, (ctx, { body }) => askFor(ctx, body))
  mount(app, catalogueApi.requests, (ctx, { query }) => listRequests(ctx, query))
  mount(app, catalogueApi.decideRequest, (ctx, { body }) => decideRequest(ctx, body))
}
