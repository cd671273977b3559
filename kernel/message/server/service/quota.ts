import { dayOf, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { readSetting, writeSetting } from '#kernel/org/server'
import { giveBack, markWarned, rootUnit, takeFrom, usedIn } from '../quota-queries.ts'

const key = 'message'
const warnAt = 0.8
export const quotaIsLow = 'sms.quota-low'

export interface SmsPolicy {
  /** Short messages a month; none unless somebody says so. */
  quota: number
  /** The templates that may go by SMS; all that could, where there is no list. */
  templates: readonly string[] | undefined
}

type Reading = Pick<Ctx, 'db'>

/** What the district allows, as its bureau has set it. */
export async function smsPolicy(ctx: Reading): Promise<SmsPolicy> {
  const root = await rootUnit(ctx.db)
  const { smsQuota, smsTemplates } = root ? await readSetting(ctx, root.path, key) : {}
  return {
    quota: typeof smsQuota === 'number' && smsQuota > 0 ? Math.floor(smsQuota) : 0,
    templates: Array.isArray(smsTemplates) ? smsTemplates.map(String) : undefined,
  }
}

export async function smsIsAllowed(ctx: Reading, template: string): Promise<boolean> {
  const { quota, templates } = await smsPolicy(ctx)
  return quota > 0 && (templates?.includes(template) ?? true)
}

export async function saveSmsQuota(ctx: Ctx, quota: number) {
  const root = await rootUnit(ctx.db)
  if (!root) throw new Error('the district has no bureau')
  const before = await readSetting(ctx, root.path, key)
  if ((before['smsQuota'] ?? 0) === quota) return null
  await writeSetting(ctx, root.id, key, { ...before, smsQuota: quota })
  return null
}

/** The month that it is in China, as its first day. */
export const monthOf = (now: Date) => `${dayOf(now).slice(0, 7)}-01`

/** Takes so many from this month's quota, or what is left of it; the first time that little is left, somebody is told. */
export async function takeQuota(ctx: Ctx, wanted: number): Promise<number> {
  const { quota } = await smsPolicy(ctx)
  const month = monthOf(ctx.now)
  const { taken, used, isWarned } = await takeFrom(ctx.db, month, wanted, quota)
  if (!isWarned && used >= quota * warnAt && (await markWarned(ctx.db, month, ctx.now)))
    await publish(ctx, quotaIsLow, { month, used, quota })
  return taken
}

export const returnQuota = (ctx: Ctx, takenAt: Date, count: number) => giveBack(ctx.db, monthOf(takenAt), count)
export const usedOf = (ctx: Reading, month: string) => usedIn(ctx.db, month)
