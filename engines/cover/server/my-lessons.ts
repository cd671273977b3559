import type { QueryOf } from '#packages/contract'
import type { Ctx } from '#packages/core'
import type { coverApi, CoverLesson } from '../contract.ts'
import { listLessonsToCover } from './lessons-to-cover.ts'
import { refuseLongSpan } from './own-lesson.ts'

/** The caller's lessons at the school of the session. */
export async function listMyLessons(ctx: Ctx, span: QueryOf<typeof coverApi.myLessons>): Promise<CoverLesson[]> {
  refuseLongSpan(span, 62)
  const { orgId, userId } = ctx.actor
  return (await listLessonsToCover(ctx, { orgId, userIds: [userId], ...span })).get(userId) ?? []
}
