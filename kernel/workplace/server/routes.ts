import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { fromQuery } from '#kernel/session/server'
import { workplaceApi as api } from '../contract.ts'
import { bind, cancelBinding, signInByWorkplace, startSignIn, unbind } from './service.ts'

export function workplaceRoutes(app: FastifyInstance) {
  mount(app, api.start, (ctx, { body }) => startSignIn(ctx, body))
  mount(app, api.loginByCode, (ctx, { body }) => signInByWorkplace(ctx, body))
  mount(app, api.loginByCodeGet, (ctx, { query }) => signInByWorkplace(ctx, query))
  mount(app, api.binding, (ctx, { body }) => bind(ctx, body))
  mount(app, api.bindingByQuery, async (ctx, { query }) => bind(ctx, fromQuery(query)))
  mount(app, api.cancel, (ctx) => cancelBinding(ctx))
  mount(app, api.cancelByGet, async (ctx) => cancelBinding(fromQuery(ctx)))
  mount(app, api.unbind, (ctx) => unbind(ctx))
}
