import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { sourceApi as api } from '../contract.ts'
import { previewSource, testSource } from './data-sources.ts'

export function sourceRoutes(app: FastifyInstance) {
  mount(app, api.test, (ctx, { body }) => testSource(ctx, body.id))
  mount(app, api.preview, (ctx, { body }) => previewSource(ctx, body.id, body.sql))
}
