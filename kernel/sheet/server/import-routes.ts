import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { sheetApi as api } from '../contract.ts'
import { startApplyTask } from './service/apply-import.ts'
import { beginImport, getImportTargetFacts, getImportTemplate } from './service/begin-import.ts'
import { discardBatch } from './service/discard-import.ts'
import { mapColumns } from './service/map-columns.ts'
import { getBatch, listRows } from './service/get-batch.ts'
import { fixGroups, fixRows, repairRows, replaceInRows } from './service/repair-rows.ts'
import { previewUndo, startUndoTask } from './service/undo-import.ts'
import { startWrongRowsTask } from './service/export-wrong-rows.ts'

export function importRoutes(app: FastifyInstance) {
  mount(app, api.importTarget, (ctx, { query }) => getImportTargetFacts(ctx, query))
  mount(app, api.template, (ctx, { query }) => getImportTemplate(ctx, query))
  mount(app, api.begin, (ctx, { body }) => beginImport(ctx, body))
  mount(app, api.batch, (ctx, { query }) => getBatch(ctx, query.id))
  mount(app, api.map, (ctx, { body }) => mapColumns(ctx, body))
  mount(app, api.rows, (ctx, { body }) => listRows(ctx, body))
  mount(app, api.repair, (ctx, { body }) => repairRows(ctx, body))
  mount(app, api.fix, (ctx, { body }) => fixRows(ctx, body))
  mount(app, api.fixAll, (ctx, { body }) => fixGroups(ctx, body))
  mount(app, api.replace, (ctx, { body }) => replaceInRows(ctx, body))
  mount(app, api.apply, (ctx, { body }) => startApplyTask(ctx, body))
  mount(app, api.undoPreview, (ctx, { query }) => previewUndo(ctx, query.id))
  mount(app, api.undo, (ctx, { body }) => startUndoTask(ctx, body.id))
  mount(app, api.wrongRows, (ctx, { body }) => startWrongRowsTask(ctx, body.id))
  mount(app, api.discard, (ctx, { body }) => discardBatch(ctx, body.id))
}
