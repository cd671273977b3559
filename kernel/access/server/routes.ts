import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { accessApi } from '../contract.ts'
import { inviteToRun, listAdministrators, removeAdministrator } from './administration.ts'
import { readAdministrators, readMenu } from './service.ts'

export function accessRoutes(app: FastifyInstance) {
  mount(app, accessApi.menu, (ctx) => readMenu(ctx))
  mount(app, accessApi.administrators, (ctx) => readAdministrators(ctx))
  mount(app, accessApi.administratorsOfOrg, (ctx, { query }) => listAdministrators(ctx, query.orgId))
  mount(app, accessApi.inviteAdministrator, (ctx, { body }) => inviteToRun(ctx, body))
  mount(app, accessApi.removeAdministrator, (ctx, { body }) => removeAdministrator(ctx, body))
}
