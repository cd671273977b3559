import type { OrgContents } from '#kernel/org/server/api.ts'
import {
  countManagedApplications,
  moveAccessRequests,
  moveAuditors,
  moveManagedApplications,
  moveOrgGrants,
  moveAppRequests,
} from '../../application-relocate-queries.ts'

/** When two organisations are merged, the applications of the source move to the target. */
export const applicationContents: OrgContents = {
  key: 'application',
  title: '应用',
  measure: '个',
  count: (ctx, orgIds) => countManagedApplications(ctx.db, orgIds),
  relocate: async ({ db, now }, { from, to, isWhole }) => {
    if (!isWhole) return
    await moveManagedApplications(db, from.id, to.id)
    await moveOrgGrants(db, from.id, to.id, now)
    await moveAppRequests(db, from.id, to.id, now)
    await moveAccessRequests(db, from.id, to.id)
    await moveAuditors(db, from.id, to.id)
  },
}
