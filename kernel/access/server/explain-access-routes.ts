import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { accessApi } from '../contract.ts'
import {
  explainAccess,
  searchPeopleToExplain,
  searchRecords,
  listRecordKinds,
  getEffectiveAccess,
} from './service/explain-access/explain-access.ts'
import { listRecordHolders } from './service/explain-access/record-holders.ts'
import { getAccessOverview } from './service/access-overview.ts'

/** Routes that explain why a person has access, and who has access. */
export function mountExplainAccessRoutes(app: FastifyInstance) {
  mount(app, accessApi.effective, (ctx, { query }) => getEffectiveAccess(ctx, query))
  mount(app, accessApi.findPeople, (ctx, { body }) => searchPeopleToExplain(ctx, body))
  mount(app, accessApi.recordKinds, async (ctx) => listRecordKinds(ctx))
  mount(app, accessApi.findRecords, (ctx, { body }) => searchRecords(ctx, body))
  mount(app, accessApi.explain, (ctx, { body }) => explainAccess(ctx, body))
  mount(app, accessApi.watch, (ctx) => getAccessOverview(ctx))
  mount(app, accessApi.holders, (ctx, { body }) => listRecordHolders(ctx, body))
}
