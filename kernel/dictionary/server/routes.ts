import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { constantApi as api } from '../contract.ts'
import { enableConstants, sortConstants, deleteConstant, saveConstant } from './service/save-constants.ts'
import { listOfferedConstants, listConstantTypes, readConstantPage } from './service/list-constants.ts'
import { deleteConstantType, saveConstantType } from './service/constant-types.ts'

export function constantRoutes(app: FastifyInstance) {
  mount(app, api.types, (ctx, { query }) => listConstantTypes(ctx, query.orgId))
  mount(app, api.items, (ctx, { query }) => readConstantPage(ctx, query))
  mount(app, api.offered, (ctx, { query }) => listOfferedConstants(ctx, query.type))
  mount(app, api.save, (ctx, { body }) => saveConstant(ctx, body))
  mount(app, api.sort, (ctx, { body }) => sortConstants(ctx, body))
  mount(app, api.enable, (ctx, { body }) => enableConstants(ctx, body))
  mount(app, api.delete, (ctx, { body }) => deleteConstant(ctx, body))
  mount(app, api.saveType, (ctx, { body }) => saveConstantType(ctx, body))
  mount(app, api.deleteType, (ctx, { body }) => deleteConstantType(ctx, body))
}
