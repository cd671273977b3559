import type { OrgContents } from '#kernel/org/server/api.ts'
import type { PersonContents } from '#kernel/staff/server/api.ts'
import { countOfOrgs, moveBack, moveToOrg, moveToPerson, type MovedRows } from './contents-queries.ts'

/** Rolls, leave and cases of a school follow it into a merged one, with the lessons and pupils. */
export const attendanceContents: OrgContents = {
  key: 'attendance',
  title: '考勤记录',
  measure: '条',
  count: ({ db }, orgIds) => countOfOrgs(db, orgIds),
  relocate: async ({ db }, { from, to, isWhole }) => {
    if (isWhole) await moveToOrg(db, from.id, to.id)
  },
}

/** Who called a roll, corrected a mark or settled a case follows people who are merged. */
export const attendanceOfPeople: PersonContents = {
  key: 'attendance',
  check: async () => {},
  merge: (ctx, { keepId, otherId, successors }) => moveToPerson(ctx.db, { from: otherId, to: keepId }, successors),
  unmerge: (ctx, _people, moved) => moveBack(ctx.db, moved as MovedRows),
}
