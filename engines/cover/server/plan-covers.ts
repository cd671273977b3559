import { changedByOthers, invalid, notFound, orNotFound, Refusal, type Ctx } from '#packages/core'
import { listAwayOf } from '#engines/duty/server/api.ts'
import { findLessonObstacles, listLessonFacts, type LessonFacts } from '#engines/timetable/server/api.ts'
import type { CoverItem } from '../contract.ts'
import { checkColleagues } from './check-colleagues.ts'
import { checkExchange } from './check-exchange.ts'
import { requireChain } from './chains.ts'
import { listMembers } from './people-queries.ts'
import { listOpenLegsOfLessons, lockLessons, type LegRow } from './request-queries.ts'
import { findLessonTime, type LessonTime } from './lesson-times.ts'
import type { CoverPlanOf, LessonOfCover, PlannedCover } from './planned-cover.ts'
import { toChange, type ChangeOf } from './lesson-changes.ts'
import { begunText, nameTime } from './words.ts'

/**
 * Locks the lessons and checks the rules for each item: all or nothing. Callers must check the scope of the office; a
 * teacher has the own lessons and those that somebody covers for her.
 */
export async function planCovers(ctx: Ctx, of: CoverPlanOf): Promise<PlannedCover[]> {
  const ids = of.items.flatMap(({ lessonId, otherLessonId, kind }) =>
    kind === 'swap' && otherLessonId ? [lessonId, otherLessonId] : [lessonId],
  )
  if (new Set(ids).size < ids.length) throw invalid([{ field: 'lessons', msg: '同一节课不能选择两次' }])
  await lockLessons(ctx.db, ids)
  const lessons = await loadLessons(ctx, ids)
  if (new Set([...lessons.values()].map(({ lesson }) => lesson.orgId)).size > 1)
    throw new Refusal('一次只能安排一所学校的课')
  const planned: PlannedCover[] = []
  for (const item of of.items) planned.push(await planOne(ctx, of, item, lessons))
  await requireChain(ctx, planned, of)
  await checkExchange(ctx, planned, of)
  await refuseObstacles(ctx, planned)
  return checkColleagues(ctx, planned, of)
}

async function loadLessons(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, LessonOfCover>> {
  const facts = await listLessonFacts(ctx, ids)
  const legs = await listOpenLegsOfLessons(ctx.db, ids)
  const find = (id: string, state: LegRow['state']) => legs.find((leg) => leg.lessonId === id && leg.state === state)
  return new Map(
    [...facts].map(([id, lesson]) => [id, { lesson, current: find(id, 'current'), pending: find(id, 'pending') }]),
  )
}

async function planOne(
  ctx: Ctx,
  { applicantId, isAssigned = false }: CoverPlanOf,
  item: CoverItem,
  lessons: ReadonlyMap<string, LessonOfCover>,
): Promise<PlannedCover> {
  const own = orNotFound(lessons.get(item.lessonId), '课程')
  if (applicantId !== undefined && !isOwn(own, applicantId)) throw notFound('课程')
  requireOpen(ctx, own, item.seenAt, isAssigned)
  const other = item.kind === 'swap' ? findOther(ctx, item, lessons) : undefined
  if (other && other.lesson.orgId !== own.lesson.orgId) throw notFound('课程')
  if (item.kind === 'move' && item.to === null) throw new Refusal('请选择调到的时间')
  if (item.kind === 'cancel' && item.to === null && item.cancelReason === null) throw new Refusal('请填写补课安排')
  const isMoved = item.kind === 'move' || item.kind === 'cancel'
  const place = isMoved && item.to ? await findLessonTime(ctx, own.lesson, item.to) : undefined
  const fromId = applicantId ?? (await findAbsentTeacher(ctx, own.lesson))
  return { ...own, item, fromId, other, place, askedIds: [] }
}

/** The own lesson, or one that somebody covers. */
const isOwn = ({ lesson, current }: LessonOfCover, userId: string) =>
  lesson.teacherIds.includes(userId) || current?.fromId === userId

function requireOpen(ctx: Ctx, { lesson, pending }: LessonOfCover, seenAt: string | null, isAssigned: boolean) {
  if (lesson.span.startsAt <= ctx.now) throw new Refusal(begunText)
  if (seenAt !== null && new Date(seenAt).getTime() !== lesson.seenAt.getTime()) throw changedByOthers()
  if (lesson.status === 'cancelled') throw new Refusal(`${nameTime(lesson)}已停课`)
  if (pending && !isAssigned) throw new Refusal(`${nameTime(lesson)}已有申请，请先撤回`)
}

function findOther(ctx: Ctx, item: CoverItem, lessons: ReadonlyMap<string, LessonOfCover>): LessonOfCover {
  if (!item.otherLessonId) throw new Refusal('请选择对方课程的日期')
  const other = orNotFound(lessons.get(item.otherLessonId), '课程')
  requireOpen(ctx, other, item.otherSeenAt, false)
  return other
}

/** Of several teachers the one who is away. */
async function findAbsentTeacher(ctx: Ctx, { teacherIds, span }: LessonFacts): Promise<string | null> {
  if (teacherIds.length < 2) return teacherIds[0] ?? null
  const away = await listAwayOf(
    ctx,
    teacherIds.map((userId) => ({ userId, ...span })),
  )
  return teacherIds.find((_, at) => away[at]!.length > 0) ?? teacherIds[0]!
}

/** Classes, rooms and pupils at the new times; teachers are asked only when it is put in force. */
async function refuseObstacles(ctx: Ctx, planned: readonly PlannedCover[]) {
  const moved = planned.filter(({ other, place }) => other !== undefined || place !== undefined)
  if (moved.length === 0) return
  const names = await listMembers(
    ctx.db,
    moved.flatMap(({ lesson, other }) => [...lesson.teacherIds, ...(other?.lesson.teacherIds ?? [])]),
  )
  const nameOf = (id: string | null) => (id === null ? '' : (names.get(id)?.name ?? ''))
  const changes = moved.flatMap(({ item: { kind }, lesson, other, place, fromId }): ChangeOf[] => {
    if (other)
      return [
        {
          kind,
          lesson,
          fromId,
          toId: null,
          toName: '',
          place: toLessonTime(other.lesson),
          otherSubject: other.lesson.subjectName,
        },
        {
          kind,
          lesson: other.lesson,
          fromId: null,
          toId: null,
          toName: nameOf(fromId),
          place: toLessonTime(lesson),
          otherSubject: lesson.subjectName,
        },
      ]
    return [{ kind, lesson, fromId, toId: null, toName: '', place, otherSubject: '' }]
  })
  const [first] = planned
  const obstacles = await findLessonObstacles(ctx, { orgId: first!.lesson.orgId, changes: changes.map(toChange) })
  const obstacle = obstacles.find((text) => text !== '')
  if (obstacle) throw new Refusal(obstacle)
}

export const toLessonTime = ({ day, periodId, begins, ends, periodName }: LessonFacts): LessonTime => ({
  day,
  periodId,
  begins,
  ends,
  periodName,
})
