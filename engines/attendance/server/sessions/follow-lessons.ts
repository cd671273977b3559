import type { Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { lessonsChanged } from '#engines/timetable/contract.ts'
import { findLessonAt } from './lesson-queries.ts'
import { detachSession, lockSessionsWithoutLesson, moveSession } from './session-queries.ts'

/**
 * A publication writes lessons of today anew that have not begun: a roll that was opened before belongs to the new
 * lesson of its group at its time. A roll whose lesson was moved stays where it was called, and the lesson needs another
 * one; moved back, it has its roll again.
 */
export async function followLessons(ctx: Ctx, { orgId, from, to }: { orgId: string; from: string; to: string }) {
  for (const session of await lockSessionsWithoutLesson(ctx.db, orgId, from, to)) {
    const lessonId = await findLessonAt(ctx.db, session)
    const isFollowed = lessonId !== undefined && (await moveSession(ctx.db, session.id, lessonId, ctx.now))
    if (!isFollowed && session.ref !== session.id) await detachSession(ctx.db, session.id, ctx.now)
  }
}

export const onLessonsChanged = subscribe(
  lessonsChanged,
  { name: 'attendance.on-lessons', title: '课表变动后更新点名' },
  followLessons,
)
