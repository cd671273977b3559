import type { OrgContents } from '#kernel/org/server/api.ts'
import { countOfOrgs, moveToOrg } from './alert-queries.ts'

/** Alerts of a school follow it into a merged one. */
export const alertContents: OrgContents = {
  key: 'alert',
  title: '预警',
  measure: '条',
  count: ({ db }, orgIds) => countOfOrgs(db, orgIds),
  relocate: async ({ db }, { from, to, isWhole }) => {
    if (isWhole) await moveToOrg(db, from.id, to.id)
  },
}
