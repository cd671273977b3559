import type { ListQueryOf } from '#packages/contract'
import { dayOf, getLogPeriod, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { securityEvent } from '../contract.ts'

export const securityEvents = crud(securityEvent, 'security_event')

/** The refusals of people in scope, within a year. */
export function listSecurityEvents(ctx: Ctx, query: ListQueryOf<typeof securityEvent>) {
  const { from, to } = query.createdAt ?? {}
  const period = getLogPeriod(ctx.now, { from: from ?? undefined, to: to ?? undefined })
  const lastDay = dayOf(new Date(period.to.getTime() - 1))
  return securityEvents.list(ctx, { ...query, createdAt: { from: dayOf(period.from), to: lastDay } })
}
