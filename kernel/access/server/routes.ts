import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { accessApi } from '../contract.ts'
import { inviteOrgAdministrator, listAdministrators, removeAdministrator } from './appoint-administrators.ts'
import { listContactAdministrators, getMenu } from './role-templates.ts'

export function mountAccessRoutes(app: FastifyInstance) {
  mount(app, accessApi.menu, (ctx) => getMenu(ctx))
  mount(app, accessApi.administrators, (ctx) => listContactAdministrators(ctx))
  mount(app, accessApi.administratorsOfOrg, (ctx, { query }) => listAdministrators(ctx, query.orgId))
  mount(app, accessApi.inviteAdministrator, (ctx, { body }) => inviteOrgAdministrator(ctx, body))
  mount(app, accessApi.removeAdministrator, (ctx, { body }) => removeAdministrator(ctx, body))
}
