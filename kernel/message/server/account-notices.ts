import type { DistrictId } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import { maskPhone, reserveMessageQuota } from '#kernel/identity/server/api.ts'
import { sendAccountSms } from './sms-log.ts'

/** Notifies a person by SMS about the account, within the SMS budgets, after the answer; a failure is logged. */
export function notifyBySms(ctx: RequestCtx, district: DistrictId, phone: string, text: string) {
  const send = async () => {
    const recipient = { phone, network: '', district: String(district), isKnown: true, isNotice: true }
    await reserveMessageQuota(ctx.cells, recipient, ctx.now)
    const sms = { phone, template: 'notice', parameters: { text } } as const
    const { sent } = await sendAccountSms(ctx, { district, personId: null, sms })
    if (!sent) throw new Error('not sent')
  }
  send().catch((error: Error) => ctx.log.warn({ requestId: ctx.requestId, error: error.name }, 'a notice was not sent'))
}

/** What an administrator did with somebody's account or data. */
export const notifyByAdministrator = (ctx: RequestCtx, district: DistrictId, phone: string, what: string) =>
  notifyBySms(ctx, district, phone, `管理员${what}。如有疑问，请联系本单位管理员。`)

interface NewPhone {
  before: string
  after: string
  /** Somebody else changed it. */
  isByOthers: boolean
}

/** To both numbers: whoever took over the account does not have the old phone. */
export function notifyOfNewPhone(ctx: RequestCtx, district: DistrictId, { before, after, isByOthers }: NewPhone) {
  const what = after === '' ? '已被删除' : `已改为${maskPhone(after)}`
  const text = isByOthers
    ? `管理员修改了您的资料，您的手机号${what}。如有疑问，请联系本单位管理员。`
    : `您的登录手机号${what}。如非本人操作，请立即联系管理员。`
  for (const phone of [before, after]) if (phone) notifyBySms(ctx, district, phone, text)
}
