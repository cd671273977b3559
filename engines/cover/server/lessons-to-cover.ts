import type { Ctx } from '#packages/core'
import type { CoverLesson } from '../contract.ts'

/** The lessons of a member in these days with what is being done about each. Callers must check the scope. */
export function listLessonsToCover(
  _ctx: Ctx,
  _question: { orgId: string; userIds: readonly string[]; from: string; to: string },
): Promise<ReadonlyMap<string, CoverLesson[]>> {
  throw new Error('not written yet')
}
