import type { Ctx } from '#packages/core'
import { sendMessages } from '#kernel/message/server/api.ts'
import { shareTree } from '#kernel/org/server/api.ts'
import { listFlowAdministrators } from './find-approvers.ts'
import { getFlowUrl, overdueTemplate } from './flow-notifications.ts'
import { getStep } from './flow-path.ts'
import { listLateFlowIds, takeLateTasks } from './flow-queries.ts'
import { tryFlow } from './leave-office.ts'
import { lockFlowOnly, runFlowAction, type LockedFlow } from './run-flow.ts'

/**
 * Tasks whose time is over: their holder is reminded, or the administrator of flows gets the task, as the step says.
 * Nothing is approved by time. Each deadline counts once. A flow that cannot be moved does not stop the others.
 */
export async function checkDeadlines(ctx: Ctx) {
  await shareTree(ctx)
  for (const id of await listLateFlowIds(ctx.db, ctx.now)) {
    // The flow before its tasks, like every decision: otherwise each would wait for the other.
    const flow = await lockFlowOnly(ctx, id)
    const lateIds = await takeLateTasks(ctx.db, id, ctx.now)
    await tryFlow(ctx, id, () => handleLateTasks(ctx, flow, lateIds))
  }
}

async function handleLateTasks(ctx: Ctx, flow: LockedFlow, lateIds: readonly string[]) {
  const { row, definition } = flow
  const late = flow.state.tasks.filter((task) => lateIds.includes(task.id))
  const administrators = await listFlowAdministrators(ctx, row.orgId)
  const remind: string[] = []
  for (const task of late) {
    const to = administrators.find(({ personId }) => personId !== row.applicantPersonId && personId !== task.personId)
    // An administrator who is late too is reminded, because there is nobody above.
    const isEscalated = task.source === 'escalated'
    if (getStep(definition, task.step).step.timeout === 'admin' && to && !isEscalated)
      await runFlowAction(ctx, flow, { kind: 'escalate', taskId: task.id, to })
    else remind.push(task.personId)
  }
  await sendMessages(ctx, overdueTemplate, {
    to: remind,
    values: { title: row.title },
    url: getFlowUrl(row.id),
    subject: { kind: 'flow', id: row.id },
    orgId: row.orgId,
  })
}
