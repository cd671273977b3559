import type { FastifyInstance } from 'fastify'
import { dayOf, scopeOf } from '#packages/core'
import { mount } from '#packages/http'
import {
  contactCase,
  decideLeave,
  enterLeave,
  getAbsenceBoard,
  listLeave,
  resolveCase,
  revokeLeave,
} from '#engines/attendance/server/api.ts'
import { absenceApi, pupilLeaveOfficeApi } from '../contract.ts'
import { requireArea, requireClass } from './places-in-scope.ts'

/** Unexplained children and pupils' leave: the engine finds every record in the scope that it gets. */
export function absenceRoutes(app: FastifyInstance) {
  mount(app, absenceApi.unresolved, async (ctx, { query: { orgId: asked, date = dayOf(ctx.now) } }) => {
    const { orgId } = await requireArea(ctx, 'roll.handle', { orgId: asked, day: date })
    return getAbsenceBoard(ctx, scopeOf(ctx, 'roll.handle'), orgId, date)
  })
  mount(app, absenceApi.contact, (ctx, { body }) => contactCase(ctx, scopeOf(ctx, 'roll.handle'), body))
  mount(app, absenceApi.resolve, (ctx, { body }) => resolveCase(ctx, scopeOf(ctx, 'roll.handle'), body))

  mount(app, pupilLeaveOfficeApi.page, async (ctx, { query: { orgId: asked, ...filter } }) => {
    const { orgId } = await requireArea(ctx, 'roll.handle', { orgId: asked })
    if (filter.classId !== null) await requireClass(ctx, 'roll.handle', filter.classId, dayOf(ctx.now))
    return listLeave(ctx, scopeOf(ctx, 'roll.handle'), { ...filter, orgId })
  })
  mount(app, pupilLeaveOfficeApi.enter, (ctx, { body }) => enterLeave(ctx, scopeOf(ctx, 'roll.handle'), body))
  mount(app, pupilLeaveOfficeApi.decide, (ctx, { body }) => decideLeave(ctx, scopeOf(ctx, 'roll.handle'), body))
  mount(app, pupilLeaveOfficeApi.revoke, (ctx, { body }) => revokeLeave(ctx, scopeOf(ctx, 'roll.handle'), body))
}
