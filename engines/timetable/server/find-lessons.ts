import type { Ctx } from '#packages/core'
import type { DayLesson } from '../contract.ts'
import { describeLessons } from './describe-lessons.ts'
import { listLessonsWhere, type LessonQuestion } from './find-lessons-queries.ts'

/** A lesson as everybody reads it, and what whoever changes it has to know. */
export interface FoundLesson extends DayLesson {
  orgId: string
  gradeId: string
  /** The last change. */
  seenAt: Date
}

/** Lessons of one school, in the order of the days. Callers must check the scope. */
export async function findLessons(ctx: Ctx, orgId: string, question: LessonQuestion): Promise<FoundLesson[]> {
  const rows = await listLessonsWhere(ctx.db, orgId, question)
  const described = await describeLessons(ctx, rows)
  return described.map((lesson, at) => ({ ...lesson, orgId, gradeId: rows[at]!.gradeId, seenAt: rows[at]!.updatedAt }))
}
