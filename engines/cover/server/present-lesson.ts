import type { Ctx } from '#packages/core'
import { toMoment, type LessonFacts } from '#engines/timetable/server/api.ts'
import type { CoverLesson } from '../contract.ts'
import { listOpenLegs, type OpenLeg } from './cover-state-queries.ts'

export interface LegsOfLesson {
  pending?: OpenLeg
  current?: OpenLeg
}

/** The open request and the cover in force of each lesson. */
export async function loadLegs(ctx: Ctx, lessonIds: readonly string[]): Promise<ReadonlyMap<string, LegsOfLesson>> {
  const legs = new Map<string, LegsOfLesson>()
  for (const leg of lessonIds.length > 0 ? await listOpenLegs(ctx.db, lessonIds) : [])
    legs.set(leg.lessonId, { ...legs.get(leg.lessonId), [leg.state]: leg })
  return legs
}

/**
 * A lesson and what is being done about it. `isLost`: for somebody whose lesson it was and who does not give it now, so it
 * is arranged; for everybody else a cover that is in force may need a cover itself.
 */
export function presentLesson(
  now: Date,
  lesson: LessonFacts,
  { pending, current }: LegsOfLesson = {},
  isLost = false,
): CoverLesson {
  const isPast = toMoment(lesson.day, lesson.begins) <= now
  const isAsked = pending !== undefined && !isLost
  const leg = isAsked ? pending : current
  const { orgId: _, gradeId: __, groupId: ___, status, remark: ____, seenAt, id, ...facts } = lesson
  const isGivenByOther =
    leg?.state === 'current' && (leg.kind === 'substitute' || leg.kind === 'supervise' || leg.kind === 'merge')
  const given = isGivenByOther ? lesson.teachers.map(({ name }) => name) : (leg?.toNames ?? [])
  return {
    ...facts,
    lessonId: id,
    seenAt: seenAt.toISOString(),
    state: status === 'cancelled' ? 'cancelled' : isPast ? 'past' : isLost ? 'covered' : isAsked ? 'asked' : 'free',
    requestId: leg?.requestId ?? null,
    requestStatus: leg?.requestStatus ?? null,
    kind: leg?.kind ?? null,
    toNames: status === 'cancelled' ? [] : given,
  }
}
