import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { allowQueryValue } from '#kernel/session/server/api.ts'
import { workplaceApi as api } from '../contract.ts'
import { bindDingTalk, cancelBinding, signInByWorkplace, startSignIn } from './dingtalk-sign-in.ts'

export function workplaceRoutes(app: FastifyInstance) {
  mount(app, api.start, (ctx, { body }) => startSignIn(ctx, body))
  mount(app, api.loginByCode, (ctx, { body }) => signInByWorkplace(ctx, body))
  mount(app, api.loginByCodeGet, (ctx, { query }) => signInByWorkplace(ctx, query))
  mount(app, api.binding, (ctx, { body }) => bindDingTalk(ctx, body))
  mount(app, api.bindingByQuery, async (ctx, { query }) => bindDingTalk(ctx, allowQueryValue(ctx, query)))
  mount(app, api.cancel, (ctx) => cancelBinding(ctx))
  mount(app, api.cancelByGet, async (ctx) => cancelBinding(allowQueryValue(ctx, ctx)))
}
