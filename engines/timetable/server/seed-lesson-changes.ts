import type { Ctx } from '#packages/core'
import { endDuties, replaceDuties } from '#engines/duty/server/api.ts'
import { listStoredLessons, updateLesson, type StoredLesson } from './lesson-queries.ts'
import { lessonDuty, toDuties } from './store-lessons.ts'

export interface SeededChange {
  lessonId: string
  to: Partial<Pick<StoredLesson, 'day' | 'periodId' | 'begins' | 'ends'>> & { teacherIds?: string[] }
  isCancelled?: boolean
  remark: string
}

/**
 * Lessons of a demo school that were changed, also those that are over, with the duties of their teachers. The caller
 * knows that everybody is free.
 */
export async function seedLessonChanges(ctx: Ctx, orgId: string, changes: readonly SeededChange[]): Promise<void> {
  const ids = changes.map(({ lessonId }) => lessonId)
  const lessons = new Map((await listStoredLessons(ctx.db, orgId, ids)).map((lesson) => [lesson.id, lesson]))
  const changed: StoredLesson[] = []
  for (const { lessonId, to, isCancelled = false, remark } of changes) {
    const status = isCancelled ? 'cancelled' : 'changed'
    const lesson = { ...lessons.get(lessonId)!, ...to, status, remark } as const
    await updateLesson(ctx.db, { ...lesson, changedBy: 'cover' }, ctx.now)
    changed.push(lesson)
  }
  await endDuties(ctx, lessonDuty, ids)
  await replaceDuties(
    ctx,
    lessonDuty,
    ids,
    toDuties(
      orgId,
      changed.filter(({ status }) => status === 'changed'),
    ),
  )
}
