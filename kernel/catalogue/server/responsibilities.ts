import { dayOf } from '#packages/core'
import type { HeldResponsibility, Responsibility } from '#kernel/org/server/api.ts'
import { auditorTypes, type AuditorType } from '../contract-grants.ts'
import { deleteAuditor, listAuditorPosts, listOrgAuditors } from './auditor-queries.ts'
import { saveAuditors } from './service/grants/auditors.ts'

const separator = '/'

function parseRef({ ref, memberId }: HeldResponsibility) {
  const [type = '', orgId = ''] = ref.split(separator)
  return { type: Number(type) as AuditorType, orgId, userId: memberId }
}

/** 应用管理员, of a kind of application in an organisation. */
export const auditorResponsibility: Responsibility = {
  key: 'catalogue.auditors',
  title: '应用管理员',
  list: async (ctx, memberIds) =>
    (await listAuditorPosts(ctx.db, memberIds)).map(({ userId, type, orgId, orgName }) => ({
      memberId: userId,
      ref: [type, orgId].join(separator),
      title: `${auditorTypes[type as AuditorType]}管理员`,
      note: orgName,
    })),
  hand: async (ctx, item, to) => {
    const { type, orgId, userId } = parseRef(item)
    const present = await listOrgAuditors(ctx.db, type, orgId, dayOf(ctx.now))
    const staying = present.map((one) => one.userId).filter((id) => id !== userId)
    await saveAuditors(ctx, { auditorType: type, orgId, userIds: [...staying, to.memberId] })
    // Somebody who gives up before the first day.
    await deleteAuditor(ctx.db, { type, orgId, userId })
  },
  force: async (ctx, item) => void (await deleteAuditor(ctx.db, parseRef(item))),
}
