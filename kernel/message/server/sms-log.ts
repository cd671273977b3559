import type { ListQueryOf } from '#packages/contract'
import { dayOf, getLogPeriod, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { sms } from '../contract-sms.ts'
import { getMonthStart, getSmsPolicy, getSmsUsage } from './service/sms-quota.ts'

export const smsLog = crud(sms, 'v_sms', { base: 'message_delivery' })

/** The SMS of the current month, or of the given days within a year. */
export function listSmsLog(ctx: Ctx, query: ListQueryOf<typeof sms>) {
  const { from, to } = query.createdAt ?? { from: getMonthStart(ctx.now), to: null }
  const period = getLogPeriod(ctx.now, { from: from ?? undefined, to: to ?? undefined })
  const lastDay = dayOf(new Date(period.to.getTime() - 1))
  return smsLog.list(ctx, { ...query, createdAt: { from: dayOf(period.from), to: lastDay } })
}

/** The used part of this month's quota. */
export async function getMonthUsage(ctx: Ctx) {
  const { quota } = await getSmsPolicy(ctx)
  return { used: await getSmsUsage(ctx, getMonthStart(ctx.now)), quota }
}
