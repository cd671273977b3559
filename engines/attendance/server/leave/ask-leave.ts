import { addDays, dayOf, newId, notFound, Refusal, Ret, type Ctx } from '#packages/core'
import { labelOf } from '#packages/contract'
import { endFlow, lockFlowOf, startFlow } from '#kernel/approval/server/api.ts'
import { claimFiles } from '#kernel/files/server/api.ts'
import { listClassTeachers, describeClasses, listPeriodsOn } from '#kernel/schooling/server/api.ts'
import { requireChild, requireCurrentChild } from '#kernel/student/server/api.ts'
import { findLessons } from '#engines/timetable/server/api.ts'
import { pupilLeaveKinds, type PupilLeave, type PupilLeaveForm } from '../../contract.ts'
import { loadLeaveCipher, sealLeaveTexts } from './leave-fields.ts'
import { alreadyChanged, endLeave, getLeave, shortenLeave } from './leave-in-force.ts'
import { leaveGivenUpTemplate, notifyClassTeachers } from './leave-notifications.ts'
import {
  changeLeaveStatus,
  findEnrolmentOn,
  insertLeave,
  isLeaveUsed,
  listGroupsOfPupil,
  listLeaveOfStudent,
  lockLeaveOf,
  type PupilLeaveRow,
} from './leave-queries.ts'
import { familyLimits, planLeave } from './plan-leave.ts'
import { leaveSubject, nameLeaveSpan, presentLeaves } from './present-leave.ts'

/** The periods of a day of the child's grade, with what the child has then, and who decides. */
export async function listLeaveOptions(
  ctx: Ctx,
  { studentId, day: on }: { studentId: string; day?: string | undefined },
) {
  const child = await requireCurrentChild(ctx, studentId)
  const today = dayOf(ctx.now)
  const day = on ?? today
  const enrolment = (await findEnrolmentOn(ctx.db, child.id, day, child.orgId)) ?? child
  const { classId } = enrolment
  const heads = classId ? ((await listClassTeachers(ctx, [classId], today)).get(classId) ?? []) : []
  const classes = await describeClasses(ctx, { classIds: classId ? [classId] : [] }, day)
  const periods = await listPeriodsOn(ctx, child.orgId, enrolment.gradeId, day)
  const groupIds = await listGroupsOfPupil(ctx.db, child.id, day)
  const lessons = groupIds.length > 0 ? await findLessons(ctx, child.orgId, { groupIds, from: day, to: day }) : []
  const subjects = new Map(
    lessons.filter(({ status }) => status !== 'cancelled').map(({ periodId, subjectName }) => [periodId, subjectName]),
  )
  return {
    name: child.name,
    className: classes.get(classId ?? '')?.label ?? '',
    classTeacher: heads.find(({ role }) => role === 'head')?.name ?? '',
    day,
    periods: periods
      .filter(({ kind }) => kind === 'lesson')
      .map(({ slotId, name, begins, ends }) => ({
        id: slotId,
        name,
        begins,
        ends,
        subjectName: subjects.get(slotId) ?? '',
      })),
  }
}

/** A guardian asks; the class teacher decides. */
export async function applyForLeave(ctx: Ctx, form: PupilLeaveForm) {
  const child = await requireCurrentChild(ctx, form.studentId)
  const plan = await planLeave(ctx, { studentId: child.id, orgId: child.orgId }, form, familyLimits)
  const { classId } = (await findEnrolmentOn(ctx.db, child.id, form.startsOn, child.orgId)) ?? child
  const id = newId()
  const { reason, fileIds, ...facts } = form
  const cipher = await loadLeaveCipher(ctx)
  await insertLeave(
    ctx.db,
    {
      ...facts,
      id,
      orgId: child.orgId,
      classId,
      periodIds: plan.periodIds,
      ...sealLeaveTexts(cipher, id, { reason, symptoms: plan.symptoms }),
      status: 'running',
      source: 'guardian',
      askedById: ctx.actor.personId,
      decidedById: null,
    },
    ctx.now,
  )
  await claimFiles(ctx, fileIds, { kind: leaveSubject, id })
  const span = await nameLeaveSpan(ctx, { ...form, orgId: child.orgId })
  await startFlow(ctx, {
    subject: leaveSubject,
    id,
    orgId: child.orgId,
    title: `${child.name}请假`,
    brief: `${span} ${labelOf(pupilLeaveKinds, form.kind)}`,
    values: { classId, kind: form.kind, day: form.startsOn },
  })
  // The flow of a school may let it pass at once.
  return { id, status: (await getLeave(ctx, id)).status }
}

const shownDays = 366

/** The leave of a child during the last year. */
export async function listLeaveOfChild(ctx: Ctx, studentId: string): Promise<PupilLeave[]> {
  const child = await requireChild(ctx, studentId)
  const today = dayOf(ctx.now)
  const rows = await listLeaveOfStudent(ctx.db, child.id, addDays(today, -shownDays), today)
  // Only the school where the child is now.
  const own = rows.filter(({ orgId }) => orgId === child.orgId)
  return presentLeaves(ctx, own, (row) => (child.isPast ? [] : listFamilyActions(row, today)))
}

const listFamilyActions = (row: PupilLeaveRow, today: string): PupilLeave['may'] => {
  if (row.status === 'running') return ['recall']
  return row.status === 'approved' && row.returnedAt === null && row.endsOn >= today ? ['revoke'] : []
}

/** Another child's leave does not exist. The flow is locked first, as by whoever decides. */
async function lockOwnLeave(ctx: Ctx, id: string): Promise<PupilLeaveRow> {
  const { studentId } = await getLeave(ctx, id)
  await requireCurrentChild(ctx, studentId).catch((error: unknown) => {
    // The same words as for leave that does not exist.
    throw error instanceof Refusal && error.ret === Ret.notFound ? notFound('请假') : error
  })
  await lockFlowOf(ctx, leaveSubject, id)
  await lockLeaveOf(ctx.db, studentId)
  return getLeave(ctx, id)
}

/** The family does not need it any more, before anybody has decided. Another guardian may do so too. */
export async function recallLeave(ctx: Ctx, id: string) {
  const leave = await lockOwnLeave(ctx, id)
  if (leave.status !== 'running') throw alreadyChanged()
  await changeLeaveStatus(ctx.db, { id, from: 'running', to: 'recalled', byId: ctx.actor.personId }, ctx.now)
  await endFlow(ctx, { subject: leaveSubject, id, reason: '家长已撤回' })
  return null
}

/**
 * The child comes after all. If a roll has already counted the leave, it stays for that time and ends now; otherwise
 * nothing of it is left.
 */
export async function giveUpLeave(ctx: Ctx, id: string) {
  const leave = await lockOwnLeave(ctx, id)
  if (leave.status !== 'approved' || leave.returnedAt !== null) throw alreadyChanged()
  if (leave.endsOn < dayOf(ctx.now)) throw new Refusal('请假已结束')
  if (await isLeaveUsed(ctx.db, id)) await shortenLeave(ctx, id)
  else await endLeave(ctx, leave, '')
  await notifyClassTeachers(ctx, leave, leaveGivenUpTemplate)
  return null
}
