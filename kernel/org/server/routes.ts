import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { orgApi } from '../contract.ts'
import { addOrganisation, editOrganisation } from './service/editing.ts'
import { forbid, previewForbid } from './service/forbidding.ts'
import { listOrganisations, readAll, readBaseTree, readLevel, readOrganisation } from './service/reading.ts'
import { searchOrganisations } from './service/searching.ts'
import { readOwn, readSummary } from './service/summary.ts'

export function orgRoutes(app: FastifyInstance) {
  mount(app, orgApi.baseTree, (ctx) => readBaseTree(ctx))
  mount(app, orgApi.all, (ctx) => readAll(ctx))
  mount(app, orgApi.tree, (ctx, { query }) => readLevel(ctx, query.parentId))
  mount(app, orgApi.list, (ctx, { query }) => listOrganisations(ctx, query))
  mount(app, orgApi.detail, (ctx, { query }) => readOrganisation(ctx, query.fid))
  mount(app, orgApi.search, (ctx, { query }) => searchOrganisations(ctx, query))
  mount(app, orgApi.add, (ctx, { body }) => addOrganisation(ctx, body))
  mount(app, orgApi.edit, (ctx, { body }) => editOrganisation(ctx, body))
  mount(app, orgApi.forbidPreview, (ctx, { body }) => previewForbid(ctx, body))
  mount(app, orgApi.forbid, (ctx, { body }) => forbid(ctx, body))
  mount(app, orgApi.summary, (ctx) => readSummary(ctx))
  mount(app, orgApi.mine, (ctx) => readOwn(ctx))
}
