import { invalid, newId, orNotFound, Refusal, type Ctx } from '#packages/core'
import type { FlowStatus } from '../contract.ts'
import { listSkipped, type FlowValues } from './conditions.ts'
import { findRules, keepShippedRules } from './definitions.ts'
import { listActiveMembers } from './find-approvers.ts'
import { alreadyHandled } from './flow-draft.ts'
import { findFlowOf, insertFlow, type FlowRow } from './flow-queries.ts'
import {
  isAdded,
  isUnfinished,
  type Approver,
  type FlowAction,
  type FlowDefinition,
  type ResumeMode,
} from './flow-state.ts'
import { getFlowReader, isFlowAdministrator, isPartOf, requireFlowAdministrator } from './flow-readers.ts'
import { getOpenTasksOf } from './inbox.ts'
import { replaceAbsentHolders } from './leave-office.ts'
import { requireOwnSignature } from './personal-settings.ts'
import {
  getTaskActor,
  lockFlowById,
  lockFlowOfTask,
  lockPeopleFor,
  runFlowAction,
  type LockedFlow,
} from './run-flow.ts'
import { getApproverSearch, sealSubmitted } from './stored-flow.ts'
import { getSubject, getSubjectOfFlow } from './subjects.ts'

export interface FlowStart {
  subject: string
  /** The id of the record. */
  id: string
  orgId: string
  title: string
  /** The second line in lists: the days of a leave, the amount of a purchase. */
  brief?: string
  values: FlowValues
  /** Members whom the applicant chose, by step. */
  choices?: Readonly<Record<string, readonly string[]>>
}

const opinionLimit = 500
const titleLimit = 200
/** A long name in a title must not stop the request. Characters, as the database counts them. */
const cut = (text: string) => Array.from(text).slice(0, titleLimit).join('')

function checkOpinion(opinion: string | undefined) {
  if ((opinion ?? '').length > opinionLimit)
    throw invalid([{ field: 'opinion', msg: `审批意见不超过${opinionLimit}字` }])
}

/** Starts the approval of a record, in the transaction that creates or submits it. */
export async function startFlow(ctx: Ctx, { choices = {}, values, ...start }: FlowStart): Promise<{ id: string }> {
  const subject = getSubject(ctx, start.subject)
  await lockPeopleFor(ctx, [subject.key])
  const { id: ownId, rules } = await findRules(ctx, subject, start.orgId)
  const definitionId = ownId ?? (await keepShippedRules(ctx, subject))
  const id = newId()
  const applicant = { personId: ctx.actor.personId, memberId: ctx.actor.userId }
  const submitted = { values, choices }
  const row: FlowRow = {
    id,
    subject: subject.key,
    subjectId: start.id,
    definitionId,
    orgId: start.orgId,
    applicantPersonId: applicant.personId,
    applicantId: applicant.memberId,
    title: cut(start.title),
    brief: cut(start.brief ?? ''),
    status: 'draft',
    round: 1,
    skipped: [],
    active: [],
    finishedBranches: [],
    resumes: [],
    submitted: await sealSubmitted(ctx, id, submitted),
    submittedAt: ctx.now,
    finishedAt: null,
    logCount: 1,
  }
  await insertFlow(ctx.db, { ...row, applicant, at: ctx.now })
  const definition: FlowDefinition = { ...rules, isStrict: subject.flag !== undefined }
  const { status, round, skipped, active, finishedBranches, resumes } = row
  const flow: LockedFlow = {
    row,
    definition,
    state: { status, round, applicant, skipped, active, finishedBranches, resumes, tasks: [] },
  }
  await runFlowAction(ctx, flow, { kind: 'start', applicant, skipped: listSkipped(rules, values) })
  return { id }
}

/** The applicant sends a returned request again, with new values. */
export async function resubmitFlow(
  ctx: Ctx,
  { subject, id, values, choices = {}, brief }: Omit<FlowStart, 'orgId' | 'title'>,
) {
  const row = orNotFound(await findFlowOf(ctx.db, subject, id), '申请')
  const flow = await lockFlowById(ctx, row.id)
  if (brief !== undefined) flow.row = { ...flow.row, brief: cut(brief) }
  const skipped = listSkipped(flow.definition, values)
  await runFlowAction(ctx, flow, { kind: 'resubmit', by: ctx.actor.personId, skipped }, { values, choices })
}

