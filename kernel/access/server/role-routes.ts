import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { accessApi } from '../contract.ts'
import { setMembers, setRolesOfUser } from './service/assigning.ts'
import { removeAudience, setAudience } from './service/audiences.ts'
import { readHistory } from './service/history.ts'
import { listMembers } from './service/members.ts'
import { readRolesOfUser } from './service/of-user.ts'
import { listFunctions, listRoles, previewRole, readRole } from './service/roles.ts'
import { copyRole, previewSaving, removeRole, restoreRole, saveRole } from './service/saving.ts'
import { readSeparation, separate } from './service/separation.ts'

export function roleRoutes(app: FastifyInstance) {
  mount(app, accessApi.roles, (ctx, { query }) => listRoles(ctx, query))
  mount(app, accessApi.functions, (ctx) => listFunctions(ctx))
  mount(app, accessApi.role, (ctx, { query }) => readRole(ctx, query.id))
  mount(app, accessApi.roleDifference, (ctx, { body }) => previewSaving(ctx, body))
  mount(app, accessApi.saveRole, (ctx, { body }) => saveRole(ctx, body))
  mount(app, accessApi.copyRole, (ctx, { body }) => copyRole(ctx, body))
  mount(app, accessApi.deleteRole, (ctx, { body }) => removeRole(ctx, body))
  mount(app, accessApi.previewRole, (ctx, { query }) => previewRole(ctx, query.id))
  mount(app, accessApi.roleHistory, (ctx, { query }) => readHistory(ctx, query))
  mount(app, accessApi.restoreRole, (ctx, { body }) => restoreRole(ctx, body))
  mount(app, accessApi.members, (ctx, { query }) => listMembers(ctx, query))
  mount(app, accessApi.setMembers, (ctx, { body }) => setMembers(ctx, body))
  mount(app, accessApi.setAudience, (ctx, { body }) => setAudience(ctx, body))
  mount(app, accessApi.removeAudience, (ctx, { body }) => removeAudience(ctx, body.audienceId))
  mount(app, accessApi.rolesOfUser, (ctx, { query }) => readRolesOfUser(ctx, query.userId))
  mount(app, accessApi.setRolesOfUser, (ctx, { body }) => setRolesOfUser(ctx, body))
  mount(app, accessApi.separation, (ctx) => readSeparation(ctx))
  mount(app, accessApi.separate, (ctx, { body }) => separate(ctx, body.isOn))
}
