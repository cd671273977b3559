import { Refusal, type Ctx } from '#packages/core'
import { labelOf } from '#packages/contract'
import { defineSubject } from '#kernel/approval/server/api.ts'
import { listOwnerFiles, type FileOwner } from '#kernel/files/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { pupilLeaveKinds, symptoms } from '../../contract.ts'
import { loadLeaveCipher, openLeaveTexts } from './leave-fields.ts'
import { alreadyChanged, getLeave, putInForce } from './leave-in-force.ts'
import {
  leaveDecidedTemplate,
  leaveHoldsTemplate,
  notifyClassTeachers,
  notifyFamilyOfLeave,
} from './leave-notifications.ts'
import { changeLeaveStatus, lockLeaveOf } from './leave-queries.ts'
import { mayReadLeave, requireDecider } from './leave-rights.ts'
import { leaveSubject, nameLeaveSpan } from './present-leave.ts'

/** The class teacher of the child decides; 德育处 if the class has none. */
export const leaveApproval = defineSubject({
  key: leaveSubject,
  title: '学生请假',
  // A teacher does not decide about the own child.
  flag: 'personnel',
  fields: {
    classId: { label: '班级', type: 'class' },
    kind: {
      label: '类型',
      type: 'text',
      options: Object.fromEntries(
        Object.keys(pupilLeaveKinds).map((kind) => [kind, labelOf(pupilLeaveKinds, kind as never)]),
      ),
    },
    day: { label: '开始日期', type: 'date' },
  },
  rules: {
    name: '学生请假审批',
    recall: 'any',
    steps: [
      {
        key: 'class-teacher',
        name: '班主任审批',
        type: 'approve',
        approver: { kind: 'class-head', with: { field: 'classId' } },
        empty: 'named',
        emptyTo: { kind: 'role', with: { template: 'moral' } },
        dueHours: 4,
        allow: { transfer: true, addSign: false, return: false },
      },
    ],
  },
  // Families have no page of approvals; they are told by messages of their own.
  isHiddenFromApplicant: true,
  mayReturn: false,
  describe: describeLeave,
  canRead: mayReadLeave,
  checkApprover: requireDecider,
  onApproved: approveLeave,
  onRejected: (ctx, id) => closeLeave(ctx, id),
  onReturned: () => Promise.reject(new Refusal('请假申请不能退回，请同意或不同意')),
  onRecalled: (ctx, id) => closeLeave(ctx, id),
  onTerminated: (ctx, id) => closeLeave(ctx, id),
})

export const leaveFileOwner: FileOwner = { kind: leaveSubject, canRead: mayReadLeave, isInternal: true }

async function describeLeave(ctx: Ctx, id: string) {
  const leave = await getLeave(ctx, id)
  const classes = await describeClasses(ctx, { classIds: leave.classId ? [leave.classId] : [] }, leave.startsOn)
  const lead = [
    { label: '学生', value: leave.name },
    { label: '班级', value: classes.get(leave.classId ?? '')?.label ?? '未编班' },
    { label: '类型', value: labelOf(pupilLeaveKinds, leave.kind) },
    { label: '时间', value: await nameLeaveSpan(ctx, leave) },
  ]
  // Somebody with a copy only learns that the pupil is away.
  if (!(await mayReadLeave(ctx, id))) return { lead, facts: [], files: [] }
  const texts = openLeaveTexts(await loadLeaveCipher(ctx), leave)
  const files = (await listOwnerFiles(ctx, { kind: leaveSubject, ids: [id] })).get(id) ?? []
  const facts = [
    { label: '事由', value: texts.reason },
    { label: '症状', value: texts.symptoms.map((symptom) => labelOf(symptoms, symptom)).join('、') },
    { label: '申请人', value: leave.askedBy },
  ]
  return {
    lead,
    facts: facts.filter(({ value }) => value !== ''),
    files: files.map((file) => ({ id: file.id, name: file.name, size: file.size })),
  }
}

async function approveLeave(ctx: Ctx, id: string) {
  const { studentId } = await getLeave(ctx, id)
  await lockLeaveOf(ctx.db, studentId)
  const byId = ctx.actor.personId
  if (!(await changeLeaveStatus(ctx.db, { id, from: 'running', to: 'approved', byId }, ctx.now))) throw alreadyChanged()
  const leave = await getLeave(ctx, id)
  await putInForce(ctx, leave)
  await notifyFamilyOfLeave(ctx, leave, leaveDecidedTemplate, { outcome: '已批准' })
  await notifyClassTeachers(ctx, leave, leaveHoldsTemplate)
}

/** Not approved, or ended by an administrator. A request that the family has recalled is closed already. */
async function closeLeave(ctx: Ctx, id: string) {
  const { studentId } = await getLeave(ctx, id)
  await lockLeaveOf(ctx.db, studentId)
  const byId = ctx.actor.personId
  if (!(await changeLeaveStatus(ctx.db, { id, from: 'running', to: 'rejected', byId }, ctx.now))) return
  await notifyFamilyOfLeave(ctx, await getLeave(ctx, id), leaveDecidedTemplate, { outcome: '未批准' })
}
