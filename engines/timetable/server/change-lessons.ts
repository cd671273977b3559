import { changedByOthers, notFound, Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { replaceDuties } from '#engines/duty/server/api.ts'
import { lessonsChanged } from '../contract.ts'
import type { ChangedLesson, LessonBefore, LessonChange } from './lesson-change.ts'
import {
  hasLessonsWithoutTeacher,
  listLessonsToChange,
  updateLessons,
  type ChangeableLesson,
} from './lesson-change-queries.ts'
import { judgeTargets } from './lesson-obstacles.ts'
import {
  findStranger,
  hasBegun,
  resolveTargets,
  tooLate,
  type LessonObstacle,
  type LessonTarget,
  type Resolved,
} from './lesson-targets.ts'
import { isSame, keyOf, lessonDuty, planTerm, recountLessons, toDuties } from './store-lessons.ts'
import { lockLessons } from './timetable-queries.ts'

/**
 * Changes lessons of one school together: two may swap. All or nothing. Refuses in words: a lesson that has begun (unless
 * `isPastAllowed`), a class or room that is taken, pupils who have another lesson then (with their number), a teacher who
 * has another duty or is away. Callers must check the scope.
 */
export async function changeLessons(
  ctx: Ctx,
  {
    orgId,
    by,
    changes,
    isPastAllowed,
  }: { orgId: string; by: string; changes: readonly LessonChange[]; isPastAllowed?: boolean },
): Promise<ChangedLesson[]> {
  if (changes.length === 0) return []
  await lockLessons(ctx.db, orgId)
  const lessons = await requireLessons(ctx, orgId, changes)
  const stranger = await findStranger(ctx, orgId, changes)
  if (stranger !== undefined) throw notFound(stranger)
  const wanted = changes.map((change) => ({ change, lesson: lessons.get(change.lessonId)! }))
  const resolved = await resolveTargets(ctx, orgId, wanted, { by, isPastAllowed })
  // What was done is written down even if she was ill that day.
  await refuseObstacles(ctx, orgId, resolved, isPastAllowed)
  await writeTargets(
    ctx,
    orgId,
    resolved.map(({ target }) => target),
  )
  return resolved.map(({ target }) => ({ lessonId: target.lesson.id, before: toBefore(target.lesson) }))
}

/** Why each change would be refused, in words; an empty text means that it may be made. Writes nothing. */
export async function findLessonObstacles(
  ctx: Ctx,
  { orgId, changes }: { orgId: string; changes: readonly LessonChange[] },
): Promise<string[]> {
  const [found] = await judgeBatches(ctx, orgId, [changes])
  return found!.map((obstacle) => obstacle?.text ?? '')
}

/**
 * The first obstacle of each of many proposals of which one will be chosen: two lessons that swap are one proposal.
 * Writes nothing. Callers must check the scope.
 */
export async function findObstaclesOfEach(
  ctx: Ctx,
  { orgId, proposals }: { orgId: string; proposals: readonly (readonly LessonChange[])[] },
): Promise<(LessonObstacle | undefined)[]> {
  const found = await judgeBatches(ctx, orgId, proposals)
  return found.map((some) => some.find((obstacle) => obstacle !== undefined))
}

/** Writes lessons back. A lesson whose timetable no longer holds is counted again instead. Refuses like `changeLessons`. */
export async function restoreLessons(
  ctx: Ctx,
  { orgId, lessons }: { orgId: string; lessons: readonly ChangedLesson[] },
): Promise<void> {
  if (lessons.length === 0) return
  await lockLessons(ctx.db, orgId)
  const stored = await requireLessons(ctx, orgId, lessons)
  const back = lessons.map(({ lessonId, before }) => toTarget(stored.get(lessonId)!, before))
  for (const target of back) refusePast(ctx.now, target)
  const outdated = await findOutdated(ctx, orgId, back)
  const kept = back.filter((target) => !outdated.has(target))
  await refuseObstacles(ctx, orgId, kept.map(toResolved), true)
  // Without a duty first: the teacher may have another lesson in the timetable that holds now.
  await writeTargets(ctx, orgId, [
    ...kept,
    ...[...outdated].map((target) => ({ ...target, ...getTime(target.lesson), teacherIds: [] })),
  ])
  const days = back.map(({ lesson }) => lesson.day)
  if (outdated.size > 0 || (await hasLessonsWithoutTeacher(ctx.db, orgId, days))) await recountLessons(ctx, orgId)
}

async function requireLessons(ctx: Ctx, orgId: string, asked: readonly { lessonId: string }[]) {
  const ids = [...new Set(asked.map(({ lessonId }) => lessonId))]
  const lessons = await listLessonsToChange(ctx.db, orgId, ids)
  if (lessons.size < ids.length || ids.length < asked.length) throw notFound('课程')
  return lessons
}

async function judgeBatches(ctx: Ctx, orgId: string, batches: readonly (readonly LessonChange[])[]) {
  const changes = batches.flat()
  const ids = [...new Set(changes.map(({ lessonId }) => lessonId))]
  const lessons = await listLessonsToChange(ctx.db, orgId, ids)
  if (lessons.size < ids.length) throw notFound('课程')
  const wanted = changes.map((change) => ({ change, lesson: lessons.get(change.lessonId)! }))
  const resolved = await resolveTargets(ctx, orgId, wanted, { by: '' })
  let from = 0
  const inBatches = batches.map((some) => resolved.slice(from, (from += some.length)))
  return judgeTargets(ctx, orgId, inBatches)
}

async function refuseObstacles(ctx: Ctx, orgId: string, resolved: readonly Resolved[], ignoresTeachers = false) {
  const [found] = await judgeTargets(ctx, orgId, [resolved], { ignoresTeachers })
  const first = found!.find((obstacle) => obstacle?.code === 'other') ?? found!.find((one) => one !== undefined)
  if (!first) return
  throw first.code === 'other' ? changedByOthers() : new Refusal(first.text)
}

/** Duties before rows: a duty that is refused leaves everything as it was, also for a caller who goes on. */
async function writeTargets(ctx: Ctx, orgId: string, targets: readonly LessonTarget[]) {
  const ids = targets.map(({ lesson }) => lesson.id)
  const held = targets.filter(({ status, sharesDuty }) => status !== 'cancelled' && !sharesDuty)
  await replaceDuties(
    ctx,
    lessonDuty,
    ids,
    toDuties(
      orgId,
      held.map((target) => ({ ...target, id: target.lesson.id })),
    ),
  )
  await updateLessons(
    ctx.db,
    targets.map((target) => ({ ...target, id: target.lesson.id })),
    ctx.now,
  )
  const days = targets.flatMap(({ day, lesson }) => [day, lesson.day]).toSorted()
  await publish(ctx, lessonsChanged, { orgId, from: days[0]!, to: days.at(-1)!, lessonIds: ids.slice(0, 500) })
}

const getTime = ({ day, periodId, begins, ends }: ChangeableLesson) => ({ day, periodId, begins, ends })

const toBefore = (lesson: ChangeableLesson): LessonBefore => ({
  ...getTime(lesson),
  roomId: lesson.roomId,
  teacherIds: lesson.teacherIds,
  status: lesson.status,
  changedBy: lesson.changedBy,
  remark: lesson.remark,
  ...(lesson.sharesDuty ? { sharesDuty: true } : {}),
})

const toTarget = (lesson: ChangeableLesson, { sharesDuty = false, ...before }: LessonBefore): LessonTarget => ({
  lesson,
  ...before,
  sharesDuty,
})
const toResolved = (target: LessonTarget): Resolved => ({ target, obstacle: undefined })

function refusePast(now: Date, target: LessonTarget) {
  if (hasBegun(now, target.lesson)) throw new Refusal(tooLate)
  if (hasBegun(now, target)) throw new Refusal('原来的时间已过，不能恢复，请另行安排')
}

/** Lessons that go back to a timetable that does not plan them any more, or otherwise: with other times, another teacher. */
async function findOutdated(ctx: Ctx, orgId: string, targets: readonly LessonTarget[]): Promise<Set<LessonTarget>> {
  const outdated = new Set<LessonTarget>()
  const planned = targets.filter(({ changedBy }) => changedBy === null)
  for (const [termId, some] of Map.groupBy(planned, ({ lesson }) => lesson.termId)) {
    const days = some.map(({ lesson }) => lesson.slotDay).toSorted()
    const plan = (await planTerm(ctx, orgId, termId, days[0]!, { until: days.at(-1)! })).planned
    const wanted = new Map(plan.map((lesson) => [keyOf(lesson.slotId, lesson.day), lesson]))
    for (const target of some) {
      const { slotId, slotDay, timetableId } = target.lesson
      const lesson = wanted.get(keyOf(slotId, slotDay))
      const place = { ...target, timetableId, teacherIds: [...target.teacherIds] }
      if (!lesson || lesson.day !== target.day || !isSame(place, lesson)) outdated.add(target)
    }
  }
  return outdated
}
