import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { identityApi } from '../contract.ts'
import { acceptInvitation, getInvitation } from './service/invitation.ts'

export function identityRoutes(app: FastifyInstance) {
  mount(app, identityApi.readInvitation, (ctx, { body }) => getInvitation(ctx, body.token))
  mount(app, identityApi.acceptInvitation, (ctx, { body }) => acceptInvitation(ctx, body))
}
