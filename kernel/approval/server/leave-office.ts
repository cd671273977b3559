import { orNotFound, Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { sendMessages } from '#kernel/message/server/api.ts'
import { approvalStuck } from '../contract.ts'
import { cancelDelegationsOf } from './delegation-queries.ts'
import { findStepApprovers, isFixedRule, listActiveMembers, listFlowAdministrators } from './find-approvers.ts'
import { alreadyHandled, isInGroup } from './flow-draft.ts'
import { getFlowUrl, stuckTemplate } from './flow-notifications.ts'
import { getStep } from './flow-path.ts'
import { requireFlowAdministrator } from './flow-readers.ts'
import {
  findFlow,
  findFlowIdOfTask,
  findFlowOf,
  listMembersWithTasks,
  listOpenFlowsOf,
  listTasksOfMembers,
} from './flow-queries.ts'
import { isAdded, isUnfinished, type Approver, type FlowState, type FlowTask } from './flow-state.ts'
import { lockFlowOnly, runFlowAction, type LockedFlow } from './run-flow.ts'
import { inSavepoint } from './savepoint-queries.ts'
import { getApproverSearch } from './stored-flow.ts'
import { getSubjectOfFlow } from './subjects.ts'

interface EndedMembership {
  memberId: string
  /** Whose it was; of two people who were merged, the remaining one. */
  personId: string
  /** The membership that takes the tasks over, if somebody was named. */
  successorId?: string | undefined
  /** The person has no other membership now. */
  isLast: boolean
}

/** By an act a flow that cannot move refuses the act; by date the others move, and an administrator is told. */
type EndMode = 'act' | 'date'

/**
 * Memberships ended: their open tasks move by rule in the same transaction, to whom the rule of the step gives now, to
 * the named successor, or to the administrator of flows. Nothing passes by itself. Callers hold the lock of the tree.
 */
export async function reassignTasksOf(ctx: Ctx, ended: readonly EndedMembership[], mode: EndMode = 'act') {
  if (ended.length === 0) return
  await moveTasks(ctx, new Map(ended.map(({ memberId, successorId }) => [memberId, successorId])), mode)
  const idsOf = (list: readonly EndedMembership[]) => list.map(({ memberId }) => memberId)
  for (const { id, subject, applicantId } of await listOpenFlowsOf(ctx.db, idsOf(ended)))
    await moveOne(ctx, id, mode, async () => {
      const { personId, successorId } = ended.find(({ memberId }) => memberId === applicantId)!
      const [to] = successorId ? await listActiveMembers(ctx, [successorId]) : []
      const flow = await lockFlowOnly(ctx, id)
      if (getSubjectOfFlow(ctx, subject).isVoidOnLeave && to?.personId !== personId)
        await runFlowAction(ctx, flow, { kind: 'terminate', by: null, opinion: '申请人已离岗' })
      else if (to) await followApplicant(ctx, flow, to)
    })
  const gone = ended.filter(({ successorId, isLast }) => !successorId && isLast)
  await cancelDelegationsOf(
    ctx.db,
    gone.map(({ personId }) => personId),
    ctx.now,
  )
}

/**
 * Tasks of people who are not active, however that came about: suspended, or given a task at the moment of leaving. Runs
 * at night. Callers hold the lock of the tree.
 */
export async function moveTasksOfAbsent(ctx: Ctx) {
  const ids = await listMembersWithTasks(ctx.db)
  const active = new Set((await listActiveMembers(ctx, ids)).map(({ memberId }) => memberId))
  await moveTasks(ctx, new Map(ids.filter((id) => !active.has(id)).map((id) => [id, undefined])), 'date')
}

/**
 * Moves one task of a member, to a named successor or to whom the rule of the step gives now. Nobody chooses who decides
 * the own request, and only an administrator of flows takes a task herself. Callers hold the lock of the tree.
 */
export async function handTask(
  ctx: Ctx,
  { ref: taskId, memberId }: { ref: string; memberId: string },
  successor?: Approver,
) {
  const flow = await lockFlowOnly(ctx, orNotFound(await findFlowIdOfTask(ctx.db, taskId), '任务'))
  const task = flow.state.tasks.find((one) => one.id === taskId && one.memberId === memberId && isUnfinished(one))
  if (!task) throw alreadyHandled()
  if (successor && flow.row.applicantPersonId === ctx.actor.personId) throw new Refusal('不能处理本人的申请')
  if (successor?.personId === ctx.actor.personId) await requireFlowAdministrator(ctx, flow.row.orgId, '申请')
  if (successor?.personId === flow.row.applicantPersonId && !mayApproveOwn(flow, task))
    throw new Refusal('接手人是申请人，不能审批')
  if (successor && isInGroup(flow.state, task.group, successor.personId)) throw new Refusal('接手人已是该步骤的审批人')
  const to = successor ?? (await findSuccessor(ctx, flow, task, [memberId]))
  await runFlowAction(ctx, flow, { kind: 'leave', taskId, to: { personId: to.personId, memberId: to.memberId } })
}

/**
 * These memberships belong to another person now: two people were merged, or a merge was undone. The directory has
 * already changed, so a flow that cannot move stops nothing; its administrators are told.
 */
export async function moveTasksToPerson(ctx: Ctx, memberIds: readonly string[], personId: string) {
  for (const [flowId, open] of Map.groupBy(await listTasksOfMembers(ctx.db, memberIds), (task) => task.flowId))
    await moveOne(ctx, flowId, 'date', async () => {
      const flow = await lockFlowOnly(ctx, flowId)
      for (const task of listUnfinished(flow.state, open))
        if (task.personId !== personId) {
          const isOwn = flow.row.applicantPersonId === personId && !mayApproveOwn(flow, task)
          // One person has one seat: the administrator takes the other.
          const isTwice = isInGroup(flow.state, task.group, personId)
          const to =
            isOwn || isTwice ? await findSuccessor(ctx, flow, task, memberIds) : { personId, memberId: task.memberId }
          await runFlowAction(ctx, flow, { kind: 'leave', taskId: task.id, to })
        }
    })
  for (const { id, applicantId } of await listOpenFlowsOf(ctx.db, memberIds))
    await moveOne(ctx, id, 'date', async () =>
      followApplicant(ctx, await lockFlowOnly(ctx, id), { personId, memberId: applicantId }),
    )
}

/** Open requests go on as those of another membership, each by its record. */
export async function moveRequestsTo(
  ctx: Ctx,
  subject: string,
  requests: readonly { id: string; to: Approver }[],
): Promise<void> {
  for (const { id, to } of requests) {
    const row = await findFlowOf(ctx.db, subject, id)
    const isOpen = row?.status === 'running' || row?.status === 'returned'
    if (isOpen && row.applicantPersonId !== to.personId)
      await tryFlow(ctx, row.id, async () => followApplicant(ctx, await lockFlowOnly(ctx, row.id), to))
  }
}

/** The request goes on as that of this person, who does not decide it. */
async function followApplicant(ctx: Ctx, flow: LockedFlow, to: Approver) {
  await runFlowAction(ctx, flow, { kind: 'follow', to })
  for (const task of flow.state.tasks.filter((one) => isUnfinished(one) && one.personId === to.personId))
    if (!mayApproveOwn(flow, task)) {
      const other = await findSuccessor(ctx, flow, task, [task.memberId])
      await runFlowAction(ctx, flow, { kind: 'leave', taskId: task.id, to: other })
    }
}

const mayApproveOwn = ({ definition }: LockedFlow, { step }: FlowTask) => getStep(definition, step).step.self === 'self'

const listUnfinished = ({ tasks }: FlowState, open: readonly { id: string }[]) => {
  const ids = new Set(open.map(({ id }) => id))
  return tasks.filter((task) => ids.has(task.id) && isUnfinished(task))
}

/** Moves the tasks of memberships, with the successor of each if there is one. */
async function moveTasks(ctx: Ctx, ended: ReadonlyMap<string, string | undefined>, mode: EndMode) {
  const memberIds = [...ended.keys()]
  const tasks = await listTasksOfMembers(ctx.db, memberIds)
  for (const [flowId, open] of Map.groupBy(tasks, (task) => task.flowId))
    await moveOne(ctx, flowId, mode, async () => {
      const flow = await lockFlowOnly(ctx, flowId)
      for (const task of listUnfinished(flow.state, open)) {
        const to = await findSuccessor(ctx, flow, task, memberIds, ended.get(task.memberId))
        await runFlowAction(ctx, flow, { kind: 'leave', taskId: task.id, to })
      }
    })
}

const moveOne = (ctx: Ctx, flowId: string, mode: EndMode, work: () => Promise<void>) =>
  mode === 'act' ? work() : tryFlow(ctx, flowId, work)

/** Work on one of many flows: a refusal undoes it, informs the administrators and does not stop the others. */
export async function tryFlow(ctx: Ctx, flowId: string, work: () => Promise<void>) {
  try {
    await inSavepoint(ctx.db, work)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await notifyStuck(ctx, flowId, error.message)
  }
}

/** A flow cannot go on by itself: its administrators have to act. */
async function notifyStuck(ctx: Ctx, flowId: string, reason: string) {
  const row = (await findFlow(ctx.db, flowId))!
  await publish(ctx, approvalStuck, { instanceId: row.id, subject: row.subject, subjectId: row.subjectId })
  await sendMessages(ctx, stuckTemplate, {
    to: (await listFlowAdministrators(ctx, row.orgId)).map(({ personId }) => personId),
    values: { title: row.title, reason },
    url: getFlowUrl(row.id),
    subject: { kind: 'flow-stuck', id: row.id },
    orgId: row.orgId,
  })
}

/** Somebody gets the own task back, after a withdrawal or a refusal of added people, but has left meanwhile. */
export async function replaceAbsentHolders(ctx: Ctx, flow: LockedFlow): Promise<FlowState> {
  const again = flow.state.tasks.filter((task) => {
    const parent = flow.state.tasks.find(({ id }) => id === task.parentId)
    return isUnfinished(task) && !isAdded(task) && parent?.memberId === task.memberId
  })
  const ids = again.map(({ memberId }) => memberId)
  const active = new Set((await listActiveMembers(ctx, ids)).map(({ memberId }) => memberId))
  for (const task of again)
    if (!active.has(task.memberId)) {
      const to = await findSuccessor(ctx, flow, task, [task.memberId])
      await runFlowAction(ctx, flow, { kind: 'leave', taskId: task.id, to })
    }
  return flow.state
}

async function findSuccessor(
  ctx: Ctx,
  { row, definition, state }: LockedFlow,
  task: FlowTask,
  ended: readonly string[],
  successorId?: string,
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
