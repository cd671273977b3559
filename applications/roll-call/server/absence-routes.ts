import type { FastifyInstance } from 'fastify'
import type { QueryOf } from '#packages/contract'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import { mount } from '#packages/http'
import {
  contactCase,
  decideLeave,
  enterLeave,
  getAbsenceBoard,
  getLeaveInScope,
  listLeave,
  resolveCase,
  revokeLeave,
} from '#engines/attendance/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { absenceApi, pupilLeaveOfficeApi } from '../contract.ts'
import { listRollClasses } from './office-queries.ts'
import { requireArea, requireClass } from './places-in-scope.ts'

async function readLeavePage(
  ctx: Ctx,
  { orgId: asked, classId, status, keyword, from, to, ...page }: QueryOf<typeof pupilLeaveOfficeApi.page>,
) {
  const { orgId } = await requireArea(ctx, 'roll.handle', { orgId: asked })
  if (classId !== null) await requireClass(ctx, 'roll.handle', classId, dayOf(ctx.now))
  const wanted = keyword === '' ? null : { text: keyword, classIds: await findClasses(ctx, orgId, keyword) }
  return listLeave(
    ctx,
    scopeOf(ctx, 'roll.handle'),
    { orgId, classId, status: status ?? null, from, to, keyword: wanted },
    page,
  )
}

/** The classes of today with this text in their name. */
async function findClasses(ctx: Ctx, orgId: string, text: string): Promise<string[]> {
  const day = dayOf(ctx.now)
  const classes = await listRollClasses(ctx.db, scopeOf(ctx, 'roll.handle'), { day, orgId })
  const names = await describeClasses(ctx, { classIds: classes.map(({ id }) => id) }, day)
  return [...names].flatMap(([id, { label }]) => (label.includes(text) ? [id] : []))
}

/** Unexplained children and pupils' leave: the engine finds every record in the scope that it gets. */
export function absenceRoutes(app: FastifyInstance) {
  mount(app, absenceApi.unresolved, async (ctx, { query: { orgId: asked, date = dayOf(ctx.now) } }) => {
    const { orgId } = await requireArea(ctx, 'roll.handle', { orgId: asked, day: date })
    return getAbsenceBoard(ctx, scopeOf(ctx, 'roll.handle'), orgId, date)
  })
  mount(app, absenceApi.contact, (ctx, { body }) => contactCase(ctx, scopeOf(ctx, 'roll.handle'), body))
  mount(app, absenceApi.resolve, (ctx, { body }) => resolveCase(ctx, scopeOf(ctx, 'roll.handle'), body))

  mount(app, pupilLeaveOfficeApi.page, (ctx, { query }) => readLeavePage(ctx, query))
  mount(app, pupilLeaveOfficeApi.detail, (ctx, { query: { id } }) =>
    getLeaveInScope(ctx, scopeOf(ctx, 'roll.handle'), id),
  )
  mount(app, pupilLeaveOfficeApi.enter, (ctx, { body }) => enterLeave(ctx, scopeOf(ctx, 'roll.handle'), body))
  mount(app, pupilLeaveOfficeApi.decide, (ctx, { body }) => decideLeave(ctx, scopeOf(ctx, 'roll.handle'), body))
  mount(app, pupilLeaveOfficeApi.revoke, (ctx, { body }) => revokeLeave(ctx, scopeOf(ctx, 'roll.handle'), body))
}
