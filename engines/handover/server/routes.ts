import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { handoverApi } from '../contract.ts'
import * as handover from './handover.ts'

export function handoverRoutes(app: FastifyInstance) {
  mount(app, handoverApi.list, (ctx, { query }) => handover.listCases(ctx, query))
  mount(app, handoverApi.detail, (ctx, { query }) => handover.getHandover(ctx, query))
  mount(app, handoverApi.open, (ctx, { body }) => handover.openHandover(ctx, body))
  mount(app, handoverApi.assign, (ctx, { body }) => handover.assignItems(ctx, body))
  mount(app, handoverApi.finish, (ctx, { body }) => handover.finishHandover(ctx, body))
  mount(app, handoverApi.force, (ctx, { body }) => handover.forceHandover(ctx, body))
}
