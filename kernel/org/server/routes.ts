import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { orgApi } from '../contract.ts'
import { areaTree } from './areas.ts'
import { addOrganisation, editOrganisation } from './service/editing.ts'
import { forbid, previewForbid } from './service/forbidding.ts'
import { readHistory } from './service/history.ts'
import { setHost } from './service/hosting.ts'
import { dropJoinCode, newJoinCode } from './service/joining.ts'
import { merge, previewMerge } from './service/merging.ts'
import { moveOrganisation } from './service/moving.ts'
import { listOrganisations, readAll, readLevel, readOrganisation } from './service/reading.ts'
import { removeOrganisation } from './service/removing.ts'
import { searchOrganisations } from './service/searching.ts'
import { sortOrganisation } from './service/sorting.ts'
import { split } from './service/splitting.ts'
import { readOwn, readSummary } from './service/summary.ts'
import { setSwitches } from './service/switching.ts'
import { guardGain } from './gain-guard.ts'

export function orgRoutes(app: FastifyInstance) {
  mount(app, orgApi.all, (ctx) => readAll(ctx))
  mount(app, orgApi.tree, (ctx, { query }) => readLevel(ctx, query.parentId))
  mount(app, orgApi.list, (ctx, { query }) => listOrganisations(ctx, query))
  mount(app, orgApi.detail, (ctx, { query }) => readOrganisation(ctx, query.fid))
  mount(app, orgApi.search, (ctx, { query }) => searchOrganisations(ctx, query))
  mount(app, orgApi.add, (ctx, { body }) => addOrganisation(ctx, body))
  mount(app, orgApi.edit, (ctx, { body }) => editOrganisation(ctx, body))
  mount(app, orgApi.forbidPreview, (ctx, { body }) => previewForbid(ctx, body))
  mount(app, orgApi.forbid, (ctx, { body }) => forbid(ctx, body))
  mount(app, orgApi.remove, (ctx, { body }) => removeOrganisation(ctx, body))
  mount(app, orgApi.removeByPost, (ctx, { body }) => removeOrganisation(ctx, body))
  mount(app, orgApi.setSwitches, (ctx, { body }) => setSwitches(ctx, body))
  mount(app, orgApi.setSort, (ctx, { body }) => sortOrganisation(ctx, body))
  mount(app, orgApi.move, (ctx, { body }) => guardGain(ctx, () => moveOrganisation(ctx, body)))
  mount(app, orgApi.history, (ctx, { query }) => readHistory(ctx, query.id))
  mount(app, orgApi.mergePreview, (ctx, { body }) => previewMerge(ctx, body))
  mount(app, orgApi.merge, (ctx, { body }) => guardGain(ctx, () => merge(ctx, body)))
  mount(app, orgApi.split, (ctx, { body }) => guardGain(ctx, () => split(ctx, body)))
  mount(app, orgApi.setHost, (ctx, { body }) => setHost(ctx, body))
  mount(app, orgApi.newJoinCode, (ctx, { body }) => newJoinCode(ctx, body.orgId))
  mount(app, orgApi.dropJoinCode, (ctx, { body }) => dropJoinCode(ctx, body.orgId))
  mount(app, orgApi.areaTree, async (_, { query }) => areaTree(query.parentCode))
  mount(app, orgApi.areaTreeOfUsers, async (_, { query }) => areaTree(query.parentCode))
  mount(app, orgApi.summary, (ctx) => readSummary(ctx))
  mount(app, orgApi.mine, (ctx) => readOwn(ctx))
}
