import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { personalApi as api } from '../contract.ts'
import { dropDraft, getDraft, saveDraft } from './service/drafts.ts'
import { deleteView, listViews, saveView } from './service/views.ts'

export function personalRoutes(app: FastifyInstance) {
  mount(app, api.views, (ctx, { query }) => listViews(ctx, query.list))
  mount(app, api.saveView, (ctx, { body }) => saveView(ctx, body))
  mount(app, api.deleteView, (ctx, { body }) => deleteView(ctx, body.id))
  mount(app, api.draft, (ctx, { query }) => getDraft(ctx, query.key))
  mount(app, api.saveDraft, (ctx, { body }) => saveDraft(ctx, body.key, body.value))
  mount(app, api.dropDraft, (ctx, { body }) => dropDraft(ctx, body.key))
}