/** The applicant changes the text of a returned request on the page of approvals, and sends it again. */
export async function reviseFlow(ctx: Ctx, { flowId, text }: { flowId: string; text: string }) {
  const flow = await lockFlowById(ctx, flowId)
  await requirePartOf(ctx, flow)
  const { revise } = getSubjectOfFlow(ctx, flow.row.subject)
  if (!revise) throw new Refusal('请在原申请中修改后重新提交')
  const { values } = await getApproverSearch(ctx, flow.row)
  await revise.write(ctx, flow.row.subjectId, text)
  flow.row = { ...flow.row, brief: cut(text) }
  return actOn(ctx, flow, {
    kind: 'resubmit',
    by: ctx.actor.personId,
    skipped: listSkipped(flow.definition, values),
  })
}

/** The rule of the subject makes an approved request void: 2 已通过 → 7 已作废. */
export async function cancelFlow(ctx: Ctx, { subject, id, reason }: { subject: string; id: string; reason: string }) {
  const row = orNotFound(await findFlowOf(ctx.db, subject, id), '申请')
  await runFlowAction(ctx, await lockFlowById(ctx, row.id), { kind: 'void', by: ctx.actor.personId, opinion: reason })
}

/** The rule of the subject ends an open request, without a decision: 已终止. */
export async function endFlow(ctx: Ctx, { subject, id, reason }: { subject: string; id: string; reason: string }) {
  const row = await findFlowOf(ctx.db, subject, id)
  if (!row) return
  const flow = await lockFlowById(ctx, row.id)
  // Somebody may have decided it meanwhile.
  if (flow.state.status !== 'running' && flow.state.status !== 'returned') return
  await runFlowAction(ctx, flow, { kind: 'terminate', by: null, opinion: reason })
}

/** Locks the flow of a record, for callers who change the record and then end the flow: the flow is locked first. */
export async function lockFlowOf(ctx: Ctx, subject: string, id: string) {
  const row = await findFlowOf(ctx.db, subject, id)
  if (row) await lockFlowById(ctx, row.id)
}

/** The applicant takes a request back on the page of the module that owns the record. */
export async function recallRecord(ctx: Ctx, subject: string, id: string) {
  await recallFlow(ctx, orNotFound(await findFlowOf(ctx.db, subject, id), '申请').id)
}

export interface TaskForm {
  taskId: string
  opinion?: string | undefined
}

/** What a flow became by an action. */
export interface FlowOutcome {
  flowId: string
  status: FlowStatus
}

async function actOn(ctx: Ctx, flow: LockedFlow, action: FlowAction): Promise<FlowOutcome> {
  await runFlowAction(ctx, flow, action)
  const { status } = await replaceAbsentHolders(ctx, flow)
  return { flowId: flow.row.id, status }
}

async function actOnTask<Form extends TaskForm>(
  ctx: Ctx,
  form: Form,
  toAction: (
    who: { taskId: string; by: string; deputyFor?: string },
    flow: LockedFlow,
  ) => Promise<FlowAction> | FlowAction,
) {
  checkOpinion(form.opinion)
  const flow = await lockFlowOfTask(ctx, form.taskId)
  return actOn(ctx, flow, await toAction(await getTaskActor(ctx, flow, form.taskId), flow))
}

async function checkApprover(ctx: Ctx, { row, state }: LockedFlow, taskId: string) {
  const task = state.tasks.find(({ id }) => id === taskId)
  if (task && !isAdded(task)) await getSubjectOfFlow(ctx, row.subject).checkApprover?.(ctx, row.subjectId)
}

export async function approveTask(ctx: Ctx, form: TaskForm & { signatureFileId?: string | null }) {
  await requireOwnSignature(ctx, form.signatureFileId)
  return actOnTask(ctx, form, async (who, flow) => {
    await checkApprover(ctx, flow, form.taskId)
    return { kind: 'approve', ...who, opinion: form.opinion, signatureFileId: form.signatureFileId }
  })
}

export const rejectTask = (ctx: Ctx, form: TaskForm & { resume?: ResumeMode }) =>
  actOnTask(ctx, form, (who) => ({ kind: 'reject', ...who, opinion: form.opinion, resume: form.resume }))

export interface RecordDecisionForm {
  subject: string
  id: string
  isAgreed: boolean
  opinion: string
  /** The caller may decide in place of the approvers: the task becomes the caller's first, and the time line says so. */
  mayTakeOver?: boolean
  /** What the approver adds to the record. It is written after the flow was locked, as in the callbacks. */
  prepare?: () => Promise<unknown>
}

