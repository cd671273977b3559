import { listContributions, type Ctx } from '#packages/core'

export interface LessonsOfTeacher {
  groupId: string
  userId: string
  /** The first day that counts. */
  from: string
}

/** A module with a timetable counts the lessons that somebody still has with a group. */
export interface LessonCount {
  key: string
  count(ctx: Ctx, of: LessonsOfTeacher): Promise<number>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Lessons of a teacher with a group, from the modules above that have a timetable. */
    lessonCounts: LessonCount
  }
}

export async function countLessonsLeft(ctx: Ctx, of: LessonsOfTeacher): Promise<number> {
  let lessons = 0
  for (const { count } of listContributions(ctx, 'lessonCounts')) lessons += await count(ctx, of)
  return lessons
}
