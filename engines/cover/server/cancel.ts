import { Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { restoreLessons } from '#engines/timetable/server/api.ts'
import { coverEnded } from '../contract.ts'
import { hasBegun, isOpen, type CoverCase } from './cases.ts'
import { cancelledTemplate } from './cover-notifications.ts'
import { endRequests } from './end-requests.ts'
import { notifyConcerned } from './notify-of-change.ts'
import { revivePrevious } from './previous-covers.ts'
import { updateLegs, updateRequests } from './request-queries.ts'
import { writeNote } from './sealed-texts.ts'
import { begunText, handledText } from './words.ts'

/**
 * The lessons are as they were before: of a cover of a cover, the one before it gives them again. Nothing of what has begun
 * is undone. The callers hold the locks of `lockCases` and have checked the scope.
 */
export async function cancelCovers(ctx: Ctx, cases: readonly CoverCase[], reason: string) {
  const open = cases.filter(isOpen)
  const inForce = cases.filter((one) => !isOpen(one))
  for (const one of inForce) requireCancellable(ctx, one)
  await endRequests(ctx, open, 'cancelled', reason)
  if (inForce.length === 0) return
  const legs = inForce.flatMap((one) => one.legs)
  await updateLegs(
    ctx.db,
    legs.map(({ id }) => ({ id, state: 'ended' })),
  )
  const ids = inForce.map(({ id }) => id)
  await updateRequests(ctx.db, ids, { status: 'cancelled', is_in_doubt: false }, ctx.now)
  await writeNote(ctx, ids, reason)
  await revivePrevious(ctx, legs)
  for (const [orgId, some] of Map.groupBy(inForce, (one) => one.orgId)) {
    const lessons = some.flatMap((one) => one.legs.map(({ lessonId, before }) => ({ lessonId, before })))
    await restoreLessons(ctx, { orgId, lessons })
    for (const { id, legs: own } of some)
      await publish(ctx, coverEnded, { requestId: id, orgId, lessonIds: own.map(({ lessonId }) => lessonId) })
  }
  await notifyConcerned(ctx, cancelledTemplate, inForce)
}

function requireCancellable(ctx: Ctx, one: CoverCase) {
  if (one.status === 'superseded') throw new Refusal('该节课已再次转代，请先取消后一次')
  if (one.status !== 'effective') throw new Refusal(one.status === 'done' ? begunText : handledText)
  // Two lessons go back together, or neither.
  if (one.legs.some(({ state }) => state !== 'current')) throw new Refusal('互换课程须同时取消，请先取消其中一节的代课')
  if (!hasBegun(ctx, one)) return
  throw new Refusal(one.kind === 'swap' ? '对方课程已上，不能取消，请另行安排' : begunText)
}
