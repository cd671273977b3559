import type { Ctx } from '#packages/core'
import { teachingKinds } from '#engines/timetable/contract.ts'
import { findObstaclesOfEach, type LessonFacts } from '#engines/timetable/server/api.ts'
import { findSchemeOn, listCalendarDays, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import { refuseLongSpan } from './own-lesson.ts'

/** The times of the span at which the class has no lesson, with what else is in the way. Callers must check the scope. */
export async function listPlaces(ctx: Ctx, own: LessonFacts, { from, to }: { from: string; to: string }) {
  refuseLongSpan({ from, to }, 31)
  const schemes = await listPeriodSchemesOf(ctx, own.orgId, from, to)
  const days = (await listCalendarDays(ctx, own.orgId, from, to)).filter(({ asWeekday }) => asWeekday !== null)
  const places = days
    .flatMap(({ day }) =>
      (findSchemeOn(schemes, own.gradeId, day)?.periods ?? [])
        .filter(({ kind }) => teachingKinds.includes(kind))
        .map(({ slotId, name, begins }) => ({ day, periodId: slotId, periodName: name, begins })),
    )
    .filter(({ day, periodId }) => day !== own.day || periodId !== own.periodId)
  const obstacles = await findObstaclesOfEach(ctx, {
    orgId: own.orgId,
    proposals: places.map(({ day, periodId }) => [
      { lessonId: own.id, seenAt: undefined, to: { day, periodId }, remark: '' },
    ]),
  })
  return places.flatMap((place, at) => {
    const obstacle = obstacles[at]
    return obstacle?.code === 'class' || obstacle?.code === 'past' ? [] : [{ ...place, obstacle: obstacle?.text ?? '' }]
  })
}
