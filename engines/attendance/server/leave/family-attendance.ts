import { addDays, dayOf, type Ctx } from '#packages/core'
import { requireChild } from '#kernel/student/server/api.ts'
import { readRules } from '../sessions/load-lessons.ts'
import { listPupilDays, sumDays } from '../sessions/pupil-days.ts'

const firstOf = (month: string) => `${month}-01`
const lastOf = (month: string) => addDays(firstOf(addDays(firstOf(month), 31).slice(0, 7)), -1)

/** The lessons of a child in a month, as far as they are known. Days to come have leave only. */
export async function getAttendanceMonth(
  ctx: Ctx,
  { studentId, month: asked }: { studentId: string; month?: string | undefined },
) {
  const child = await requireChild(ctx, studentId)
  const month = asked ?? dayOf(ctx.now).slice(0, 7)
  const days = await listPupilDays(ctx, { studentId: child.id, from: firstOf(month), to: lastOf(month) })
  return { month, days, figures: sumDays(days, await readRules(ctx, child.orgId)) }
}
