import type { Ctx } from '#packages/core'
import { listNewLessonsOf } from './leg-queries.ts'
import { updateLegs, type LegRow } from './request-queries.ts'

/** Of a lesson that a publication wrote anew, the new row is meant. Changes the given legs too. */
export async function findMovedLessons(ctx: Pick<Ctx, 'db'>, legs: readonly LegRow[]) {
  const waiting = legs.filter(({ state }) => state === 'pending')
  if (waiting.length === 0) return
  const found = await listNewLessonsOf(
    ctx.db,
    waiting.map(({ id }) => id),
  )
  await updateLegs(ctx.db, found)
  const byLeg = new Map(found.map(({ id, lessonId }) => [id, lessonId]))
  for (const leg of waiting) leg.lessonId = byLeg.get(leg.id) ?? leg.lessonId
}
