import { dayOf, invalid, notFound, Refusal, type Ctx } from '#packages/core'
import { listPeriodsOfSchool } from '#engines/timetable/server/api.ts'
import type { PupilLeaveForm } from '../../contract.ts'
import { listLeaveOfStudent, lockLeaveOf } from './leave-queries.ts'
import { checkSpan, isOverlapping } from './leave-span.ts'

/**
 * A family may say a week later why the child was away, because a note of the hospital comes late; the figures of the
 * month before stay as they are. Who enters leave for a family has a month.
 */
export const familyLimits = { ahead: 30, back: 7 } as const
export const staffLimits = { ahead: 90, back: 30 } as const

/** Refuses a span that cannot be, and one that another leave of the pupil covers. Locks the leave of the pupil. */
export async function planLeave(
  ctx: Ctx,
  { studentId, orgId }: { studentId: string; orgId: string },
  form: PupilLeaveForm,
  limits: { ahead: number; back: number },
) {
  const today = dayOf(ctx.now)
  checkSpan(form, { today, ...limits })
  if (form.kind !== 'sick' && form.reason.length < 2) throw invalid([{ field: 'reason', msg: '请填写事由' }])
  await lockLeaveOf(ctx.db, studentId)
  const others = (await listLeaveOfStudent(ctx.db, studentId, form.startsOn, today)).filter(
    ({ status, returnedAt }) => (status === 'running' || status === 'approved') && returnedAt === null,
  )
  const hasPeriods = form.periodIds.length > 0
  const periods = hasPeriods ? await listPeriodsOfSchool(ctx, orgId, form.startsOn) : []
  if (hasPeriods && form.periodIds.some((id) => !periods.some((period) => period.id === id))) throw notFound('节次')
  for (const other of others) {
    const known = other.periodIds.length > 0 ? await listPeriodsOfSchool(ctx, orgId, other.startsOn) : periods
    if (isOverlapping(form, other, known)) throw new Refusal('该时间已有请假')
  }
  // Symptoms belong to illness, and a whole day has no periods.
  return {
    symptoms: form.kind === 'sick' ? [...new Set(form.symptoms)] : [],
    periodIds: [...new Set(form.periodIds)],
  }
}
