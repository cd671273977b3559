import type { Ctx } from '#packages/core'

/** What a lesson was: enough to write it back. Stored by whoever changes it. */
export interface LessonBefore {
  day: string
  periodId: string
  begins: string
  ends: string
  roomId: string | null
  teacherIds: string[]
  status: 'planned' | 'changed' | 'cancelled'
  changedBy: string | null
  remark: string
}

export interface LessonChange {
  lessonId: string
  /** updated_at of the lesson as the caller saw it; another one means that somebody else changed it: -9. */
  seenAt: string | undefined
  /** What is left out stays. */
  to: {
    day?: string
    periodId?: string
    roomId?: string | null
    teacherIds?: readonly string[]
    status?: 'changed' | 'cancelled'
  }
  /** Read by pupils and parents: 由王芳代课, 与英语课对调. Never a reason. */
  remark: string
  /** The class joins the lesson that its new teacher gives then: she is not booked a second time. */
  sharesDuty?: boolean
}

export interface ChangedLesson {
  lessonId: string
  before: LessonBefore
}

/**
 * Changes lessons of one school together: two may swap. All or nothing. Refuses in words: a lesson that has begun (unless
 * `isPastAllowed`), a class or room that is taken, pupils who have another lesson then (with their number), a teacher who
 * has another duty. Callers must check the scope.
 */
export function changeLessons(
  _ctx: Ctx,
  _change: { orgId: string; by: string; changes: readonly LessonChange[]; isPastAllowed?: boolean },
): Promise<ChangedLesson[]> {
  throw new Error('not written yet')
}

/** Why each change would be refused, in words; an empty text means that it may be made. Writes nothing. */
export function findLessonObstacles(
  _ctx: Ctx,
  _change: { orgId: string; changes: readonly LessonChange[] },
): Promise<string[]> {
  throw new Error('not written yet')
}

/** Writes lessons back. A lesson whose timetable no longer holds is counted again instead. Refuses like `changeLessons`. */
export function restoreLessons(
  _ctx: Ctx,
  _change: { orgId: string; lessons: readonly ChangedLesson[] },
): Promise<void> {
  throw new Error('not written yet')
}
