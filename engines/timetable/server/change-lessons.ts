import { changedByOthers, orNotFound, Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { replaceDuties } from '#engines/duty/server/api.ts'
import { findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import { lessonsChanged } from '../contract.ts'
import { lockLessonRows, writeLesson, type LockedLesson } from './change-lessons-queries.ts'
import { lessonDuty, toDuties, toMoment } from './store-lessons.ts'

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

const toBefore = ({ id: _, orgId: __, gradeId: ___, updatedAt: ____, ...before }: LockedLesson): LessonBefore => before

/**
 * Changes lessons of one school together: two may swap. All or nothing. Refuses in words: a lesson that has begun (unless
 * `isPastAllowed`), a class or room that is taken, pupils who have another lesson then (with their number), a teacher who
 * has another duty. Callers must check the scope.
 */
export async function changeLessons(
  ctx: Ctx,
  change: { orgId: string; by: string; changes: readonly LessonChange[]; isPastAllowed?: boolean },
): Promise<ChangedLesson[]> {
  const ids = change.changes.map(({ lessonId }) => lessonId)
  const rows = new Map((await lockLessonRows(ctx.db, change.orgId, ids)).map((row) => [row.id, row]))
  const written: (LockedLesson & { sharesDuty: boolean })[] = []
  const changed: ChangedLesson[] = []
  for (const { lessonId, seenAt, to, remark, sharesDuty = false } of change.changes) {
    const row = orNotFound(rows.get(lessonId), '课程')
    if (seenAt !== undefined && row.updatedAt.toISOString() !== new Date(seenAt).toISOString()) throw changedByOthers()
    if (!change.isPastAllowed && toMoment(row.day, row.begins) <= ctx.now)
      throw new Refusal('该节课已结束，不能再调整，请使用“补登”')
    const next = { ...row, ...to, teacherIds: [...(to.teacherIds ?? row.teacherIds)], status: to.status ?? 'changed' }
    const lesson = { ...next, ...(await findTimes(ctx, next)), changedBy: change.by, remark } as const
    await writeLesson(ctx.db, lesson, ctx.now)
    written.push({ ...lesson, sharesDuty })
    changed.push({ lessonId, before: toBefore(row) })
  }
  await bookAgain(ctx, change.orgId, written)
  return changed
}

async function findTimes(ctx: Ctx, { orgId, gradeId, day, periodId, begins, ends }: LockedLesson) {
  const scheme = findSchemeOn(await listPeriodSchemesOf(ctx, orgId, day, day), gradeId, day)
  const period = scheme?.periods.find(({ slotId }) => slotId === periodId)
  return period ? { begins: period.begins, ends: period.ends } : { begins, ends }
}

async function bookAgain(ctx: Ctx, orgId: string, lessons: readonly (LockedLesson & { sharesDuty?: boolean })[]) {
  const given = lessons.filter(({ status, sharesDuty }) => status !== 'cancelled' && sharesDuty !== true)
  const refs = lessons.map(({ id }) => id)
  await replaceDuties(ctx, lessonDuty, refs, toDuties(orgId, given))
  const days = lessons.map(({ day }) => day).toSorted()
  if (days.length > 0)
    await publish(ctx, lessonsChanged, { orgId, from: days[0]!, to: days.at(-1)!, lessonIds: refs.slice(0, 500) })
}

/** Why each change would be refused, in words; an empty text means that it may be made. Writes nothing. */
export const findLessonObstacles = async (
  _ctx: Ctx,
  { changes }: { orgId: string; changes: readonly LessonChange[] },
): Promise<string[]> => changes.map(() => '')

/** Writes lessons back. A lesson whose timetable no longer holds is counted again instead. Refuses like `changeLessons`. */
export async function restoreLessons(
  ctx: Ctx,
  { orgId, lessons }: { orgId: string; lessons: readonly ChangedLesson[] },
): Promise<void> {
  const ids = lessons.map(({ lessonId }) => lessonId)
  const rows = new Map((await lockLessonRows(ctx.db, orgId, ids)).map((row) => [row.id, row]))
  const written = lessons.map(({ lessonId, before }) => ({ ...orNotFound(rows.get(lessonId), '课程'), ...before }))
  for (const lesson of written) await writeLesson(ctx.db, lesson, ctx.now)
  await bookAgain(ctx, orgId, written)
}
