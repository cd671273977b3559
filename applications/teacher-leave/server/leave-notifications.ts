import { findContribution, type Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { defineTemplate, sendMessages, type MessageTemplate } from '#kernel/message/server/api.ts'
import { manifest } from '../manifest.ts'
import type { RequestRow } from './request-queries.ts'

// Messages to others than the applicant name neither type nor reason.
export const deputyTemplate = defineTemplate({
  code: 'leave.deputy',
  kind: 'notice',
  title: '{name}请假，审批由您代理',
  body: '{name}{span}请假，期间的审批由您代为处理。',
})
export const returnTemplate = defineTemplate({
  code: 'leave.return',
  kind: 'todo',
  title: '请办理销假',
  body: '您{span}的{type}已到期，返岗后请办理销假；需要延长请申请变更。',
})
export const lateTemplate = defineTemplate({
  code: 'leave.late',
  kind: 'notice',
  title: '{name}逾期未销假',
  body: '{name}{span}的请假已结束满一个工作日，还没有销假，也没有续假。',
})
export const proofTemplate = defineTemplate({
  code: 'leave.proof',
  kind: 'todo',
  title: '请补交请假证明',
  body: '您{span}的{type}须有证明，请在{due}前补交。',
})
export const proofOverTemplate = defineTemplate({
  code: 'leave.proof-over',
  kind: 'notice',
  title: '请假证明没有按期补交',
  body: '您{span}的{type}须有证明，{due}的期限已过，请把证明交给考勤管理员。',
})
export const cancelledTemplate = defineTemplate({
  code: 'leave.cancelled',
  kind: 'notice',
  title: '{name}取消了请假',
  body: '{name}{span}的请假已由本人取消：{reason}',
})
export const voidTemplate = defineTemplate({
  code: 'leave.void',
  kind: 'notice',
  title: '您的请假已作废',
  body: '您{span}的{type}由考勤管理员作废：{reason}',
})
export const enteredTemplate = defineTemplate({
  code: 'leave.entered',
  kind: 'notice',
  title: '考勤管理员为您补录了请假',
  body: '{span}，{type}，计{amount}。如有出入请联系考勤管理员。',
})
export const recountedTemplate = defineTemplate({
  code: 'leave.recounted',
  kind: 'notice',
  title: '{name}的请假天数有变化',
  body: '因{cause}，请假天数由{before}变为{after}（{span}）。',
})
export const leaveTemplates: readonly MessageTemplate[] = [
  deputyTemplate,
  returnTemplate,
  lateTemplate,
  proofTemplate,
  proofOverTemplate,
  cancelledTemplate,
  voidTemplate,
  enteredTemplate,
  recountedTemplate,
]

const page = `/application/${manifest.route}`
export const getLeaveUrl = (id: string) => `${page}?open=${id}`
export const returnTodo = (id: string) => ({ kind: 'leave-return', id })
export const proofTodo = (id: string) => ({ kind: 'leave-proof', id })

interface LeaveMessage {
  to: readonly string[]
  values: Readonly<Record<string, string>>
  subject?: { kind: string; id: string }
  dueAt?: Date
}

export const notifyAbout = (
  ctx: Ctx,
  { id, orgId }: Pick<RequestRow, 'id' | 'orgId'>,
  template: MessageTemplate,
  message: LeaveMessage,
) => sendMessages(ctx, template, { subject: { kind: template.code, id }, ...message, url: getLeaveUrl(id), orgId })

/** The heads of the department of a member, or of the organisation. */
export const listSuperiorsOf = async (ctx: Ctx, memberId: string): Promise<string[]> =>
  ((await findContribution(ctx, 'approvalMembers')?.listSuperiors(ctx, memberId)) ?? []).map(({ personId }) => personId)

/** Those who keep the attendance of an organisation: its own, if there are any. */
export async function listKeepersOf(ctx: Ctx, orgId: string): Promise<string[]> {
  const holders = await listPermissionHolders(ctx, 'leave.manage', orgId)
  const near = holders.filter((one) => one.orgId === orgId)
  return (near.length > 0 ? near : holders).map(({ personId }) => personId)
}
