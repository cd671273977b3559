import type { DistrictId } from '#packages/core'
import type { OwnCtx } from '#packages/http'
import { reserveMessage } from '#kernel/identity/server'
import { sendSms } from '#kernel/message/server'
import { placeOf } from '../device.ts'
import { afterwards } from './afterwards.ts'

/** Tells somebody by SMS what happened to their account, within the same budgets as codes, after the answer. */
export function tell(ctx: OwnCtx, district: DistrictId, phone: string, text: string) {
  afterwards(ctx, 'a notice was not sent', async () => {
    const place = placeOf(ctx.client.address)
    const recipient = { phone, place, district: String(district), isKnown: true, isNotice: true }
    await reserveMessage(ctx.cells, recipient, ctx.now)
    const { sent } = await sendSms({ phone, template: 'notice', parameters: { text } })
    if (!sent) throw new Error('not sent')
  })
}
