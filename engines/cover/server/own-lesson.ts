import { daysBetween, notFound, Refusal, type Ctx } from '#packages/core'
import { findLessons, type LessonFacts } from '#engines/timetable/server/api.ts'
import type { CandidateQuestion } from './find-candidates.ts'

/** A lesson that the caller gives; of other lessons the caller learns nothing. */
export async function requireOwnLesson(ctx: Ctx, lessonId: string): Promise<LessonFacts> {
  const [lesson] = await requireOwnLessons(ctx, [lessonId])
  return lesson!
}

async function requireOwnLessons(ctx: Ctx, lessonIds: readonly string[]): Promise<LessonFacts[]> {
  const lessons = await findLessons(ctx, ctx.actor.orgId, { ids: [...lessonIds] })
  const own = lessons.filter(({ teachers }) => teachers.some(({ id }) => id === ctx.actor.userId))
  if (own.length < new Set(lessonIds).size) throw notFound('课程')
  return own
}

/** Who asks for candidates of own lessons: only whom the setting of the school lets a teacher ask. */
export async function askForOwn(ctx: Ctx, lessonIds: readonly string[]): Promise<CandidateQuestion> {
  await requireOwnLessons(ctx, lessonIds)
  return { orgId: ctx.actor.orgId, lessonIds, askedBy: ctx.actor.userId }
}

export function refuseLongSpan({ from, to }: { from: string; to: string }, most: number) {
  const days = daysBetween(from, to)
  if (days < 0) throw new Refusal('结束日期不能早于开始日期')
  if (days >= most) throw new Refusal(`一次最多查询${most}天`)
}
