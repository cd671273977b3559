import { type Ctx } from '#packages/core'
import { findSchemeOn, listCalendarDays, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import type { LessonChange } from './lesson-change.ts'
import { listHosts, type ChangeableLesson } from './lesson-change-queries.ts'
import { listKnownIds } from './model-queries.ts'
import { toMoment } from './store-lessons.ts'

/** A lesson as a change would leave it. */
export interface LessonTarget {
  lesson: ChangeableLesson
  day: string
  periodId: string
  begins: string
  ends: string
  roomId: string | null
  teacherIds: readonly string[]
  status: 'planned' | 'changed' | 'cancelled'
  changedBy: string | null
  remark: string
  sharesDuty: boolean
}

export interface LessonObstacle {
  /** class: the class or group has a lesson then. other: somebody changed the lesson meanwhile. */
  code: 'past' | 'other' | 'time' | 'class' | 'pupils' | 'room' | 'joined' | 'teacher'
  text: string
}

/** What would become of a lesson, and what is wrong with that before looking at other lessons. */
export interface Resolved {
  target: LessonTarget
  obstacle: LessonObstacle | undefined
}

/** As many as the column takes. */
const remarkLength = 60

export const tooLate = '该节课已结束，不能再调整，请使用“补登”'

export const hasBegun = (now: Date, { day, begins }: { day: string; begins: string }) => toMoment(day, begins) <= now

export const formatDay = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`

const getPlace = ({ lesson, to }: { lesson: ChangeableLesson; to: LessonChange['to'] }) => ({
  day: to.day ?? lesson.day,
  periodId: to.periodId ?? lesson.periodId,
})
const isMoved = (lesson: ChangeableLesson, place: { day: string; periodId: string }) =>
  place.day !== lesson.day || place.periodId !== lesson.periodId

/** Finds the times that these places have for the grade of each lesson, from the calendar and the period schemes. */
async function loadTimes(ctx: Ctx, orgId: string, days: readonly string[]) {
  if (days.length === 0) return undefined
  const sorted = days.toSorted()
  const [from, to] = [sorted[0]!, sorted.at(-1)!]
  const calendar = new Map((await listCalendarDays(ctx, orgId, from, to)).map((one) => [one.day, one.asWeekday]))
  const schemes = await listPeriodSchemesOf(ctx, orgId, from, to)
  return (gradeId: string, { day, periodId }: { day: string; periodId: string }) => {
    if (calendar.get(day) === null) return `${formatDay(day)}不上课`
    const period = findSchemeOn(schemes, gradeId, day)?.periods.find(({ slotId }) => slotId === periodId)
    return period ?? `${formatDay(day)}没有这个节次`
  }
}

export interface WantedChange {
  lesson: ChangeableLesson
  change: LessonChange
}

/** The targets of changes, in the order of the changes. A statement or two for all, whatever their number. */
export async function resolveTargets(
  ctx: Ctx,
  orgId: string,
  wanted: readonly WantedChange[],
  { by, isPastAllowed = false }: { by: string; isPastAllowed?: boolean | undefined },
): Promise<Resolved[]> {
  const moved = wanted.filter(({ lesson, change }) => isMoved(lesson, getPlace({ lesson, to: change.to })))
  const findTime = await loadTimes(
    ctx,
    orgId,
    moved.map(({ lesson, change }) => change.to.day ?? lesson.day),
  )
  const resolved = wanted.map(({ lesson, change }): Resolved => {
    const place = getPlace({ lesson, to: change.to })
    const time = findTime && isMoved(lesson, place) ? findTime(lesson.gradeId, place) : lesson
    const { begins, ends } = typeof time === 'string' ? lesson : time
    const target = {
      lesson,
      ...place,
      begins,
      ends,
      roomId: change.to.roomId === undefined ? lesson.roomId : change.to.roomId,
      teacherIds: change.to.teacherIds ?? lesson.teacherIds,
      status: change.to.status ?? 'changed',
      changedBy: by,
      remark: change.remark.slice(0, remarkLength),
      sharesDuty: change.sharesDuty ?? false,
    }
    const isSeen = change.seenAt === undefined || new Date(change.seenAt).getTime() === lesson.updatedAt.getTime()
    const obstacle = !isSeen
      ? ({ code: 'other', text: '数据已被他人修改，请刷新后重试' } as const)
      : typeof time === 'string'
        ? ({ code: 'time', text: time } as const)
        : isPastAllowed
          ? undefined
          : findPastObstacle(ctx.now, target)
    return { target, obstacle }
  })
  return joinHosts(ctx, orgId, resolved)
}

function findPastObstacle(now: Date, target: LessonTarget): LessonObstacle | undefined {
  if (hasBegun(now, target.lesson)) return { code: 'past', text: tooLate }
  return hasBegun(now, target) ? { code: 'past', text: '新的时间已过，请另选时间' } : undefined
}

/** A class that joins another lesson goes where that is given. */
async function joinHosts(ctx: Ctx, orgId: string, resolved: readonly Resolved[]): Promise<Resolved[]> {
  const joining = resolved.filter(({ target, obstacle }) => target.sharesDuty && !obstacle)
  if (joining.length === 0) return [...resolved]
  const found = Map.groupBy(
    await listHosts(
      ctx.db,
      orgId,
      joining.map(({ target }) => target),
    ),
    ({ at }) => at,
  )
  return resolved.map((one) => {
    const at = joining.indexOf(one)
    if (at < 0) return one
    const hosts = (found.get(at) ?? []).filter(({ lessonId }) => lessonId !== one.target.lesson.id)
    const given = new Set(hosts.flatMap(({ teacherIds }) => teacherIds))
    if (hosts.length === 0 || !one.target.teacherIds.every((userId) => given.has(userId)))
      return { ...one, obstacle: { code: 'teacher', text: '该教师这一节没有课，不能合班' } }
    return { ...one, target: { ...one.target, roomId: hosts[0]!.roomId } }
  })
}

/** Members and rooms that a change names are those of the school. Returns what is not: 教师 or 场室. */
export async function findStranger(
  ctx: Pick<Ctx, 'db'>,
  orgId: string,
  changes: readonly LessonChange[],
): Promise<string | undefined> {
  const userIds = [...new Set(changes.flatMap(({ to }) => to.teacherIds ?? []))]
  if (userIds.length > 0 && (await listKnownIds(ctx.db, 'members', orgId, userIds)).length < userIds.length)
    return '教师'
  const roomIds = [...new Set(changes.flatMap(({ to }) => to.roomId ?? []))]
  if (roomIds.length > 0 && (await listKnownIds(ctx.db, 'rooms', orgId, roomIds)).length < roomIds.length) return '场室'
  return undefined
}
