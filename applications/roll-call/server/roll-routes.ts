import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import {
  amendRoll,
  getCurrentRoll,
  getRoll,
  listRollLessons,
  lockSessions,
  saveRoll,
} from '#engines/attendance/server/api.ts'
import { rollCallApi } from '../contract.ts'
import { requireSchool } from './places-in-scope.ts'

/** The engine finds out for every call who gives the lesson, and what the caller may do about it. */
export function rollRoutes(app: FastifyInstance) {
  mount(app, rollCallApi.current, (ctx) => getCurrentRoll(ctx))
  mount(app, rollCallApi.lessons, (ctx, { query }) => listRollLessons(ctx, query))
  mount(app, rollCallApi.session, (ctx, { query }) => getRoll(ctx, query.lessonId, query.sessionId))
  mount(app, rollCallApi.save, (ctx, { body }) => saveRoll(ctx, body))
  mount(app, rollCallApi.amend, (ctx, { body }) => amendRoll(ctx, body))
  mount(app, rollCallApi.lock, async (ctx, { body: { orgId, dateTo } }) =>
    lockSessions(ctx, { orgId: await requireSchool(ctx, 'roll.manage', orgId), dateTo }),
  )
}
