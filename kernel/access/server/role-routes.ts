import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { accessApi } from '../contract.ts'
import { setRoleMembers, setRolesOfUser, listRoleMembers } from './service/role-members.ts'
import { removeAudience, setAudience } from './service/role-audiences.ts'
import { readRoleHistory } from './service/role-history.ts'
import { getRolesOfUser } from './service/user-roles.ts'
import { listFunctions, listRoles, previewRoleMenu, getRole } from './service/roles.ts'
import { copyRole, previewRoleChange, removeRole, restoreRole, saveRole } from './service/save-role.ts'
import { getDutySeparation, setDutySeparation } from './service/duty-separation.ts'

export function mountRoleRoutes(app: FastifyInstance) {
  mount(app, accessApi.roles, (ctx, { query }) => listRoles(ctx, query))
  mount(app, accessApi.functions, (ctx) => listFunctions(ctx))
  mount(app, accessApi.role, (ctx, { query }) => getRole(ctx, query.id))
  mount(app, accessApi.roleDifference, (ctx, { body }) => previewRoleChange(ctx, body))
  mount(app, accessApi.saveRole, (ctx, { body }) => saveRole(ctx, body))
  mount(app, accessApi.copyRole, (ctx, { body }) => copyRole(ctx, body))
  mount(app, accessApi.deleteRole, (ctx, { body }) => removeRole(ctx, body))
  mount(app, accessApi.previewRole, (ctx, { query }) => previewRoleMenu(ctx, query.id))
  mount(app, accessApi.roleHistory, (ctx, { query }) => readRoleHistory(ctx, query))
  mount(app, accessApi.restoreRole, (ctx, { body }) => restoreRole(ctx, body))
  mount(app, accessApi.members, (ctx, { query }) => listRoleMembers(ctx, query))
  mount(app, accessApi.setMembers, (ctx, { body }) => setRoleMembers(ctx, body))
  mount(app, accessApi.setAudience, (ctx, { body }) => setAudience(ctx, body))
  mount(app, accessApi.removeAudience, (ctx, { body }) => removeAudience(ctx, body.audienceId))
  mount(app, accessApi.rolesOfUser, (ctx, { query }) => getRolesOfUser(ctx, query.userId))
  mount(app, accessApi.setRolesOfUser, (ctx, { body }) => setRolesOfUser(ctx, body))
  mount(app, accessApi.separation, (ctx) => getDutySeparation(ctx))
  mount(app, accessApi.separate, (ctx, { body }) => setDutySeparation(ctx, body.isOn))
}
