import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { familyAttendanceApi as api } from '../contract.ts'
import { applyForLeave, giveUpLeave, listLeaveOfChild, listLeaveOptions, recallLeave } from './leave/ask-leave.ts'
import { getAttendanceMonth } from './leave/family-attendance.ts'

export function familyAttendanceRoutes(app: FastifyInstance) {
  mount(app, api.leaveOptions, (ctx, { query }) => listLeaveOptions(ctx, query))
  mount(app, api.apply, (ctx, { body }) => applyForLeave(ctx, body))
  mount(app, api.mine, (ctx, { query }) => listLeaveOfChild(ctx, query.studentId))
  mount(app, api.recall, (ctx, { body }) => recallLeave(ctx, body.id))
  mount(app, api.giveUp, (ctx, { body }) => giveUpLeave(ctx, body.id))
  mount(app, api.month, (ctx, { query }) => getAttendanceMonth(ctx, query))
}
