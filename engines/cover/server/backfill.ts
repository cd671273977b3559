import { notFound, orNotFound, Refusal, type Ctx } from '#packages/core'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import type { CoverSource } from '../contract.ts'
import { loadCases } from './cases.ts'
import { completeCovers } from './complete.ts'
import { createRequests } from './create-requests.ts'
import { listActiveAt } from './people-queries.ts'
import { putInForce } from './put-in-force.ts'
import { listOpenLegsOfLessons, lockLessons, updateLegs } from './request-queries.ts'
import { refuseOverWeek } from './week-limit.ts'
import { nameTime } from './words.ts'

export interface BackfillForm {
  lessonId: string
  kind: 'substitute' | 'supervise'
  userId: string
  source: CoverSource
  reason: string
}

/** 补登: somebody gave a lesson that is over, and nobody wrote it down. Callers must check the scope. */
export async function backfillCover(ctx: Ctx, form: BackfillForm): Promise<{ id: string }> {
  await lockLessons(ctx.db, [form.lessonId])
  const lesson = orNotFound((await listLessonFacts(ctx, [form.lessonId])).get(form.lessonId), '课程')
  if (lesson.span.endsAt > ctx.now) throw new Refusal('该节课还没有结束，请直接安排')
  if (lesson.status === 'cancelled') throw new Refusal(`${nameTime(lesson)}已停课`)
  if (lesson.teacherIds.includes(form.userId)) throw new Refusal('该节课已是这位教师上的')
  if ((await listOpenLegsOfLessons(ctx.db, [lesson.id])).length > 0)
    throw new Refusal(`${nameTime(lesson)}已有代调课记录`)
  if (!(await listActiveAt(ctx.db, lesson.orgId, [form.userId], lesson.day)).has(form.userId)) throw notFound('人员')
  await refuseOverWeek(ctx, lesson.orgId, [{ lessonId: lesson.id, day: lesson.day, memberId: form.userId }])
  const item = {
    lessonId: lesson.id,
    seenAt: lesson.seenAt.toISOString(),
    kind: form.kind,
    askMode: 'office' as const,
    userIds: [form.userId],
    otherLessonId: null,
    otherSeenAt: null,
    to: null,
    cancelReason: null,
  }
  const fromId = lesson.teacherIds[0] ?? null
  const place = { current: undefined, pending: undefined, other: undefined, place: undefined }
  const facts = { source: form.source, reason: form.reason, awaySource: null, awayRef: null, isBackfilled: true }
  const [id] = await createRequests(ctx, [{ ...place, lesson, item, fromId, askedIds: [] }], facts)
  const [created] = await loadCases(ctx, [id!])
  await updateLegs(
    ctx.db,
    created!.legs.map((leg) => ({ id: leg.id, toId: form.userId })),
  )
  await putInForce(ctx, await loadCases(ctx, [id!]), { isPastAllowed: true })
  await completeCovers(ctx, await loadCases(ctx, [id!]))
  return { id: id! }
}
