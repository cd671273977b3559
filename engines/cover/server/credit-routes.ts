import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { coverApi } from '../contract.ts'
import { getMyCredits } from './credits.ts'

export function creditRoutes(app: FastifyInstance) {
  mount(app, coverApi.myCredits, (ctx, { query }) => getMyCredits(ctx, query))
}
