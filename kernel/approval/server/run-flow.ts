import { dayOf, newId, orNotFound, Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { approvalDecided, type FlowStatus } from '../contract.ts'
import { lockTree, shareTree } from '#kernel/org/server/api.ts'
import { applyAction, type FlowResult } from './apply-action.ts'
import { isDeputy } from './delegation-queries.ts'
import { findCopied, findStepApprovers, type ApproverSearch } from './find-approvers.ts'
import { MissingApprovers, alreadyHandled } from './flow-draft.ts'
import { notifyCopied, notifyFlow } from './flow-notifications.ts'
import {
  findFlow,
  findFlowIdOfTask,
  insertCopies,
  insertLog,
  lockFlow,
  updateFlow,
  type FlowRow,
} from './flow-queries.ts'
import { shareResultOfLeaver } from './leaver-results.ts'
import type { Approver, FlowAction, FlowDefinition, FlowState, StepApprovers } from './flow-state.ts'
import {
  getApproverSearch,
  loadDefinition,
  loadState,
  sealEntry,
  sealSubmitted,
  storeTasks,
  type SubmittedValues,
} from './stored-flow.ts'
import { getSubjectOfFlow } from './subjects.ts'

/** A flow that this transaction has locked. */
export interface LockedFlow {
  row: FlowRow
  definition: FlowDefinition
  state: FlowState
}

/**
 * Before the flow its tree: while a task is given to somebody, that membership does not end. Whoever ends memberships
 * takes the locks in the same order.
 */
export async function lockFlowById(ctx: Ctx, id: string): Promise<LockedFlow> {
  const { subject } = orNotFound(await findFlow(ctx.db, id), '申请')
  await lockPeopleFor(ctx, [subject])
  return lockFlowOnly(ctx, id)
}

export const lockPeopleFor = (ctx: Ctx, subjects: readonly string[]) =>
  subjects.some((key) => getSubjectOfFlow(ctx, key).changesPeople) ? lockTree(ctx) : shareTree(ctx)

/** For callers that have locked the tree. */
export async function lockFlowOnly(ctx: Ctx, id: string): Promise<LockedFlow> {
  const row = orNotFound(await lockFlow(ctx.db, id), '申请')
  return { row, definition: await loadDefinition(ctx, row), state: await loadState(ctx, row) }
}

/** The flow of a task. The task is read again under the lock, because somebody else may have decided it meanwhile. */
export async function lockFlowOfTask(ctx: Ctx, taskId: string): Promise<LockedFlow> {
  return lockFlowById(ctx, orNotFound(await findFlowIdOfTask(ctx.db, taskId), '任务'))
}

/** Applies an action. Approvers of the steps that it reaches are found on the way. */
export async function applyWithApprovers(
  ctx: Ctx,
  definition: FlowDefinition,
  state: FlowState | null,
  action: FlowAction,
  search: () => Promise<ApproverSearch>,
) {
  const at = ctx.now.toISOString()
  const approvers: Record<string, StepApprovers> = {}
  for (;;)
    try {
      return { at, approvers, result: applyAction(definition, state, { action, at, approvers, newId }) }
    } catch (error) {
      if (!(error instanceof MissingApprovers)) throw error
      approvers[error.step] = await findStepApprovers(ctx, definition, await search(), error.step)
    }
}

/** Carries an action out: state, log, messages and what it means for the record, all in the caller's transaction. */
export async function runFlowAction(
  ctx: Ctx,
  flow: LockedFlow,
  action: FlowAction,
  submitted?: SubmittedValues,
): Promise<FlowState> {
  const { row, definition, state } = flow
  const search = submitted
    ? async () => ({ ...(await getApproverSearch(ctx, row)), ...submitted })
    : () => getApproverSearch(ctx, row)
  const before = action.kind === 'start' ? null : state
  const applied = await applyWithApprovers(ctx, definition, before, action, search)
  const { result } = applied
  const isOpen = result.state.status === 'running' || result.state.status === 'returned'
  await updateFlow(ctx.db, row.id, result.state, {
    finishedAt: isOpen ? null : (row.finishedAt ?? ctx.now),
    logCount: before ? row.logCount + 1 : 1,
    submitted: submitted && before ? await sealSubmitted(ctx, row.id, submitted) : undefined,
    brief: row.brief,
  })
  await storeTasks(ctx, row.id, state.tasks, result.state.tasks)
  await writeLog(ctx, row, action, applied, before ? row.logCount + 1 : 1)
  await notifyFlow(ctx, flow, result.state, action)
  await copyFlow(ctx, row, definition, action, result, search)
  if (result.state.status !== state.status || !before) {
    await applyToSubject(ctx, row, result.state.status)
    await shareResultOfLeaver(ctx, row, result.state.status)
  }
  flow.state = result.state
  flow.row = {
    ...row,
    applicantPersonId: result.state.applicant.personId,
    applicantId: result.state.applicant.memberId,
    logCount: before ? row.logCount + 1 : 1,
    finishedAt: isOpen ? null : (row.finishedAt ?? ctx.now),
  }
  return result.state
}

async function writeLog(
  ctx: Ctx,
  row: FlowRow,
  action: FlowAction,
  { at, approvers, result }: { at: string; approvers: Readonly<Record<string, StepApprovers>>; result: FlowResult },
  seq: number,
) {
  const id = newId()
  const sealed = await sealEntry(ctx, id, { action, at, approvers, ids: result.ids })
  await insertLog(ctx.db, {
    id,
    at: ctx.now,
    flowId: row.id,
    seq,
    action: action.kind,
    personId: 'by' in action ? action.by : action.kind === 'start' ? action.applicant.personId : null,
    onBehalfOf: ('deputyFor' in action ? action.deputyFor : undefined) ?? null,
    taskId: 'taskId' in action ? action.taskId : null,
    ...sealed,
    address: ctx.address ?? '',
  })
}

/** Copies for the steps that were passed, and those that somebody sends by hand. */
async function copyFlow(
  ctx: Ctx,
  row: FlowRow,
  definition: FlowDefinition,
  action: FlowAction,
  { copies }: FlowResult,
  search: () => Promise<ApproverSearch>,
) {
  const people: Approver[] = action.kind === 'copy' ? [...action.people] : []
  for (const step of copies) people.push(...(await findCopied(ctx, definition, await search(), step)))
  if (people.length === 0) return
  const by = 'by' in action ? action.by : null
  const rows = people.map((person) => ({ ...person, id: newId() }))
  await notifyCopied(ctx, row, await insertCopies(ctx.db, row.id, rows, { by, at: ctx.now }))
}

/** What a new state means for the record. The module that declared the subject may refuse. */
async function applyToSubject(ctx: Ctx, { id, subject: key, subjectId }: FlowRow, status: FlowStatus) {
  const subject = getSubjectOfFlow(ctx, key)
  if (status === 'approved') await subject.onApproved(ctx, subjectId)
  else if (status === 'rejected') await subject.onRejected(ctx, subjectId)
  else if (status === 'returned') {
    await subject.onReturned(ctx, subjectId)
    // Rules from before may still allow it.
    if (subject.mayReturn === false) throw new Refusal('该业务不能退回修改，请同意或拒绝')
  } else if (status === 'recalled') await subject.onRecalled(ctx, subjectId)
  else if (status === 'terminated') await subject.onTerminated(ctx, subjectId)
  if (status !== 'running' && status !== 'returned')
    await publish(ctx, approvalDecided, { instanceId: id, subject: key, subjectId, status })
}

/** Who acts on a task: the holder, or a deputy for the holder. Others do not learn that the task exists. */
export async function getTaskActor(ctx: Ctx, { row, state }: LockedFlow, taskId: string) {
  const { personId: by } = ctx.actor
  const task = state.tasks.find(({ id }) => id === taskId)
  if (!task) throw alreadyHandled()
  if (task.personId === by) return { taskId, by }
  const day = dayOf(ctx.now)
  const isForHolder = await isDeputy(ctx.db, { fromPersonId: task.personId, toPersonId: by, subject: row.subject, day })
  orNotFound(isForHolder ? task : undefined, '任务')
  return { taskId, by, deputyFor: task.personId }
}
