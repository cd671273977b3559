import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { timeRoutes as api } from '../contract-time.ts'
import { clearCalendar, getCalendar, saveCalendar } from './service/time/calendar.ts'
import { listPeriodSchemes, deletePeriodScheme, savePeriodScheme } from './service/time/timetable-periods.ts'
import { deleteTermDifference, saveTerm, listTerms } from './service/time/terms.ts'
import { getCurrentWeek } from './service/time/current-week.ts'

export function timeRoutes(app: FastifyInstance) {
  mount(app, api.week, (ctx) => getCurrentWeek(ctx))
  mount(app, api.terms, (ctx, { query }) => listTerms(ctx, query.orgId))
  mount(app, api.saveTerm, (ctx, { body }) => saveTerm(ctx, body))
  mount(app, api.dropTermDifference, (ctx, { body }) => deleteTermDifference(ctx, body))
  mount(app, api.calendar, (ctx, { query }) => getCalendar(ctx, query))
  mount(app, api.saveCalendar, (ctx, { body }) => saveCalendar(ctx, body))
  mount(app, api.clearCalendar, (ctx, { body }) => clearCalendar(ctx, body))
  mount(app, api.periodSchemes, (ctx, { query }) => listPeriodSchemes(ctx, query.orgId))
  mount(app, api.savePeriodScheme, (ctx, { body }) => savePeriodScheme(ctx, body))
  mount(app, api.deletePeriodScheme, (ctx, { body }) => deletePeriodScheme(ctx, body.id))
}
