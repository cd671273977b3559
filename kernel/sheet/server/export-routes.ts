import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { sheetApi as api } from '../contract.ts'
import { cancelExport, decideExport } from './service/approve-export.ts'
import { listWholeExports } from './service/exports.ts'
import { requestExport, previewExport, getExportSourceFacts } from './service/request-export.ts'

export function exportRoutes(app: FastifyInstance) {
  mount(app, api.exportSource, (ctx, { query }) => getExportSourceFacts(ctx, query.source))
  mount(app, api.exportPreview, (ctx, { body }) => previewExport(ctx, body))
  mount(app, api.export, (ctx, { body }) => requestExport(ctx, body))
  mount(app, api.wholeExports, (ctx) => listWholeExports(ctx))
  mount(app, api.decideExport, (ctx, { body }) => decideExport(ctx, body))
  mount(app, api.cancelExport, (ctx, { body }) => cancelExport(ctx, body.id))
}
