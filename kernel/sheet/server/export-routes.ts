import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { sheetApi as api } from '../contract.ts'
import { cancelExport, decideExport } from './service/export-deciding.ts'
import { listExports, listWholeExports, readExport } from './service/export-reading.ts'
import { askForExport, previewExport, readSource } from './service/exporting.ts'

export function exportRoutes(app: FastifyInstance) {
  mount(app, api.exportSource, (ctx, { query }) => readSource(ctx, query.source))
  mount(app, api.exportPreview, (ctx, { body }) => previewExport(ctx, body))
  mount(app, api.export, (ctx, { body }) => askForExport(ctx, body))
  mount(app, api.exports, (ctx, { query }) => listExports(ctx, query))
  mount(app, api.exportDetail, (ctx, { query }) => readExport(ctx, query.id))
  mount(app, api.wholeExports, (ctx) => listWholeExports(ctx))
  mount(app, api.decideExport, (ctx, { body }) => decideExport(ctx, body))
  mount(app, api.cancelExport, (ctx, { body }) => cancelExport(ctx, body.id))
}
