import { newId } from '#packages/core'
import type { OwnCtx } from '#packages/http'
import type { Notice } from '#kernel/message/server'
import type { InvitationWay } from '#kernel/staff/server'
import { noticeBody, sendNotice, userIdOfMobile } from './notices.ts'
import { noticeApplication } from './queries.ts'
import { applicationOf } from './way.ts'

/** To whoever has this mobile in the district's DingTalk, as a work notice with the link. */
export const invitationByDingTalk = (publicUrl: string): InvitationWay => ({
  obstacle: async ({ db }) => ((await noticeApplication(db)) ? '' : '未接入钉钉'),
  async send({ cells, actor, now }: OwnCtx, letter) {
    const app = await applicationOf({ cells, districtId: actor!.districtId })
    if (!app || !('token' in letter)) return '未接入钉钉'
    const userId = await userIdOfMobile(app, letter.phone).catch(() => undefined)
    if (userId === undefined) return '钉钉繁忙，请稍后再试'
    if (userId === null) return '未在钉钉组织中找到此人'
    const notice: Notice = {
      id: newId(),
      kind: 'notice',
      title: `${letter.orgName}邀请您开通账号`,
      body: `${letter.name}，您好。请在7天内打开，设置用户名和密码。`,
      url: `/login#invite=${letter.token}`,
      orgName: letter.orgName,
      at: now,
      dueAt: null,
    }
    const outcome = await sendNotice(app, noticeBody(notice, publicUrl), [userId])
    if (outcome.is === 'sent') return ''
    return 'reason' in outcome ? outcome.reason : '钉钉没有答复，请稍后再试'
  },
})
