import type { Ctx } from '#packages/core'
import { findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import { findLessons, type LessonFacts } from '#engines/timetable/server/api.ts'
import type { CoverLesson } from '../contract.ts'
import { listLostLessons, type LostLesson } from './cover-state-queries.ts'
import { loadLegs, presentLesson } from './present-lesson.ts'

/**
 * The lessons of members in these days with what is being done about each: those that they give, and those that somebody
 * else gives for them or that were moved, at their own time. Callers must check the scope.
 */
export async function listLessonsToCover(
  ctx: Ctx,
  question: { orgId: string; userIds: readonly string[]; from: string; to: string },
): Promise<ReadonlyMap<string, CoverLesson[]>> {
  const { orgId, userIds, from, to } = question
  if (userIds.length === 0) return new Map()
  const given = await findLessons(ctx, orgId, { teacherIds: userIds, from, to })
  const lost = await listLostLessons(ctx.db, question)
  const moved = await findLessons(ctx, orgId, { ids: [...new Set(lost.map(({ lessonId }) => lessonId))] })
  const legs = await loadLegs(
    ctx,
    [...given, ...moved].map(({ id }) => id),
  )
  const lostOf = Map.groupBy(await putBack(ctx, orgId, moved, lost), ({ memberId }) => memberId)
  return new Map(
    userIds.map((userId) => {
      const own = given.filter(({ teachers }) => teachers.some(({ id }) => id === userId))
      const isOwn = new Set(own.map(({ id, day, periodId }) => `${id} ${day} ${periodId}`))
      const gone = (lostOf.get(userId) ?? []).filter(
        ({ lesson: { id, day, periodId } }) => !isOwn.has(`${id} ${day} ${periodId}`),
      )
      const lessons = [
        ...own.map((lesson) => presentLesson(ctx.now, lesson, legs.get(lesson.id))),
        ...gone.map(({ lesson }) => presentLesson(ctx.now, lesson, legs.get(lesson.id), true)),
      ]
      return [userId, lessons.toSorted((a, b) => (`${a.day} ${a.begins}` < `${b.day} ${b.begins}` ? -1 : 1))]
    }),
  )
}

/** Lessons at the times at which their members had them. */
async function putBack(ctx: Ctx, orgId: string, lessons: readonly LessonFacts[], lost: readonly LostLesson[]) {
  if (lost.length === 0) return []
  const days = lost.map(({ day }) => day).toSorted()
  const schemes = await listPeriodSchemesOf(ctx, orgId, days[0]!, days.at(-1)!)
  const found = new Map(lessons.map((lesson) => [lesson.id, lesson]))
  return lost.flatMap(({ memberId, lessonId, day, periodId, begins, ends }) => {
    const lesson = found.get(lessonId)
    if (!lesson) return []
    const periods = findSchemeOn(schemes, lesson.gradeId, day)?.periods
    const periodName = periods?.find(({ slotId }) => slotId === periodId)?.name ?? ''
    return { memberId, lesson: { ...lesson, day, periodId, periodName, begins, ends } }
  })
}
