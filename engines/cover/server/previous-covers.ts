import type { Ctx } from '#packages/core'
import { listLegsOf, updateLegs, updateRequests, type LegRow } from './request-queries.ts'
import { listLegsByIds } from './leg-queries.ts'

/** Covers of which another one takes the place: the request ends with the last of its legs. */
export async function endPrevious(ctx: Ctx, legs: readonly LegRow[]) {
  if (legs.length === 0) return
  await updateLegs(
    ctx.db,
    legs.map(({ id }) => ({ id, state: 'ended' })),
  )
  const ids = [...new Set(legs.map(({ requestId }) => requestId))]
  const held = new Set((await listLegsOf(ctx.db, ids)).flatMap((leg) => (leg.state === 'current' ? leg.requestId : [])))
  const ended = ids.filter((id) => !held.has(id))
  await updateRequests(ctx.db, ended, { status: 'superseded' }, ctx.now)
}

/** The cover of a cover was cancelled: the one before it is in force again. */
export async function revivePrevious(ctx: Ctx, legs: readonly LegRow[]) {
  const previousIds = legs.flatMap(({ previousId }) => previousId ?? [])
  if (previousIds.length === 0) return
  await updateLegs(
    ctx.db,
    previousIds.map((id) => ({ id, state: 'current' })),
  )
  const ids = (await listLegsByIds(ctx.db, previousIds)).map(({ requestId }) => requestId)
  await updateRequests(ctx.db, [...new Set(ids)], { status: 'effective' }, ctx.now)
}
