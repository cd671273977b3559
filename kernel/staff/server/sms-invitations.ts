import { Refusal } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import { reserveMessageQuota } from '#kernel/identity/server/api.ts'
import { getReasonText, mayInviteBySms, sendAccountSms, type Sms } from '#kernel/message/server/api.ts'
import type { InvitationSender, InvitationMessage } from './invitation-channels.ts'

/** Template values are short, so the token of the link is split into two. */
const splitToken = (token: string) => ({ head: token.slice(0, 24), tail: token.slice(24) })

function buildInvitationSms({ phone, ...letter }: InvitationMessage): Sms {
  if ('password' in letter) {
    const text = `您的新密码是 ${letter.password}，首次登录后须立即修改`
    return { phone, template: 'notice', parameters: { text } }
  }
  return {
    phone,
    template: 'invitation',
    parameters: { org: letter.orgName.slice(0, 20), ...splitToken(letter.token) },
  }
}

/** Sends to the registered mobile, within the limits of account notices. The log does not have the link. */
export const smsInvitationChannel: InvitationSender = {
  channel: 'sms',
  obstacle: async (ctx) => (mayInviteBySms(ctx) ? '' : '短信尚未配置'),
  async send(ctx: RequestCtx, letter) {
    try {
      const recipient = { phone: letter.phone, network: '', district: String(ctx.actor!.districtId) }
      await reserveMessageQuota(ctx.cells, { ...recipient, isKnown: true, isNotice: true }, ctx.now)
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
    const district = ctx.actor!.districtId
    const result = await sendAccountSms(ctx, { district, personId: null, sms: buildInvitationSms(letter) })
    return result.sent ? '' : getReasonText(result.reason)
  },
}
