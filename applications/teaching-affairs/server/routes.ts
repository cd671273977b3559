import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { teachingAffairsApi } from '../contract.ts'
import { getOverview } from './overview.ts'
import { getRights, listPeople, saveRights } from './rights.ts'

export function teachingAffairsRoutes(app: FastifyInstance) {
  mount(app, teachingAffairsApi.overview, getOverview)
  mount(app, teachingAffairsApi.people, (ctx, { query }) => listPeople(ctx, query))
  mount(app, teachingAffairsApi.rights, (ctx, { query }) => getRights(ctx, query))
  mount(app, teachingAffairsApi.saveRights, (ctx, { body }) => saveRights(ctx, body))
}