/** The caller decides about a record on the page of the module that owns it. */
export async function decideRecord(
  ctx: Ctx,
  { subject, id, isAgreed, opinion, mayTakeOver = false, prepare }: RecordDecisionForm,
) {
  const own = (await getOpenTasksOf(ctx, subject)).get(id)
  const taskId = own ?? (mayTakeOver ? await takeTaskOver(ctx, subject, id) : undefined)
  if (!taskId) throw alreadyHandled()
  if (prepare) {
    await lockFlowOfTask(ctx, taskId)
    await prepare()
  }
  await (isAgreed ? approveTask : rejectTask)(ctx, { taskId, opinion })
  await requireDecided(ctx, taskId, own === undefined)
}

/**
 * Whoever decides in place of the approvers, or was only asked for advice, would believe that the record is decided
 * while the step still waits for others.
 */
async function requireDecided(ctx: Ctx, taskId: string, isTakenOver: boolean) {
  const { state } = await lockFlowOfTask(ctx, taskId)
  const decided = state.tasks.find(({ id }) => id === taskId)!
  const isWaiting = state.tasks.some((task) => task.group === decided.group && isUnfinished(task))
  if (isWaiting && (isTakenOver || isAdded(decided))) throw new Refusal('该步骤还需其他审批人处理，请在“审批”中办理')
}

async function takeTaskOver(ctx: Ctx, subject: string, id: string): Promise<string | undefined> {
  const row = await findFlowOf(ctx.db, subject, id)
  if (!row) return undefined
  if (row.applicantPersonId === ctx.actor.personId) throw new Refusal('不能处理本人的申请')
  const flow = await lockFlowById(ctx, row.id)
  const open = flow.state.tasks.filter(({ status }) => status === 'open' || status === 'suspended')
  // People whom the holder added only advise: the decision is the holder's.
  const seats = open.filter((task) => !isAdded(task))
  const { personId, userId: memberId } = ctx.actor
  const held = seats.find((task) => task.personId === personId) ?? seats[0] ?? open[0]
  if (!held) return undefined
  const advisers = flow.state.tasks.filter((task) => task.parentId === held.id && isAdded(task) && isUnfinished(task))
  for (const { id: taskId } of advisers)
    await runFlowAction(ctx, flow, { kind: 'removeSign', taskId, by: personId, isAdministrator: true })
  if (held.personId === personId) return held.id
  const to = { personId, memberId }
  const reason = '由其他有权限的人员办理'
  const { tasks } = await runFlowAction(ctx, flow, {
    kind: 'reassign',
    taskId: held.id,
    to,
    by: personId,
    opinion: reason,
  })
  return tasks.findLast((task) => task.status === 'open' && task.personId === personId)?.id
}

/** Returns the request to an earlier step, or ('') to the applicant. */
export const returnTask = (ctx: Ctx, form: TaskForm & { to: string; resume: ResumeMode }) =>
  actOnTask(ctx, form, (who) => ({ kind: 'returnTo', ...who, to: form.to, opinion: form.opinion, resume: form.resume }))

/**
 * These members, if they are active at the organisation of the flow or the actor's, or at one above: somebody at another
 * school is no colleague in this request.
 */
async function requireColleagues(ctx: Ctx, { row }: LockedFlow, memberIds: readonly string[]): Promise<Approver[]> {
  const active = await listActiveMembers(ctx, memberIds, [row.orgId, ctx.actor.orgId])
  return memberIds.map((id) => {
    const found = active.find(({ memberId }) => memberId === id)
    if (!found) throw new Refusal('所选人员不存在或已离岗')
    return found
  })
}

export const transferTask = (ctx: Ctx, form: TaskForm & { to: string }) =>
  actOnTask(ctx, form, async (who, flow) => {
    const [to] = await requireColleagues(ctx, flow, [form.to])
    return { kind: 'transfer', ...who, to: to!, opinion: form.opinion }
  })

export const addSigners = (ctx: Ctx, form: TaskForm & { where: 'before' | 'after'; members: readonly string[] }) =>
  actOnTask(ctx, form, async (who, flow) => {
    const people = await requireColleagues(ctx, flow, form.members)
    return { kind: 'addSign', ...who, where: form.where, people, opinion: form.opinion }
  })

