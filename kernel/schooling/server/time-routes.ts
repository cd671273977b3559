import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { timeRoutes as api } from '../contract-time.ts'
import { clearCalendar, readCalendar, saveCalendar } from './service/time/calendar.ts'
import { listSchemes } from './service/time/periods.ts'
import { listRooms, saveRoom } from './service/time/rooms.ts'
import { removeScheme, saveScheme } from './service/time/saving-periods.ts'
import { dropTermDifference, saveTerm } from './service/time/saving-terms.ts'
import { listSubjects, saveSubject } from './service/time/subjects.ts'
import { listTerms } from './service/time/terms.ts'
import { readWeek } from './service/time/week.ts'

export function timeRoutes(app: FastifyInstance) {
  mount(app, api.week, (ctx) => readWeek(ctx))
  mount(app, api.terms, (ctx, { query }) => listTerms(ctx, query.orgId))
  mount(app, api.saveTerm, (ctx, { body }) => saveTerm(ctx, body))
  mount(app, api.dropTermDifference, (ctx, { body }) => dropTermDifference(ctx, body))
  mount(app, api.calendar, (ctx, { query }) => readCalendar(ctx, query))
  mount(app, api.saveCalendar, (ctx, { body }) => saveCalendar(ctx, body))
  mount(app, api.clearCalendar, (ctx, { body }) => clearCalendar(ctx, body))
  mount(app, api.periodSchemes, (ctx, { query }) => listSchemes(ctx, query.orgId))
  mount(app, api.savePeriodScheme, (ctx, { body }) => saveScheme(ctx, body))
  mount(app, api.deletePeriodScheme, (ctx, { body }) => removeScheme(ctx, body.id))
  mount(app, api.subjects, (ctx, { query }) => listSubjects(ctx, query.orgId))
  mount(app, api.saveSubject, (ctx, { body }) => saveSubject(ctx, body))
  mount(app, api.rooms, (ctx, { query }) => listRooms(ctx, query))
  mount(app, api.saveRoom, (ctx, { body }) => saveRoom(ctx, body))
}
