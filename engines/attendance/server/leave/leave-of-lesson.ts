import { dayOf, type Ctx } from '#packages/core'
import type { PupilLeaveKind, Symptom } from '../../contract.ts'
import { loadLeaveCipher, openLeaveTexts } from './leave-fields.ts'
import { clearReturned, listApprovedLeave, listSickOfClass, setReturned, type ApprovedLeave } from './leave-queries.ts'
import { getHalfOf } from './leave-span.ts'

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
  const half = getHalfOf(begins)
  if (day === leave.startsOn && half === 'am' && leave.startHalf === 'pm') return false
  return !(day === leave.endsOn && half === 'pm' && leave.endHalf === 'am')
}

/** A pupil who came back is expected from the next lesson on; the lesson that had begun keeps its leave. */
const isBackBefore = ({ returnedAt }: ApprovedLeave, { day, begins }: LessonTime) =>
  returnedAt !== null && returnedAt.getTime() <= Date.parse(`${day}T${begins.slice(0, 5)}:00+08:00`)

/**
 * The approved leave of these pupils for a lesson, by pupil; pupils who came back before are not in it. `tapped`: when
 * its roll was tapped, which may be before the lesson begins. A return of that moment can still be put right there.
 */
export async function listLeaveOfLesson(
  ctx: Pick<Ctx, 'db'>,
  studentIds: readonly string[],
  lesson: LessonTime,
  tapped: ReadonlyMap<string, Date> = new Map(),
): Promise<Map<string, LeaveOfLesson>> {
  const leaves = await listApprovedLeave(ctx.db, studentIds, lesson.day, lesson.day)
  const isOfTap = ({ studentId, returnedAt }: ApprovedLeave) =>
    returnedAt !== null && returnedAt.getTime() === tapped.get(studentId)?.getTime()
  return new Map(
    leaves
      .filter((leave) => isLeaveInLesson(leave, lesson) && (!isBackBefore(leave, lesson) || isOfTap(leave)))
      .map(({ studentId, id, kind }) => [studentId, { leaveId: id, kind }]),
  )
}

/** A teacher saw the pupil although leave holds: 提前返校. */
export async function markReturned(ctx: Pick<Ctx, 'db'>, leaveIds: readonly string[], at: Date): Promise<void> {
  if (leaveIds.length > 0) await setReturned(ctx.db, leaveIds, at)
}

/** The same teacher tapped by mistake: the leave goes on. */
export async function unmarkReturned(ctx: Pick<Ctx, 'db' | 'now'>, leaveId: string, at: Date): Promise<void> {
  await clearReturned(ctx.db, leaveId, at, ctx.now)
}

/** Who of a class is on sick leave on a day, with the symptoms: each pupil once. */
export async function listSickPupils(
  ctx: Ctx,
  { classId, day = dayOf(ctx.now) }: { classId: string; day?: string },
): Promise<{ studentId: string; symptoms: Symptom[] }[]> {
  const rows = await listSickOfClass(ctx.db, classId, day)
  if (rows.length === 0) return []
  const cipher = await loadLeaveCipher(ctx)
  return [...Map.groupBy(rows, ({ studentId }) => studentId)].map(([studentId, some]) => ({
    studentId,
    symptoms: [...new Set(some.flatMap((row) => openLeaveTexts(cipher, row).symptoms))],
  }))
}
