import type { Contents } from '#kernel/org/server'
import {
  countKept,
  moveAccessRequests,
  moveAuditors,
  moveKept,
  moveOpenings,
  moveRequests,
} from '../../application-relocate-queries.ts'

/** Where two organisations become one, the applications of the one are the other's. */
export const keptApplications: Contents = {
  key: 'application',
  title: '应用',
  measure: '个',
  count: (ctx, orgIds) => countKept(ctx.db, orgIds),
  relocate: async ({ db, now }, { from, to, isWhole }) => {
    if (!isWhole) return
    await moveKept(db, from.id, to.id)
    await moveOpenings(db, from.id, to.id, now)
    await moveRequests(db, from.id, to.id, now)
    await moveAccessRequests(db, from.id, to.id)
    await moveAuditors(db, from.id, to.id)
  },
}
