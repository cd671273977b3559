import type { Ctx } from '#packages/core'
import { sendMessages, type MessageTemplate } from '#kernel/message/server/api.ts'
import { shareTree } from '#kernel/org/server/api.ts'
import { listFlowAdministrators, listSuperiors } from './find-approvers.ts'
import { isInGroup } from './flow-draft.ts'
import { dueSoonTemplate, escalatedTemplate, getFlowUrl, overdueTemplate } from './flow-notifications.ts'
import { getStep } from './flow-path.ts'
import {
  listLateFlowIds,
  listNames,
  lockFlow,
  takeLateTasks,
  takeNearlyLateTasks,
  type FlowRow,
} from './flow-queries.ts'
import { isAdded, type Approver, type FlowTask } from './flow-state.ts'
import { tryFlow } from './leave-office.ts'
import { lockFlowOnly, runFlowAction, type LockedFlow } from './run-flow.ts'
import { tryWork } from './try-work.ts'

/**
 * Tasks whose time is nearly over: their holder is reminded. Tasks whose time is over: their holder is reminded, or the
 * superior or the administrator of flows gets the task, as the step says. Nothing is approved by time. Each deadline
 * counts once, also of a flow that cannot be read or moved: that one does not stop the others.
 */
export async function checkDeadlines(ctx: Ctx) {
  await shareTree(ctx)
  for (const id of await listLateFlowIds(ctx.db, ctx.now)) {
    // The flow before its tasks, like every decision: otherwise each would wait for the other.
    await lockFlow(ctx.db, id)
    const soonIds = await takeNearlyLateTasks(ctx.db, id, ctx.now)
    const lateIds = await takeLateTasks(ctx.db, id, ctx.now)
    await tryWork(ctx, { flow: id }, 'the deadlines of a flow had no effect', () =>
      tryFlow(ctx, id, async () => {
        const flow = await lockFlowOnly(ctx, id)
        const soon = flow.state.tasks.filter((task) => soonIds.includes(task.id))
        await tell(ctx, flow.row, dueSoonTemplate, soon)
        await handleLateTasks(ctx, flow, lateIds)
      }),
    )
  }
}

async function handleLateTasks(ctx: Ctx, flow: LockedFlow, lateIds: readonly string[]) {
  const late = flow.state.tasks.filter((task) => lateIds.includes(task.id))
  const reminded: FlowTask[] = []
  for (const task of late) {
    // Whoever got it that way and is late too is reminded, because there is nobody above. A task of somebody added stays
    // one of an added person, so it would go from hand to hand.
    const to = task.source === 'escalated' || isAdded(task) ? undefined : await findEscalation(ctx, flow, task)
    if (to) {
      await runFlowAction(ctx, flow, { kind: 'escalate', taskId: task.id, to })
      const name = (await listNames(ctx.db, [to.personId])).get(to.personId) ?? ''
      await tell(ctx, flow.row, escalatedTemplate, [task], { name })
    } else reminded.push(task)
  }
  await tell(ctx, flow.row, overdueTemplate, reminded)
}

/** Who gets a late task: somebody who neither applied nor decides in the step already. Without a superior, an administrator. */
async function findEscalation(
  ctx: Ctx,
  { row, definition, state }: LockedFlow,
  task: FlowTask,
): Promise<Approver | undefined> {
  const { timeout } = getStep(definition, task.step).step
  if (timeout === 'remind') return undefined
  const mayTake = ({ personId }: Approver) =>
    personId !== row.applicantPersonId && !isInGroup(state, task.group, personId)
  const superior = timeout === 'superior' ? (await listSuperiors(ctx, task.memberId)).find(mayTake) : undefined
  return superior ?? (await listFlowAdministrators(ctx, row.orgId)).find(mayTake)
}

async function tell(
  ctx: Ctx,
  { id, title, orgId }: FlowRow,
  template: MessageTemplate,
  tasks: readonly FlowTask[],
  values: Readonly<Record<string, string>> = {},
) {
  if (tasks.length === 0) return
  await sendMessages(ctx, template, {
    to: tasks.map(({ personId }) => personId),
    values: { title, ...values },
    url: getFlowUrl(id),
    subject: { kind: 'flow', id },
    orgId,
  })
}
