import type { OrgContents } from '#kernel/org/server/api.ts'
import type { PersonContents } from '#kernel/staff/server/api.ts'
import { countOfOrgs, moveBack, moveToOrg, moveToPerson, type MovedRows } from './contents-queries.ts'

/** Covers and credits of a school follow it into a merged one, with the lessons. */
export const coverContents: OrgContents = {
  key: 'covers',
  title: '代调课记录',
  measure: '条',
  count: ({ db }, orgIds) => countOfOrgs(db, orgIds),
  relocate: async ({ db }, { from, to, isWhole }) => {
    if (isWhole) await moveToOrg(db, from.id, to.id)
  },
}

/** Covers and credits follow people who are merged: one cannot have given away and taken the same lesson. */
export const coversOfPeople: PersonContents = {
  key: 'covers',
  check: async () => {},
  merge: (ctx, { keepId, otherId, successors }) => moveToPerson(ctx.db, { from: otherId, to: keepId }, successors),
  unmerge: (ctx, { keepId, otherId }, moved) => moveBack(ctx.db, { from: keepId, to: otherId }, moved as MovedRows),
}