/** The approver who added somebody, or an administrator of flows; not for the own request. */
export async function removeSigner(ctx: Ctx, taskId: string) {
  const flow = await lockFlowOfTask(ctx, taskId)
  await requirePartOf(ctx, flow, '任务')
  const isOwn = flow.row.applicantPersonId === ctx.actor.personId
  const isAdministrator = !isOwn && (await isFlowAdministrator(ctx, flow.row.orgId))
  return actOn(ctx, flow, { kind: 'removeSign', taskId, by: ctx.actor.personId, isAdministrator })
}

/** The approver takes the own approval back. */
export async function withdrawApproval(ctx: Ctx, taskId: string) {
  const flow = await lockFlowOfTask(ctx, taskId)
  await requirePartOf(ctx, flow, '任务')
  return actOn(ctx, flow, { kind: 'withdraw', taskId, by: ctx.actor.personId })
}

export async function recallFlow(ctx: Ctx, flowId: string) {
  const flow = await lockFlowById(ctx, flowId)
  await requirePartOf(ctx, flow)
  return actOn(ctx, flow, { kind: 'recall', by: ctx.actor.personId })
}

/** The applicant, or an administrator of flows. */
export async function remindApprovers(ctx: Ctx, flowId: string) {
  const flow = await lockFlowById(ctx, flowId)
  const { isApplicant, isAdministrator } = await requirePartOf(ctx, flow)
  if (!isApplicant && !isAdministrator) throw new Refusal('只有申请人可以催办')
  return actOn(ctx, flow, { kind: 'remind', by: ctx.actor.personId })
}

/** The applicant and the approvers send copies. */
export async function copyFlowTo(ctx: Ctx, { flowId, members }: { flowId: string; members: readonly string[] }) {
  const flow = await lockFlowById(ctx, flowId)
  const { isApplicant, isApprover } = await requirePartOf(ctx, flow)
  if (!isApplicant && !isApprover) throw new Refusal('只有申请人和审批人可以抄送')
  const people = await requireColleagues(ctx, flow, members)
  return actOn(ctx, flow, { kind: 'copy', by: ctx.actor.personId, people })
}

/** A remark of one of the people of the flow. It decides nothing. */
export async function commentFlow(ctx: Ctx, { flowId, text }: { flowId: string; text: string }) {
  checkOpinion(text)
  const flow = await lockFlowById(ctx, flowId)
  await requirePartOf(ctx, flow)
  return actOn(ctx, flow, { kind: 'comment', by: ctx.actor.personId, opinion: text })
}

/** For others than the people of a flow it does not exist. */
async function requirePartOf(ctx: Ctx, flow: LockedFlow, what = '申请') {
  const reader = await getFlowReader(ctx, flow)
  return orNotFound(isPartOf(reader) ? reader : undefined, what)
}

/** Administrators move the requests of others, not their own. */
async function requireAdministrator(ctx: Ctx, { row }: LockedFlow) {
  await requireFlowAdministrator(ctx, row.orgId, '申请')
  if (row.applicantPersonId === ctx.actor.personId) throw new Refusal('不能处理本人的申请')
}

const reasonLimit = 200

function checkReason(reason: string) {
  if (reason.length > reasonLimit) throw invalid([{ field: 'reason', msg: `原因不超过${reasonLimit}字` }])
}

export async function reassignTask(
  ctx: Ctx,
  { taskId, to: memberId, reason }: { taskId: string; to: string; reason: string },
) {
  checkReason(reason)
  const flow = await lockFlowOfTask(ctx, taskId)
  await requireAdministrator(ctx, flow)
  const [to] = await requireColleagues(ctx, flow, [memberId])
  return actOn(ctx, flow, { kind: 'reassign', taskId, to: to!, by: ctx.actor.personId, opinion: reason })
}

export async function jumpFlow(ctx: Ctx, { flowId, to, reason }: { flowId: string; to: string; reason: string }) {
  checkReason(reason)
  const flow = await lockFlowById(ctx, flowId)
  await requireAdministrator(ctx, flow)
  return actOn(ctx, flow, { kind: 'jump', to, by: ctx.actor.personId, opinion: reason })
}

export async function terminateFlow(ctx: Ctx, { flowId, reason }: { flowId: string; reason: string }) {
  checkReason(reason)
  const flow = await lockFlowById(ctx, flowId)
  await requireAdministrator(ctx, flow)
  return actOn(ctx, flow, { kind: 'terminate', by: ctx.actor.personId, opinion: reason })
}
