import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { constantApi as api } from '../contract.ts'
import { enableConstants, sortConstants } from './service/arranging.ts'
import { constantsOf, listTypes, pageOfItems } from './service/reading.ts'
import { deleteConstant, saveConstant } from './service/saving.ts'
import { removeType, saveType } from './service/types.ts'

export function constantRoutes(app: FastifyInstance) {
  mount(app, api.types, (ctx, { query }) => listTypes(ctx, query.orgId))
  mount(app, api.items, (ctx, { query }) => pageOfItems(ctx, query))
  mount(app, api.offered, (ctx, { query }) => constantsOf(ctx, query.type))
  mount(app, api.save, (ctx, { body }) => saveConstant(ctx, body))
  mount(app, api.sort, (ctx, { body }) => sortConstants(ctx, body))
  mount(app, api.enable, (ctx, { body }) => enableConstants(ctx, body))
  mount(app, api.delete, (ctx, { body }) => deleteConstant(ctx, body))
  mount(app, api.saveType, (ctx, { body }) => saveType(ctx, body))
  mount(app, api.deleteType, (ctx, { body }) => removeType(ctx, body))
}
