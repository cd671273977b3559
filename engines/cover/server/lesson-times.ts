import { Refusal, type Ctx } from '#packages/core'
import { findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import { toMoment, type LessonFacts } from '#engines/timetable/server/api.ts'

/** A time to which a lesson moves. */
export interface LessonTime {
  day: string
  periodId: string
  periodName: string
  begins: string
  ends: string
}

/** The period of the grade of a lesson on a coming day. */
export async function findLessonTime(
  ctx: Ctx,
  { orgId, gradeId }: Pick<LessonFacts, 'orgId' | 'gradeId'>,
  { day, periodId }: { day: string; periodId: string },
): Promise<LessonTime> {
  const scheme = findSchemeOn(await listPeriodSchemesOf(ctx, orgId, day, day), gradeId, day)
  const period = scheme?.periods.find(({ slotId }) => slotId === periodId)
  if (!period) throw new Refusal('该时间没有这一节，请重新选择')
  const { name, begins, ends } = period
  if (toMoment(day, begins) <= ctx.now) throw new Refusal('调到的时间已过，请重新选择')
  return { day, periodId, periodName: name, begins, ends }
}
