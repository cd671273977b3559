import type { FastifyInstance } from 'fastify'
import { getContribution } from '#packages/core'
import { mount } from '#packages/http'
import { siteApi } from '../contract.ts'

export function siteRoutes(app: FastifyInstance) {
  mount(app, siteApi.about, async (ctx) => getContribution(ctx, 'siteInfo'))
}
