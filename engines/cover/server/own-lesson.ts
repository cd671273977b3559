import { daysBetween, notFound, Refusal, type Ctx } from '#packages/core'
import { findLessons, type FoundLesson } from '#engines/timetable/server/api.ts'

/** A lesson that the caller gives; of other lessons the caller learns nothing. */
export async function requireOwnLesson(ctx: Ctx, lessonId: string): Promise<FoundLesson> {
  const [lesson] = await findLessons(ctx, ctx.actor.orgId, { ids: [lessonId] })
  if (!lesson?.teachers.some(({ id }) => id === ctx.actor.userId)) throw notFound('课程')
  return lesson
}

export function refuseLongSpan({ from, to }: { from: string; to: string }, most: number) {
  const days = daysBetween(from, to)
  if (days < 0) throw new Refusal('结束日期不能早于开始日期')
  if (days >= most) throw new Refusal(`一次最多查询${most}天`)
}
