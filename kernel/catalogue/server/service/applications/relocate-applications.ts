import { endFlow } from '#kernel/approval/server/api.ts'
import type { OrgContents } from '#kernel/org/server/api.ts'
import {
  countManagedApplications,
  moveAccessRequests,
  moveAuditors,
  moveManagedApplications,
  moveOrgGrants,
  listSharedAppRequests,
  moveAppRequests,
} from '../../application-relocate-queries.ts'
import { appRequestSubject } from '../centre/app-requests.ts'

/** When two organisations are merged, the applications of the source move to the target. */
export const applicationContents: OrgContents = {
  key: 'application',
  title: '应用',
  measure: '个',
  count: (ctx, orgIds) => countManagedApplications(ctx.db, orgIds),
  relocate: async (ctx, { from, to, isWhole }) => {
    if (!isWhole) return
    const { db, now } = ctx
    await moveManagedApplications(db, from.id, to.id)
    await moveOrgGrants(db, from.id, to.id, now)
    // A request that both organisations made is kept once.
    for (const id of await listSharedAppRequests(db, from.id, to.id))
      await endFlow(ctx, { subject: appRequestSubject, id, reason: '单位已合并，申请已由合并后的单位提出' })
    await moveAppRequests(db, from.id, to.id)
    await moveAccessRequests(db, from.id, to.id)
    await moveAuditors(db, from.id, to.id)
  },
}
