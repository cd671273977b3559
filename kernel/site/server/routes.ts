import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { siteApi } from '../contract.ts'
import { getSiteInfo } from './site-info.ts'

export function siteRoutes(app: FastifyInstance) {
  mount(app, siteApi.about, async () => getSiteInfo())
}
