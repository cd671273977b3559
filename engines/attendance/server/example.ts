import { dayOf, type Ctx } from '#packages/core'
import { aPupil } from '#kernel/student/server/example.ts'
import { aLessonAt } from '#engines/timetable/server/example.ts'
import type { MarkStatus, SavedRoll } from '../contract.ts'
import { formatClock } from './sessions/roll-rules.ts'
import { saveRoll } from './sessions/save-roll.ts'
export { applyForLeave } from './leave/ask-leave.ts'
export { aPupilLeave } from './leave/example-leave.ts'

interface LessonNow {
  orgId: string
  userId: string
  startYear: number
}

const minutes = (count: number) => count * 60_000

/** A lesson that a member gives at this moment, with a class of its own and two pupils. The caller may edit timetables. */
export async function aLessonNow(ctx: Ctx, { orgId, userId, startYear }: LessonNow) {
  const day = dayOf(ctx.now)
  // Near midnight the lesson is shorter, and on the day all the same.
  const clockOn = (moment: Date, edge: string) => (dayOf(moment) === day ? formatClock(moment) : edge)
  const begins = clockOn(new Date(ctx.now.getTime() - minutes(5)), '00:00')
  const ends = clockOn(new Date(ctx.now.getTime() + minutes(35)), '24:00')
  const lesson = await aLessonAt(ctx, { orgId, userId, startYear, day, begins, ends })
  const { gradeId, classIds } = lesson
  const [classId = ''] = classIds
  const pupils: Awaited<ReturnType<typeof aPupil>>[] = []
  for (const name of ['沈明远', '陆清和'])
    pupils.push(await aPupil(ctx, { orgId, gradeId, classId }, { name, guardians: [], on: day }))
  return { ...lesson, classId, day, pupils }
}

/** The roll of a lesson as its teacher submits it. */
export const aRoll = (
  ctx: Ctx,
  { lessonId, orgId, userId }: { lessonId: string; orgId: string; userId: string },
  marks: readonly { studentId: string; status: MarkStatus }[] = [],
): Promise<SavedRoll> => {
  const at = ctx.now.toISOString()
  return saveRoll(
    { ...ctx, actor: { ...ctx.actor, orgId, userId } },
    {
      lessonId,
      device: 'example-device',
      sentAt: at,
      madeAt: at,
      mode: 'absent',
      marks: marks.map((one) => ({ ...one, minutes: null, remark: '', at, seenAt: null })),
      submit: true,
    },
  )
}
