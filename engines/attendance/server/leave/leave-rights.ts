import { dayOf, notFound, orNotFound, Refusal, type Ctx } from '#packages/core'
import { findReaderOf } from '#kernel/approval/server/api.ts'
import { listClassTeachers } from '#kernel/schooling/server/api.ts'
import { requireChild } from '#kernel/student/server/api.ts'
import { findOfficeRight } from '../attendance-office.ts'
import { findLeave, type PupilLeaveRow } from './leave-queries.ts'
import { leaveSubject } from './present-leave.ts'

const leading: readonly string[] = ['head', 'vice']

/** Whether the caller leads this class today. */
export async function leadsClass(ctx: Ctx, classId: string | null): Promise<boolean> {
  if (classId === null) return false
  const teachers = await listClassTeachers(ctx, [classId], dayOf(ctx.now))
  return (teachers.get(classId) ?? []).some(({ userId, role }) => userId === ctx.actor.userId && leading.includes(role))
}

const findRight = (ctx: Ctx, { orgId, classId }: PupilLeaveRow) =>
  findOfficeRight(ctx, { orgId, classId, day: dayOf(ctx.now) })

/** A task may have been transferred to anybody: leave is decided by the class teacher or the office. */
export async function requireDecider(ctx: Ctx, leaveId: string) {
  const leave = orNotFound(await findLeave(ctx.db, leaveId, dayOf(ctx.now)), '请假')
  const isInCharge = (await leadsClass(ctx, leave.classId)) || (await findRight(ctx, leave)) !== undefined
  // The class teacher of the day on which it was asked keeps the task when the pupil changes class.
  if (!isInCharge && !(await isApprover(ctx, leaveId))) throw notFound('请假')
}

async function isApprover(ctx: Ctx, leaveId: string): Promise<boolean> {
  const reader = await findReaderOf(ctx, leaveSubject, leaveId)
  return reader !== undefined && (reader.isApprover || reader.deputyFor.length > 0)
}

const isOfFamily = (ctx: Ctx, studentId: string): Promise<boolean> =>
  requireChild(ctx, studentId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

/** Reason, symptoms and files are for the family, the class teacher, the office and whoever decides. */
export async function mayReadLeave(ctx: Ctx, leaveId: string): Promise<boolean> {
  const leave = await findLeave(ctx.db, leaveId, dayOf(ctx.now))
  if (!leave) return false
  if (ctx.actor.kind !== 'staff') return ctx.actor.kind === 'guardian' && isOfFamily(ctx, leave.studentId)
  if (await leadsClass(ctx, leave.classId)) return true
  const right = await findRight(ctx, leave)
  return right === 'manage' || right === 'handle' || isApprover(ctx, leaveId)
}
