import { Refusal, type Ctx } from '#packages/core'
import { cancelDelegationsOf } from './delegation-queries.ts'
import { findStepApprovers, isFixedRule, listActiveMembers } from './find-approvers.ts'
import { getStep } from './flow-path.ts'
import { listOpenFlowsOf, listTasksOfMembers } from './flow-queries.ts'
import { isUnfinished, type Approver, type FlowTask } from './flow-state.ts'
import { lockFlowById, runFlowAction, type LockedFlow } from './run-flow.ts'
import { getApproverSearch } from './stored-flow.ts'
import { getSubjectOfFlow } from './subjects.ts'

interface EndedMembership {
  memberId: string
  personId: string
  /** The membership that takes the tasks over, if somebody was named. */
  successorId?: string | undefined
  /** The person has no other membership now. */
  isLast: boolean
}

/**
 * Memberships ended: their open tasks move by rule in the same transaction, to whom the rule of the step gives now, to
 * the named successor, or to the administrator of flows. Nothing passes by itself.
 */
export async function reassignTasksOf(ctx: Ctx, ended: readonly EndedMembership[]) {
  if (ended.length === 0) return
  const memberIds = ended.map(({ memberId }) => memberId)
  const tasks = await listTasksOfMembers(ctx.db, memberIds)
  for (const [flowId, open] of Map.groupBy(tasks, (task) => task.flowId)) {
    const flow = await lockFlowById(ctx, flowId)
    const ids = new Set(open.map(({ id }) => id))
    for (const task of flow.state.tasks.filter((one) => ids.has(one.id) && isUnfinished(one))) {
      const successorId = ended.find(({ memberId }) => memberId === task.memberId)?.successorId
      const to = await findSuccessor(ctx, flow, task, memberIds, successorId)
      await runFlowAction(ctx, flow, { kind: 'leave', taskId: task.id, to })
    }
  }
  const gone = ended.filter(({ successorId }) => !successorId)
  for (const { id, subject } of await listOpenFlowsOf(
    ctx.db,
    gone.map(({ memberId }) => memberId),
  ))
    if (getSubjectOfFlow(ctx, subject).isVoidOnLeave)
      await runFlowAction(ctx, await lockFlowById(ctx, id), { kind: 'terminate', by: null, opinion: '申请人已离岗' })
  await cancelDelegationsOf(
    ctx.db,
    gone.filter(({ isLast }) => isLast).map(({ personId }) => personId),
    ctx.now,
  )
}

async function findSuccessor(
  ctx: Ctx,
  { row, definition, state }: LockedFlow,
  task: FlowTask,
  ended: readonly string[],
  successorId: string | undefined,
): Promise<Approver> {
  const { step } = getStep(definition, task.step)
  const found = await findStepApprovers(ctx, definition, await getApproverSearch(ctx, row), task.step)
  const mayTake = ({ personId, memberId }: Approver) =>
    !ended.includes(memberId) && (personId !== row.applicantPersonId || step.self === 'self')
  const inGroup = new Set(
    state.tasks.filter(({ id, group }) => group === task.group && id !== task.id).map(({ personId }) => personId),
  )
  const isNew = (one: Approver) => mayTake(one) && !inGroup.has(one.personId)
  const byRule = isFixedRule(step.approver) ? undefined : found.approvers.find(isNew)
  const [named] = successorId ? await listActiveMembers(ctx, [successorId]) : []
  if (byRule) return byRule
  if (named && isNew(named)) return named
  const administrator = found.administrators.find(isNew) ?? found.administrators.find(mayTake)
  if (!administrator) throw new Refusal(`节点“${step.name}”没有审批人，请联系管理员配置`)
  return administrator
}
