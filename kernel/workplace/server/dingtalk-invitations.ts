import { newId } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import type { OutgoingMessage } from '#kernel/message/server/api.ts'
import type { InvitationSender } from '#kernel/staff/server/api.ts'
import { getDingTalkService } from './dingtalk-client.ts'
import { buildNoticeBody, sendNotice, findUserIdByMobile } from './dingtalk-notices.ts'
import { findNoticeApp } from './dingtalk-queries.ts'
import { loadNoticeApp } from './dingtalk-channel.ts'

/** Sends the invitation link as a work notice to the DingTalk user with this mobile number. */
export const dingtalkInvitationChannel = (publicUrl: string): InvitationSender => ({
  channel: 'dingtalk',
  obstacle: async ({ db }) => ((await findNoticeApp(db)) ? '' : '未接入钉钉'),
  async send(ctx: RequestCtx, letter) {
    const { cells, actor, now } = ctx
    const app = await loadNoticeApp({ cells, districtId: actor!.districtId })
    if (!app || !('token' in letter)) return '未接入钉钉'
    const service = getDingTalkService(ctx)
    const userId = await findUserIdByMobile(service, app, letter.phone).catch(() => undefined)
    if (userId === undefined) return '钉钉繁忙，请稍后再试'
    if (userId === null) return '未在钉钉组织中找到此人'
    const notice: OutgoingMessage = {
      id: newId(),
      kind: 'notice',
      title: `${letter.orgName}邀请您开通账号`,
      body: `${letter.name}，您好。请在7天内打开，设置用户名和密码。`,
      url: `/login#invite=${letter.token}`,
      orgName: letter.orgName,
      at: now,
      dueAt: null,
    }
    const outcome = await sendNotice(service, app, buildNoticeBody(notice, publicUrl), [userId])
    if (outcome.status === 'sent') return ''
    return 'reason' in outcome ? outcome.reason : '钉钉没有答复，请稍后再试'
  },
})
