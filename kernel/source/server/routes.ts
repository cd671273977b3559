import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { sourceApi as api } from '../contract.ts'
import { listSources, previewSource, deleteSources, saveSource, stopSources, testSource } from './data-sources.ts'

export function sourceRoutes(app: FastifyInstance) {
  mount(app, api.page, (ctx, { query }) => listSources(ctx, query))
  mount(app, api.save, (ctx, { body }) => saveSource(ctx, body))
  mount(app, api.test, (ctx, { body }) => testSource(ctx, body.id))
  mount(app, api.stop, (ctx, { body }) => stopSources(ctx, body))
  mount(app, api.remove, (ctx, { body }) => deleteSources(ctx, body.ids))
  mount(app, api.preview, (ctx, { body }) => previewSource(ctx, body.id, body.sql))
}
