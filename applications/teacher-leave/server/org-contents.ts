import type { OrgContents } from '#kernel/org/server/api.ts'
import { countOfOrgs, moveToOrg } from './org-contents-queries.ts'

/** Requests, half-days, overtime and types of an organisation follow it into a merged one. */
export const leaveContents: OrgContents = {
  key: 'teacher-leave',
  title: '请假记录',
  measure: '条',
  count: ({ db }, orgIds) => countOfOrgs(db, orgIds),
  relocate: async ({ db }, { from, to, isWhole }) => {
    if (isWhole) await moveToOrg(db, from.id, to.id)
  },
}
