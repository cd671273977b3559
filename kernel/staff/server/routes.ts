import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { staffApi } from '../contract.ts'
import { requestRecount } from './service.ts'

export function staffRoutes(app: FastifyInstance) {
  mount(app, staffApi.recount, (ctx) => requestRecount(ctx))
}
