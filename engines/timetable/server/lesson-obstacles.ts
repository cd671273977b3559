import type { Ctx } from '#packages/core'
import { findFreeObstacles, type FreeQuestion } from '#engines/duty/server/api.ts'
import { describeLessons, nameLesson } from './describe-lessons.ts'
import { listCollisions, type Collision } from './lesson-change-queries.ts'
import { listLessonNames, listMemberNames } from './lesson-queries.ts'
import type { LessonObstacle, LessonTarget, Resolved } from './lesson-targets.ts'
import { toSpan } from './store-lessons.ts'

const isHeld = ({ status }: LessonTarget) => status !== 'cancelled'
/** A lesson that was cancelled takes its time again. */
const isTimeNew = ({ lesson, ...target }: LessonTarget) =>
  lesson.status === 'cancelled' ||
  lesson.day !== target.day ||
  lesson.begins !== target.begins ||
  lesson.ends !== target.ends
const isRoomNew = (target: LessonTarget) =>
  !target.sharesDuty && target.roomId !== null && (isTimeNew(target) || target.roomId !== target.lesson.roomId)
const listNewTeachers = (target: LessonTarget) =>
  target.teacherIds.filter(
    (userId) => isTimeNew(target) || target.lesson.sharesDuty || !target.lesson.teacherIds.includes(userId),
  )

/** What of a lesson others depend on changes: a class that joined it would stand there alone. */
const leavesGuests = (target: LessonTarget) =>
  target.lesson.isJoined &&
  (!isHeld(target) ||
    isTimeNew(target) ||
    target.roomId !== target.lesson.roomId ||
    !target.lesson.teacherIds.every((userId) => target.teacherIds.includes(userId)))

interface JudgeOptions {
  /** The way back is not refused because somebody is away: she was to give the lesson. */
  ignoresTeachers?: boolean
}

/**
 * The first obstacle of each target; undefined: there is none. The targets of one batch change together. Some ten
 * statements for all.
 */
export async function judgeTargets(
  ctx: Ctx,
  orgId: string,
  batches: readonly (readonly Resolved[])[],
  { ignoresTeachers = false }: JudgeOptions = {},
): Promise<(LessonObstacle | undefined)[][]> {
  const all = batches.flatMap((some, batch) => some.map((one) => ({ ...one, batch })))
  const targets = all.map(({ target }) => target)
  const collisions = new Map((await findCollisions(ctx, orgId, all)).map((one) => [one.at, one]))
  const named = await nameCollisions(ctx, [...collisions.values()])
  const teachers = ignoresTeachers ? new Map<number, string>() : await findBusyTeachers(ctx, all)
  const judged = all.map(({ obstacle }, at): LessonObstacle | undefined => {
    const target = targets[at]!
    if (obstacle) return obstacle
    if (leavesGuests(target)) return { code: 'joined', text: '有班级与这节课合班，请先取消合班' }
    const words = teachers.get(at)
    return (
      describeCollision(target, collisions.get(at), named) ??
      (words === undefined ? undefined : { code: 'teacher', text: words })
    )
  })
  let from = 0
  return batches.map((some) => judged.slice(from, (from += some.length)))
}

interface InBatch extends Resolved {
  batch: number
}

async function findCollisions(ctx: Ctx, orgId: string, all: readonly InBatch[]): Promise<Collision[]> {
  if (!all.some(({ target }) => isHeld(target) && (isTimeNew(target) || isRoomNew(target)))) return []
  return listCollisions(
    ctx.db,
    orgId,
    all.map(({ target, batch }) => ({
      batch,
      lessonId: target.lesson.id,
      groupId: target.lesson.groupId,
      day: target.day,
      begins: target.begins,
      ends: target.ends,
      roomId: target.roomId,
      isHeld: isHeld(target),
      isTimeNew: isTimeNew(target),
      isRoomNew: isRoomNew(target),
    })),
  )
}

interface NamedLesson {
  name: string
  roomName: string
}

async function nameCollisions(ctx: Ctx, collisions: readonly Collision[]): Promise<ReadonlyMap<string, NamedLesson>> {
  const ids = new Set(collisions.flatMap((one) => [one.classLessonId, one.roomLessonId]).filter((id) => id !== null))
  if (ids.size === 0) return new Map()
  const lessons = await describeLessons(ctx, await listLessonNames(ctx.db, [...ids]))
  return new Map(lessons.map((lesson) => [lesson.id, { name: nameLesson(lesson), roomName: lesson.roomName }]))
}

function describeCollision(
  target: LessonTarget,
  collision: Collision | undefined,
  named: ReadonlyMap<string, NamedLesson>,
): LessonObstacle | undefined {
  if (!collision) return undefined
  const { classLessonId, pupils, roomLessonId } = collision
  if (classLessonId !== null) return { code: 'class', text: `该节次已有${named.get(classLessonId)!.name}` }
  if (pupils > 0) return { code: 'pupils', text: `${pupils}名学生该节次有其他课程` }
  if (roomLessonId === null || !isRoomNew(target)) return undefined
  const { name, roomName } = named.get(roomLessonId)!
  return { code: 'room', text: `${roomName}该节次已有${name}` }
}

/** Why a teacher who is new at a time cannot be there, by the position of the target. */
async function findBusyTeachers(ctx: Ctx, all: readonly InBatch[]): Promise<Map<number, string>> {
  const lessonsOf = Map.groupBy(all, ({ batch }) => batch)
  const asked = all.flatMap(({ target, batch, obstacle }, at) => {
    if (obstacle || !isHeld(target)) return []
    const without = lessonsOf.get(batch)!.map((one) => one.target.lesson.id)
    // Who takes a further class into her lesson is there already.
    const ask = (userId: string): FreeQuestion & { at: number } => ({ userId, without, ...toSpan(target), at })
    return target.sharesDuty ? [] : listNewTeachers(target).map(ask)
  })
  const words = await findFreeObstacles(ctx, asked)
  const busy = asked.flatMap((ask, index) => {
    const why = words[index] || (isTwice(lessonsOf.get(all[ask.at]!.batch)!, ask) ? '该时段同时有两节课' : '')
    return why === '' ? [] : [{ ...ask, words: why }]
  })
  if (busy.length === 0) return new Map()
  const names = await listMemberNames(ctx.db, [...new Set(busy.map(({ userId }) => userId))])
  return new Map(busy.map(({ at, userId, words: why }) => [at, `${names.get(userId) ?? '该教师'}${why}`]))
}

/** Whether another lesson of the batch would have the same teacher at this time. */
const isTwice = (batch: readonly InBatch[], { userId, startsAt, endsAt }: FreeQuestion) =>
  batch.filter(({ target }) => {
    const span = toSpan(target)
    return (
      isHeld(target) &&
      !target.sharesDuty &&
      target.teacherIds.includes(userId) &&
      span.startsAt < endsAt &&
      span.endsAt > startsAt
    )
  }).length > 1
