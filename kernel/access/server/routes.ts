import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { accessApi } from '../contract.ts'
import { readAdministrators, readMenu } from './service.ts'

export function accessRoutes(app: FastifyInstance) {
  mount(app, accessApi.menu, (ctx) => readMenu(ctx))
  mount(app, accessApi.administrators, (ctx) => readAdministrators(ctx))
}
