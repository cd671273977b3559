import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { accessApi } from '../contract.ts'
import { explain, findPeople, findRecords, listRecordKinds, readEffective } from './service/mirror/explaining.ts'
import { listHolders } from './service/mirror/holding.ts'
import { readWatch } from './service/watching.ts'

/** Why somebody can do something, and who can. */
export function mirrorRoutes(app: FastifyInstance) {
  mount(app, accessApi.effective, (ctx, { query }) => readEffective(ctx, query))
  mount(app, accessApi.findPeople, (ctx, { body }) => findPeople(ctx, body))
  mount(app, accessApi.recordKinds, async () => listRecordKinds())
  mount(app, accessApi.findRecords, (ctx, { body }) => findRecords(ctx, body))
  mount(app, accessApi.explain, (ctx, { body }) => explain(ctx, body))
  mount(app, accessApi.watch, (ctx) => readWatch(ctx))
  mount(app, accessApi.holders, (ctx, { body }) => listHolders(ctx, body))
}
