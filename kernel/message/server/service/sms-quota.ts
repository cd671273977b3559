import { dayOf, Refusal, type Ctx } from '#packages/core'
import type { Db } from '#packages/db'
import { publish } from '#packages/jobs'
import { amount, updateSetting, choices, defineSetting } from '#kernel/setting/server/api.ts'
import { maxSmsQuota, smsQuotaLow } from '../../contract.ts'
import {
  returnSmsQuota,
  markQuotaWarned,
  findRootUnit,
  findSmsLimit,
  saveSmsLimit,
  takeSmsQuota,
  countSmsUsed,
} from '../sms-quota-queries.ts'
import { listSmsTemplates } from '../message-templates.ts'

/** The SMS limits of the district, which pays for them. */
export const messageSetting = defineSetting({
  type: 'message',
  title: '短信额度',
  app: '消息',
  sort: 30,
  description: '全区每月可以发送多少条短信，哪些消息可以发短信。',
  levels: ['district'],
  keys: (ctx) => ({
    smsQuota: amount({
      title: '每月短信额度',
      about: '本月用完后不再发送短信，改为站内消息。',
      min: 0,
      max: maxSmsQuota,
      standard: 0,
      unit: '条',
    }),
    smsTemplates: choices({
      title: '可以发短信的消息',
      about: '没有选中的消息只在站内和钉钉发送。',
      options: listSmsTemplates(ctx),
      standard: Object.keys(listSmsTemplates(ctx)),
    }),
  }),
})

const warnAt = 0.8

export interface SmsPolicy {
  /** SMS per month, at most what the platform allows; none by default. */
  quota: number
  /** The templates that may be sent by SMS. */
  templates: readonly string[]
}

type PolicyContext = Pick<Ctx, 'app' | 'db'>

/** The limits as set at the bureau. */
export async function getSmsPolicy(ctx: PolicyContext): Promise<SmsPolicy> {
  const root = await findRootUnit(ctx.db)
  const { smsQuota, smsTemplates: templates } = await messageSetting.read(ctx, root?.path ?? '')
  return { quota: Math.min(smsQuota, await getSmsLimit(ctx.db)), templates }
}

const getSmsLimit = async (db: Db) => (await findSmsLimit(db)) ?? maxSmsQuota

/** The month of a district for the platform: what was sent, and how much is allowed. */
export const getSmsMonth = async (db: Db, now: Date) => ({
  used: await countSmsUsed(db, getMonthStart(now)),
  limit: await getSmsLimit(db),
})

/** Set by platform administrators. A quota above it stays as it is and has no effect. */
export const setSmsLimit = (db: Db, monthly: number, now: Date) => saveSmsLimit(db, monthly, now)

export async function isSmsAllowed(ctx: PolicyContext, template: string): Promise<boolean> {
  const { quota, templates } = await getSmsPolicy(ctx)
  return quota > 0 && templates.includes(template)
}

export async function saveSmsQuota(ctx: Ctx, quota: number) {
  const root = await findRootUnit(ctx.db)
  if (!root) throw new Error('the district has no bureau')
  const limit = await getSmsLimit(ctx.db)
  if (quota > limit) throw new Refusal(`平台规定每月至多${limit}条短信`)
  if ((await getSmsPolicy(ctx)).quota === quota) return null
  await updateSetting(ctx, root.id, messageSetting.type, { smsQuota: quota })
  return null
}

/** The first day of the current month in Chinese time. */
export const getMonthStart = (now: Date) => `${dayOf(now).slice(0, 7)}-01`

/** Takes up to this many from the quota of the month; publishes an event the first time that little is left. */
export async function reserveSmsQuota(ctx: Ctx, wanted: number): Promise<number> {
  const { quota } = await getSmsPolicy(ctx)
  const month = getMonthStart(ctx.now)
  const { taken, used, isWarned } = await takeSmsQuota(ctx.db, month, wanted, quota)
  if (!isWarned && used >= quota * warnAt && (await markQuotaWarned(ctx.db, month, ctx.now)))
    await publish(ctx, smsQuotaLow, { month, used, quota })
  return taken
}

export const releaseSmsQuota = (ctx: Ctx, takenAt: Date, count: number) =>
  returnSmsQuota(ctx.db, getMonthStart(takenAt), count)
export const getSmsUsage = (ctx: Pick<Ctx, 'db'>, month: string) => countSmsUsed(ctx.db, month)
