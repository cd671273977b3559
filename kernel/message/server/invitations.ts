import { Refusal } from '#packages/core'
import type { OwnCtx } from '#packages/http'
import { reserveMessage } from '#kernel/identity/server'
import type { InvitationWay, Letter } from '#kernel/staff/server'
import { wordsOfReason } from './sms-way.ts'
import { mayInviteBySms, sendSms, type Sms } from './sms.ts'

/** Templates take short values only, so the word of the link goes in two parts. */
const halves = (token: string) => ({ head: token.slice(0, 24), tail: token.slice(24) })

function smsOf({ phone, ...letter }: Letter): Sms {
  if ('password' in letter) {
    const text = `您的新密码是 ${letter.password}，首次登录后须立即修改`
    return { phone, template: 'notice', parameters: { text } }
  }
  return { phone, template: 'invitation', parameters: { org: letter.orgName.slice(0, 20), ...halves(letter.token) } }
}

/** To the mobile on file, within the budgets of notices about accounts. What it says is kept nowhere. */
export const invitationBySms: InvitationWay = {
  obstacle: async () => (mayInviteBySms() ? '' : '短信尚未配置'),
  async send(ctx: OwnCtx, letter) {
    try {
      const recipient = { phone: letter.phone, place: '', district: String(ctx.actor!.districtId) }
      await reserveMessage(ctx.cells, { ...recipient, isKnown: true, isNotice: true }, ctx.now)
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
    const result = await sendSms(smsOf(letter))
    return result.sent ? '' : wordsOfReason(result.reason)
  },
}
