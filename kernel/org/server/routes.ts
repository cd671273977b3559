import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { orgApi } from '../contract.ts'
import { listOrganisations, readAll, readBaseTree, readLevel, readOrganisation } from './service.ts'

export function orgRoutes(app: FastifyInstance) {
  mount(app, orgApi.baseTree, (ctx) => readBaseTree(ctx))
  mount(app, orgApi.all, (ctx) => readAll(ctx))
  mount(app, orgApi.tree, (ctx, { query }) => readLevel(ctx, query.parentId))
  mount(app, orgApi.list, (ctx, { query }) => listOrganisations(ctx, query))
  mount(app, orgApi.detail, (ctx, { query }) => readOrganisation(ctx, query.fid))
}
