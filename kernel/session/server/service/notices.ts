import type { DistrictId } from '#packages/core'
import type { OwnCtx } from '#packages/http'
import { reserveMessage } from '#kernel/identity/server'
import { sendSms } from '#kernel/message/server'
import { placeOf } from '../device.ts'

/** Tells somebody by SMS what happened to their account, within the same budgets as codes, after the answer. */
export function tell(ctx: OwnCtx, district: DistrictId, phone: string, text: string) {
  const told = (async () => {
    const recipient = {
      phone,
      place: placeOf(ctx.client.address),
      district: String(district),
      isKnown: true,
      isNotice: true,
    }
    await reserveMessage(ctx.cells, recipient, ctx.now)
    const { sent } = await sendSms({ phone, template: 'notice', parameters: { text } })
    if (!sent) throw new Error('not sent')
  })()
  told.catch((error: Error) => ctx.log.warn({ requestId: ctx.requestId, error: error.name }, 'a notice was not sent'))
}
