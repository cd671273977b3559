import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { sheetApi as api } from '../contract.ts'
import { startApplying } from './service/import-applying.ts'
import { beginImport, importTarget, importTemplate } from './service/import-beginning.ts'
import { discardBatch } from './service/import-ending.ts'
import { mapColumns } from './service/import-mapping.ts'
import { readBatch, readRows } from './service/import-presenting.ts'
import { cureGroups, cureRows, repairRows, replaceInRows } from './service/import-repairing.ts'
import { previewUndo, startUndo } from './service/import-undoing.ts'
import { startWrongRows } from './service/import-wrong-rows.ts'

export function importRoutes(app: FastifyInstance) {
  mount(app, api.importTarget, (ctx, { query }) => importTarget(ctx, query))
  mount(app, api.template, (ctx, { query }) => importTemplate(ctx, query))
  mount(app, api.begin, (ctx, { body }) => beginImport(ctx, body))
  mount(app, api.batch, (ctx, { query }) => readBatch(ctx, query.id))
  mount(app, api.map, (ctx, { body }) => mapColumns(ctx, body))
  mount(app, api.rows, (ctx, { body }) => readRows(ctx, body))
  mount(app, api.repair, (ctx, { body }) => repairRows(ctx, body))
  mount(app, api.cure, (ctx, { body }) => cureRows(ctx, body))
  mount(app, api.cureAll, (ctx, { body }) => cureGroups(ctx, body))
  mount(app, api.replace, (ctx, { body }) => replaceInRows(ctx, body))
  mount(app, api.apply, (ctx, { body }) => startApplying(ctx, body))
  mount(app, api.undoPreview, (ctx, { query }) => previewUndo(ctx, query.id))
  mount(app, api.undo, (ctx, { body }) => startUndo(ctx, body.id))
  mount(app, api.wrongRows, (ctx, { body }) => startWrongRows(ctx, body.id))
  mount(app, api.discard, (ctx, { body }) => discardBatch(ctx, body.id))
}
