import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { sessionApi } from '../contract.ts'
import { readLoginInfo, signInByPassword, signOut } from './service.ts'

export function sessionRoutes(app: FastifyInstance) {
  mount(app, sessionApi.login, (ctx, { body }) => signInByPassword(ctx, body))
  mount(app, sessionApi.loginInfo, (ctx) => readLoginInfo(ctx))
  mount(app, sessionApi.logout, (ctx) => signOut(ctx))
}
