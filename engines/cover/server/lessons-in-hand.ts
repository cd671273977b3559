import type { Ctx } from '#packages/core'
import { findLessons } from '#engines/timetable/server/api.ts'
import type { CoverLesson } from '../contract.ts'
import { listRequestedLessons, listDoubtfulLegs } from './cover-state-queries.ts'
import { loadLegs, presentLesson } from './present-lesson.ts'

/** The lessons of a school on a day with an open request or without a teacher. Callers must check the scope. */
export async function listLessonsInHand(ctx: Ctx, orgId: string, day: string): Promise<CoverLesson[]> {
  const alone = await findLessons(ctx, orgId, { isWithoutTeacher: true, from: day, to: day })
  const asked = await findLessons(ctx, orgId, { ids: await listRequestedLessons(ctx.db, orgId, day) })
  const known = new Map([...alone, ...asked].map((lesson) => [lesson.id, lesson]))
  const legs = await loadLegs(ctx, [...known.keys()])
  return [...known.values()]
    .map((lesson) => presentLesson(ctx.now, lesson, legs.get(lesson.id)))
    .toSorted((a, b) => (a.begins < b.begins ? -1 : 1))
}

/** Covers ahead whose absence ended, so that somebody decides. Callers must check the scope. */
export async function listDoubtfulCovers(ctx: Ctx, orgId: string) {
  const legs = await listDoubtfulLegs(ctx.db, orgId, ctx.now)
  const lessons = await findLessons(ctx, orgId, { ids: legs.map(({ lessonId }) => lessonId) })
  const names = new Map(
    lessons.map(({ id, periodName, groupName, subjectName }) => [id, `${periodName} ${groupName}${subjectName}`]),
  )
  return legs.map(({ lessonId, ...leg }) => ({ ...leg, lesson: names.get(lessonId) ?? '' }))
}
