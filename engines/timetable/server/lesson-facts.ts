import type { Ctx } from '#packages/core'
import type { Span } from '#engines/duty/server/api.ts'
import type { DayLesson } from '../contract.ts'
import { describeLessons, nameLesson } from './describe-lessons.ts'
import { listLessonsOfIds, listLessonsWhere, type DatedLesson, type LessonQuestion } from './lesson-facts-queries.ts'
import { toSpan } from './store-lessons.ts'

/** A lesson as everybody reads it, and what whoever changes it has to know. */
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

/** Lessons of one school, in the order of the days. Callers must check the scope. */
export const findLessons = async (ctx: Ctx, orgId: string, question: LessonQuestion): Promise<LessonFacts[]> =>
  toFacts(ctx, await listLessonsWhere(ctx.db, orgId, question))

/** These lessons of any school, as far as they exist. Callers must check the scope. */
export async function listLessonFacts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, LessonFacts>> {
  const rows = ids.length > 0 ? await listLessonsOfIds(ctx.db, [...new Set(ids)]) : []
  const facts: LessonFacts[] = []
  // The periods are those of a school.
  for (const some of Map.groupBy(rows, ({ orgId }) => orgId).values()) facts.push(...(await toFacts(ctx, some)))
  return new Map(facts.map((lesson) => [lesson.id, lesson]))
}

/** Of one school. */
const toFacts = async (ctx: Ctx, rows: readonly DatedLesson[]): Promise<LessonFacts[]> =>
  (await describeLessons(ctx, rows)).map((lesson, at) => {
    const { orgId, gradeId, roomId, teacherIds, updatedAt } = rows[at]!
    const label = nameLesson(lesson)
    return { ...lesson, orgId, gradeId, roomId, teacherIds, label, span: toSpan(lesson), seenAt: updatedAt }
  })
