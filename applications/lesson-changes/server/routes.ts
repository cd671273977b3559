import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { coverOfficeApi } from '../contract.ts'
import { creditParts } from './credit-routes.ts'
import {
  listImpact,
  listOfficeCandidates,
  listOfficePlaces,
  listOfficeSwaps,
  recommendForOffice,
} from './lessons-in-scope.ts'
import { officeRoutes } from './office-routes.ts'
import { getDayBoard } from './today.ts'

/** What the office reads; what it does is in office-routes.ts. */
export function lessonChangeRoutes(app: FastifyInstance) {
  mount(app, coverOfficeApi.today, (ctx, { query }) => getDayBoard(ctx, query))
  mount(app, coverOfficeApi.impact, (ctx, { query }) => listImpact(ctx, query))
  mount(app, coverOfficeApi.officeCandidates, (ctx, { query }) => listOfficeCandidates(ctx, query))
  mount(app, coverOfficeApi.officeRecommend, (ctx, { query }) => recommendForOffice(ctx, query))
  mount(app, coverOfficeApi.officeSwaps, (ctx, { query }) => listOfficeSwaps(ctx, query))
  mount(app, coverOfficeApi.officePlaces, (ctx, { query }) => listOfficePlaces(ctx, query))
  officeRoutes(app)
  creditParts.routes(app)
}
