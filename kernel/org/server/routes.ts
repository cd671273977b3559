import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { orgApi } from '../contract.ts'
import { getAreaTree } from './areas.ts'
import { addOrganisation, editOrganisation } from './service/edit-organisation.ts'
import { disableOrganisations, previewDisable } from './service/disable-organisations.ts'
import { getOrganisationHistory } from './service/organisation-history.ts'
import { setHost } from './service/organisation-hosts.ts'
import { revokeJoinCode, createJoinCode } from './service/join-codes.ts'
import { mergeOrganisations, previewMerge } from './service/merge-organisations.ts'
import { moveOrganisation } from './service/move-organisation.ts'
import {
  listOrganisations,
  listAllOrganisations,
  getTreeLevel,
  getOrganisation,
  searchOrganisations,
  getOwnOrganisation,
  getSummary,
} from './service/organisations.ts'
import { deleteOrganisation } from './service/delete-organisation.ts'
import { sortOrganisation } from './service/sort-organisations.ts'
import { splitOrganisation } from './service/split-organisation.ts'
import { updateOrganisationSwitches } from './service/organisation-switches.ts'
import { guardPermissionGain } from './permission-gain-guard.ts'

export function orgRoutes(app: FastifyInstance) {
  mount(app, orgApi.all, (ctx) => listAllOrganisations(ctx))
  mount(app, orgApi.tree, (ctx, { query }) => getTreeLevel(ctx, query.parentId))
  mount(app, orgApi.list, (ctx, { query }) => listOrganisations(ctx, query))
  mount(app, orgApi.detail, (ctx, { query }) => getOrganisation(ctx, query.fid))
  mount(app, orgApi.search, (ctx, { query }) => searchOrganisations(ctx, query))
  mount(app, orgApi.add, (ctx, { body }) => addOrganisation(ctx, body))
  mount(app, orgApi.edit, (ctx, { body }) => editOrganisation(ctx, body))
  mount(app, orgApi.disablePreview, (ctx, { body }) => previewDisable(ctx, body))
  mount(app, orgApi.disable, (ctx, { body }) => disableOrganisations(ctx, body))
  mount(app, orgApi.remove, (ctx, { body }) => deleteOrganisation(ctx, body))
  mount(app, orgApi.removeByPost, (ctx, { body }) => deleteOrganisation(ctx, body))
  mount(app, orgApi.setSwitches, (ctx, { body }) => updateOrganisationSwitches(ctx, body))
  mount(app, orgApi.setSort, (ctx, { body }) => sortOrganisation(ctx, body))
  mount(app, orgApi.move, (ctx, { body }) => guardPermissionGain(ctx, () => moveOrganisation(ctx, body)))
  mount(app, orgApi.history, (ctx, { query }) => getOrganisationHistory(ctx, query.id))
  mount(app, orgApi.mergePreview, (ctx, { body }) => previewMerge(ctx, body))
  mount(app, orgApi.merge, (ctx, { body }) => guardPermissionGain(ctx, () => mergeOrganisations(ctx, body)))
  mount(app, orgApi.split, (ctx, { body }) => guardPermissionGain(ctx, () => splitOrganisation(ctx, body)))
  mount(app, orgApi.setHost, (ctx, { body }) => setHost(ctx, body))
  mount(app, orgApi.newJoinCode, (ctx, { body }) => createJoinCode(ctx, body.orgId))
  mount(app, orgApi.dropJoinCode, (ctx, { body }) => revokeJoinCode(ctx, body.orgId))
  mount(app, orgApi.areaTree, async (_, { query }) => getAreaTree(query.parentCode))
  mount(app, orgApi.areaTreeOfUsers, async (_, { query }) => getAreaTree(query.parentCode))
  mount(app, orgApi.summary, (ctx) => getSummary(ctx))
  mount(app, orgApi.mine, (ctx) => getOwnOrganisation(ctx))
}
