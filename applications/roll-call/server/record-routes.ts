import type { FastifyInstance } from 'fastify'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import type { QueryOf } from '#packages/contract'
import { mount } from '#packages/http'
import { getClassDay } from '#engines/attendance/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { attendanceRecordApi } from '../contract.ts'
import { getStatistics, listMissed } from './attendance-statistics.ts'
import { listOwnClasses, listRollClasses } from './office-queries.ts'
import { requireArea, requireClass } from './places-in-scope.ts'
import { readMonthSheet, readStudentTerm } from './sheets.ts'

/** The classes whose day the caller may read, the own ones marked. */
export async function listClasses(
  ctx: Ctx,
  { orgId: asked, day = dayOf(ctx.now) }: QueryOf<typeof attendanceRecordApi.classes>,
) {
  const { orgId } = await requireArea(ctx, 'roll.read', { orgId: asked, day })
  const classes = await listRollClasses(ctx.db, scopeOf(ctx, 'roll.read'), { orgId, day })
  const names = await describeClasses(ctx, { classIds: classes.map(({ id }) => id) }, day)
  const own = await listOwnClasses(ctx.db, ctx.actor.userId, day)
  return classes.flatMap(({ id }) => {
    const named = names.get(id)
    return named ? [{ id, name: named.label, gradeName: named.gradeName, isOwn: own.has(id) }] : []
  })
}

/** For the teachers that the class has on the day. */
export async function readClassDay(
  ctx: Ctx,
  { classId, date = dayOf(ctx.now) }: QueryOf<typeof attendanceRecordApi.classDay>,
) {
  await requireClass(ctx, 'roll.read', classId, date)
  return getClassDay(ctx, { classId, day: date })
}

export function recordRoutes(app: FastifyInstance) {
  mount(app, attendanceRecordApi.classes, (ctx, { query }) => listClasses(ctx, query))
  mount(app, attendanceRecordApi.classDay, (ctx, { query }) => readClassDay(ctx, query))
  mount(app, attendanceRecordApi.studentTerm, (ctx, { query }) => readStudentTerm(ctx, query))
  mount(app, attendanceRecordApi.monthSheet, (ctx, { query }) => readMonthSheet(ctx, query))
  mount(app, attendanceRecordApi.statistics, (ctx, { query }) => getStatistics(ctx, query))
  mount(app, attendanceRecordApi.missed, (ctx, { query }) => listMissed(ctx, query))
}
