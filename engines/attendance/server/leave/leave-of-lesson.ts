import type { Ctx } from '#packages/core'
import type { PupilLeaveKind } from '../../contract.ts'

export interface LeaveOfLesson {
  leaveId: string
  kind: PupilLeaveKind
}
export interface LessonTime {
  day: string
  periodId: string
  begins: string
}

/** Whether leave holds for a lesson: the listed periods of its day, or the half-days it covers. */
export const isLeaveInLesson = (
  leave: { startsOn: string; startHalf: string; endsOn: string; endHalf: string; periodIds: readonly string[] },
  { day, periodId, begins }: LessonTime,
): boolean => {
  if (day < leave.startsOn || day > leave.endsOn) return false
  if (leave.periodIds.length > 0) return leave.periodIds.includes(periodId)
  const half = begins < '12:00' ? 'am' : 'pm'
  if (day === leave.startsOn && half === 'am' && leave.startHalf === 'pm') return false
  return !(day === leave.endsOn && half === 'pm' && leave.endHalf === 'am')
}

/** The approved leave of these pupils for a lesson, by pupil; pupils who came back before are not in it. */
export async function listLeaveOfLesson(
  _ctx: Ctx,
  _studentIds: readonly string[],
  _lesson: LessonTime,
): Promise<Map<string, LeaveOfLesson>> {
  return new Map()
}

/** A teacher saw the pupil although leave holds: 提前返校. */
export async function markReturned(_ctx: Ctx, _leaveIds: readonly string[], _at: Date): Promise<void> {}
