import { dayOf, type Ctx } from '#packages/core'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { labelOf } from '#packages/contract'
import { flowStatuses } from '../contract.ts'
import { listDeputies } from './delegation-queries.ts'
import { getStep } from './flow-path.ts'
import { listNames, type FlowRow } from './flow-queries.ts'
import type { FlowAction, FlowDefinition, FlowState, FlowTask } from './flow-state.ts'
import { getSubjectOfFlow } from './subjects.ts'

export const taskTemplate = defineTemplate({
  code: 'approval.task',
  kind: 'todo',
  title: '待审批：{title}',
  body: '{applicant}的申请到达“{step}”，请审批。',
})
export const resultTemplate = defineTemplate({
  code: 'approval.result',
  kind: 'notice',
  title: '{status}：{title}',
  body: '您的申请有了结果，请查看。',
})
export const leaverResultTemplate = defineTemplate({
  code: 'approval.result-of-leaver',
  kind: 'notice',
  title: '{status}：{title}',
  body: '{applicant}已离岗，其申请有了结果，请查看。',
})
export const movedTemplate = defineTemplate({
  code: 'approval.moved',
  kind: 'notice',
  title: '{change}：{title}',
  body: '管理员调整了您的申请的审批，请查看。',
})
export const copyTemplate = defineTemplate({
  code: 'approval.copy',
  kind: 'notice',
  title: '抄送：{title}',
  body: '有一项审批抄送给您，请查看。',
})
export const remindTemplate = defineTemplate({
  code: 'approval.remind',
  kind: 'notice',
  title: '催办：{title}',
  body: '有一项审批等待您处理。',
})

export const overdueTemplate = defineTemplate({
  code: 'approval.overdue',
  kind: 'notice',
  title: '审批已超时：{title}',
  body: '有一项审批已超过办理时限，请尽快处理。',
})

export const dueSoonTemplate = defineTemplate({
  code: 'approval.due-soon',
  kind: 'notice',
  title: '审批即将超时：{title}',
  body: '有一项审批的办理时限快到了，请尽快处理。',
})

export const escalatedTemplate = defineTemplate({
  code: 'approval.escalated',
  kind: 'notice',
  title: '审批超时已转出：{title}',
  body: '这项审批超过了办理时限，已转由{name}处理。',
})

export const stuckTemplate = defineTemplate({
  code: 'approval.stuck',
  kind: 'alert',
  title: '审批无法继续：{title}',
  body: '{reason}。请改派、跳转或终止。',
})

/** The page of approvals with this request open. */
export const getFlowUrl = (flowId: string) => `/approval?flow=${flowId}`
const todoOf = (task: FlowTask) => ({ kind: 'flow-task', id: task.id })

/** To-dos follow the tasks: those that are no longer open are closed, new ones are sent to holders and deputies. */
export async function notifyFlow(
  ctx: Ctx,
  { row, definition, state: before }: { row: FlowRow; definition: FlowDefinition; state: FlowState },
  after: FlowState,
  action: FlowAction,
) {
  const isOpen = ({ status }: FlowTask) => status === 'open'
  const wasOpen = new Set(before.tasks.filter(isOpen).map(({ id }) => id))
  for (const task of after.tasks) if (wasOpen.has(task.id) && !isOpen(task)) await closeTodos(ctx, todoOf(task))
  const opened = after.tasks.filter((task) => isOpen(task) && !wasOpen.has(task.id))
  if (opened.length > 0) await sendTodos(ctx, row, definition, opened)
  const url = getFlowUrl(row.id)
  const subject = { kind: 'flow', id: row.id }
  if (action.kind === 'remind') {
    const to = after.tasks.filter((task) => isOpen(task) && task.remindedAt === ctx.now.toISOString())
    const values = { title: row.title }
    await sendMessages(ctx, remindTemplate, {
      to: to.map(({ personId }) => personId),
      values,
      url,
      subject,
      orgId: row.orgId,
    })
  }
  await notifyApplicant(ctx, row, { before, after, action })
}

/** The applicant gets the result, and is told when an administrator changed who decides. */
async function notifyApplicant(
  ctx: Ctx,
  row: FlowRow,
  { before, after, action }: { before: FlowState; after: FlowState; action: FlowAction },
) {
  const { isHiddenFromApplicant, url } = getSubjectOfFlow(ctx, row.subject)
  if (isHiddenFromApplicant) return
  const { title, orgId } = row
  const message = {
    to: [row.applicantPersonId],
    // Families have no page of approvals, but that of their record.
    url: url?.(row.subjectId) ?? getFlowUrl(row.id),
    subject: { kind: 'flow', id: `${row.id}:${row.logCount}` },
    orgId,
  }
  const isEnd = after.status !== before.status && after.status !== 'running' && after.status !== 'recalled'
  const change = changes[action.kind]
  if (isEnd)
    await sendMessages(ctx, resultTemplate, {
      ...message,
      values: { title, status: labelOf(flowStatuses, after.status) },
    })
  else if (change) await sendMessages(ctx, movedTemplate, { ...message, values: { title, change } })
}

const changes: Partial<Record<FlowAction['kind'], string>> = { reassign: '已改派', jump: '已跳转' }

async function sendTodos(ctx: Ctx, row: FlowRow, definition: FlowDefinition, opened: readonly FlowTask[]) {
  const holders = opened.map(({ personId }) => personId)
  const deputies = await listDeputies(ctx.db, holders, row.subject, dayOf(ctx.now))
  const names = await listNames(ctx.db, [row.applicantPersonId])
  for (const task of opened) {
    // A deputy sees neither the delegator's own request nor one of his own.
    const others = deputies
      .filter(({ fromPersonId }) => fromPersonId === task.personId)
      .filter(({ fromPersonId, toPersonId }) => ![fromPersonId, toPersonId].includes(row.applicantPersonId))
    await sendMessages(ctx, taskTemplate, {
      to: [task.personId, ...others.map(({ toPersonId }) => toPersonId)],
      values: {
        title: row.title,
        applicant: names.get(row.applicantPersonId) ?? '',
        step: getStep(definition, task.step).step.name,
      },
      url: getFlowUrl(row.id),
      subject: todoOf(task),
      orgId: row.orgId,
      ...(task.dueAt ? { dueAt: new Date(task.dueAt) } : {}),
    })
  }
}

export const notifyCopied = (ctx: Ctx, row: FlowRow, personIds: readonly string[]) =>
  sendMessages(ctx, copyTemplate, {
    to: personIds,
    values: { title: row.title },
    url: getFlowUrl(row.id),
    subject: { kind: 'flow', id: row.id },
    orgId: row.orgId,
  })
