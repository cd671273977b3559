import type { DistrictId } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import { reserveMessageQuota } from '#kernel/identity/server/api.ts'
import { sendAccountSms } from '#kernel/message/server/api.ts'
import { getNetwork } from '../device-name.ts'
import { runAfterAnswer } from './run-after-answer.ts'

/** Notifies a person by SMS about the account, within the SMS budgets, after the answer. */
export function notifyBySms(ctx: RequestCtx, district: DistrictId, phone: string, text: string) {
  runAfterAnswer(ctx, 'a notice was not sent', async () => {
    const network = getNetwork(ctx.client.address)
    const recipient = { phone, network, district: String(district), isKnown: true, isNotice: true }
    await reserveMessageQuota(ctx.cells, recipient, ctx.now)
    const sms = { phone, template: 'notice', parameters: { text } } as const
    const { sent } = await sendAccountSms(ctx, { district, personId: null, sms })
    if (!sent) throw new Error('not sent')
  })
}
