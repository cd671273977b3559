import { Refusal } from '#packages/core'
import type { OrgContents } from '#kernel/org/server/api.ts'
import type { PersonContents } from '#kernel/staff/server/api.ts'
import { countOfOrgs, listDoubled, moveBack, moveToOrg, moveToPerson, type MovedRow } from './contents-queries.ts'
import { formatTimes, nameDuties } from './duty-kinds.ts'

/** Duties follow people who are merged. Nobody is at two places at once, so somebody decides before. */
export const dutiesOfPeople: PersonContents = {
  key: 'duty',
  check: async (ctx, { keepId, otherId }) => {
    const doubled = await listDoubled(ctx.db, { from: otherId, to: keepId })
    const [first] = doubled
    if (!first) return
    const nameOf = await nameDuties(ctx, [first])
    throw new Refusal(`两人在${formatTimes(first)} 都有安排，其中一项是${nameOf(first)}，请先调整`)
  },
  merge: (ctx, { keepId, otherId, successors }) => moveToPerson(ctx.db, { from: otherId, to: keepId }, successors),
  unmerge: (ctx, { keepId, otherId }, moved) =>
    moveBack(ctx.db, { from: keepId, to: otherId }, moved as Record<'duty' | 'away', readonly MovedRow[]>),
}

/** Duties at an organisation follow it into a merged one. */
export const dutiesOfOrgs: OrgContents = {
  key: 'duty',
  title: '课务和值守安排',
  measure: '项',
  count: ({ db }, orgIds) => countOfOrgs(db, orgIds),
  relocate: async ({ db }, { from, to, isWhole }) => {
    if (isWhole) await moveToOrg(db, from.id, to.id)
  },
}
