import type { Ctx } from '#packages/core'
import { lockCasesOf } from './case-queries.ts'
import { listMissedSessions } from './session-fact-queries.ts'
import { settleCases } from './update-cases.ts'

/**
 * Leave was approved, and its lessons are filled: the open cases of the pupil in its days are settled by it, unless the
 * child is missing in a lesson that it does not cover.
 */
export async function settleByLeave(
  ctx: Ctx,
  { studentId, from, to }: { studentId: string; from: string; to: string; leaveId: string },
): Promise<void> {
  const cases = (await lockCasesOf(ctx.db, [studentId], { from, to })).filter(({ status }) => status !== 'settled')
  if (cases.length === 0) return
  const missed = new Set((await listMissedSessions(ctx.db, [studentId], { from, to })).map(({ day }) => day))
  await settleCases(
    ctx,
    cases.filter(({ day }) => !missed.has(day)).map(({ id }) => id),
    'leave',
  )
}
