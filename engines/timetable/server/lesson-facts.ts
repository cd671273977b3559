import type { Ctx } from '#packages/core'
import type { Span } from '#engines/duty/server/api.ts'
import type { DayLesson } from '../contract.ts'
import { describeLessons, nameLesson } from './describe-lessons.ts'
import { listSeenAt } from './lesson-facts-queries.ts'
import { listLessonNames } from './lesson-queries.ts'
import { getSpan } from './store-lessons.ts'

/** A lesson as whoever changes it needs it. */
export interface LessonFacts extends DayLesson {
  orgId: string
  gradeId: string
  roomId: string | null
  teacherIds: string[]
  span: Span
  /** The last change. */
  seenAt: Date
  /** 三(2)班语文课 */
  label: string
}

/** These lessons of any school, as far as they exist. Callers must check the scope. */
export async function listLessonFacts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, LessonFacts>> {
  const wanted = [...new Set(ids)]
  const rows = wanted.length > 0 ? await listLessonNames(ctx.db, wanted) : []
  const seen = await listSeenAt(ctx.db, wanted)
  const facts = new Map<string, LessonFacts>()
  // The periods are those of a school.
  for (const some of Map.groupBy(rows, ({ orgId }) => orgId).values()) {
    const described = new Map((await describeLessons(ctx, some)).map((lesson) => [lesson.id, lesson]))
    for (const { id, orgId, gradeId, roomId, teacherIds } of some) {
      const lesson = described.get(id)!
      const label = nameLesson(lesson)
      facts.set(id, {
        ...lesson,
        orgId,
        gradeId,
        roomId,
        teacherIds,
        label,
        span: getSpan(lesson),
        seenAt: seen.get(id)!,
      })
    }
  }
  return facts
}
