import { dayOf, type Ctx } from '#packages/core'
import { labelOf } from '#packages/contract'
import { defineTemplate, sendMessages, type MessageTemplate } from '#kernel/message/server/api.ts'
import { listClassTeachers } from '#kernel/schooling/server/api.ts'
import { notifyFamilies } from '#kernel/student/server/api.ts'
import { pupilLeaveKinds } from '../../contract.ts'
import type { PupilLeaveRow } from './leave-queries.ts'
import { nameLeaveSpan } from './present-leave.ts'

// None of them says why the child is away.
export const leaveDecidedTemplate = defineTemplate({
  code: 'pupil-leave.decided',
  kind: 'notice',
  title: '{child}的请假{outcome}',
  body: '{span}，{kind}。',
})
export const leaveEnteredTemplate = defineTemplate({
  code: 'pupil-leave.entered',
  kind: 'notice',
  title: '老师为{child}登记了请假',
  body: '{span}，{kind}。如有出入请联系班主任。',
})
export const leaveRevokedTemplate = defineTemplate({
  code: 'pupil-leave.revoked',
  kind: 'notice',
  title: '{child}的请假已由老师取消',
  body: '{span}，{kind}。如有疑问请联系班主任。',
})
export const leaveGivenUpTemplate = defineTemplate({
  code: 'pupil-leave.given-up',
  kind: 'notice',
  title: '{child}的请假已由家长取消',
  body: '{span}的{kind}不再有效，请留意是否到校。',
})
export const leaveHoldsTemplate = defineTemplate({
  code: 'pupil-leave.holds',
  kind: 'notice',
  title: '{child}请假',
  body: '{span}，{kind}。',
})
export const leaveTemplates: readonly MessageTemplate[] = [
  leaveDecidedTemplate,
  leaveEnteredTemplate,
  leaveRevokedTemplate,
  leaveGivenUpTemplate,
  leaveHoldsTemplate,
]

export const familyLeavePage = '/studentMain/leave'

const valuesOf = async (ctx: Ctx, leave: PupilLeaveRow) => ({
  child: leave.name,
  span: await nameLeaveSpan(ctx, leave),
  kind: labelOf(pupilLeaveKinds, leave.kind),
})

const subjectOf = ({ code }: MessageTemplate, { id }: PupilLeaveRow) => ({ kind: code, id })

/** Everybody of the family who may know about the child. */
export async function notifyFamilyOfLeave(
  ctx: Ctx,
  leave: PupilLeaveRow,
  template: MessageTemplate,
  more: Readonly<Record<string, string>> = {},
) {
  const values = { ...(await valuesOf(ctx, leave)), ...more }
  await notifyFamilies(ctx, {
    studentIds: [leave.studentId],
    template,
    values: () => values,
    subject: subjectOf(template, leave),
    url: familyLeavePage,
  })
}

/** The class teachers of today, except whoever did it. */
export async function notifyClassTeachers(ctx: Ctx, leave: PupilLeaveRow, template: MessageTemplate) {
  if (!leave.classId) return
  const teachers = await listClassTeachers(ctx, [leave.classId], dayOf(ctx.now))
  const heads = (teachers.get(leave.classId) ?? []).filter(({ role }) => role === 'head')
  await sendMessages(ctx, template, {
    to: heads.map(({ personId }) => personId).filter((personId) => personId !== ctx.actor.personId),
    values: await valuesOf(ctx, leave),
    subject: subjectOf(template, leave),
    orgId: leave.orgId,
  })
}
