import { invalid, Refusal } from '#packages/core'
import {
  addTask,
  alreadyHandled,
  cancelTasks,
  finishTask,
  getLastGroup,
  getTask,
  isDecided,
  isInGroup,
  openTask,
  type FlowDraft,
} from './flow-draft.ts'
import { getStep } from './flow-path.ts'
import { isSibling, listHolders, returnToApplicant, returnToStep, settleGroup } from './flow-steps.ts'
import { isAdded, isUnfinished, type Approver, type Deadline, type FlowAction, type FlowTask } from './flow-state.ts'

type ActionOf<Kind extends FlowAction['kind']> = Extract<FlowAction, { kind: Kind }>

const withdrawMinutes = 30

export function requireReason(reason: string) {
  if (reason.trim().length < 5) throw invalid([{ field: 'reason', msg: '请填写不少于5个字的原因' }])
}

/**
 * The task that the person may decide now. A deputy decides neither the delegator's own request nor one of his own.
 * Who waits for added people may refuse or return, but not approve.
 */
function takeTask(
  draft: FlowDraft,
  { taskId, by, deputyFor }: { taskId: string; by: string; deputyFor?: string | undefined },
  mayBeSuspended = false,
): FlowTask {
  const task = getTask(draft, taskId)
  const isDeputy = task.personId !== by && deputyFor === task.personId
  if (task.personId !== by && !isDeputy) throw new Refusal('您不是该任务的审批人')
  if (isDeputy && [by, task.personId].includes(draft.applicant.personId)) throw new Refusal('代理人不能处理该申请')
  if (task.status === 'suspended' && !mayBeSuspended) throw new Refusal('请等待加签人员处理，或先撤销加签')
  if (task.status !== 'open' && task.status !== 'suspended') throw alreadyHandled()
  return task
}

const hasOpinion = (opinion: string | undefined) => (opinion ?? '').trim() !== ''
const needOpinion = () => invalid([{ field: 'opinion', msg: '请填写审批意见' }])

function decideTask(
  draft: FlowDraft,
  task: FlowTask,
  status: FlowTask['status'],
  { by, opinion }: { by: string; opinion?: string | undefined },
) {
  task.opinion = opinion ?? ''
  finishTask(draft, task, status, by)
}

const getStepOf = (draft: FlowDraft, { step }: FlowTask) => getStep(draft.definition, step).step

export function approveTask(draft: FlowDraft, action: ActionOf<'approve'>) {
  const task = takeTask(draft, action)
  const step = getStepOf(draft, task)
  if (step.needsOpinion && !hasOpinion(action.opinion)) throw needOpinion()
  if (step.needsSignature && !action.signatureFileId) throw invalid([{ field: 'signatureFileId', msg: '请先签名' }])
  task.signatureFileId = action.signatureFileId ?? null
  decideTask(draft, task, 'approved', action)
  for (const follower of draft.tasks)
    if (follower.parentId === task.id && follower.source === 'added-after' && follower.status === 'waiting')
      openTask(draft, follower)
  settleTask(draft, task)
}

export function rejectTask(draft: FlowDraft, action: ActionOf<'reject'>) {
  const task = takeTask(draft, action, true)
  if (getStepOf(draft, task).type === 'handle') throw new Refusal('该步骤只需办理，如有问题请退回')
  if (!hasOpinion(action.opinion)) throw needOpinion()
  cancelAdded(draft, task)
  decideTask(draft, task, 'rejected', action)
  settleTask(draft, task, action.resume)
}

/** After a decision: an added person advises, everybody else votes. */
function settleTask(draft: FlowDraft, task: FlowTask, resume?: 'again' | 'direct') {
  const parent = isAdded(task) ? getTask(draft, task.parentId!) : undefined
  if (parent && task.source === 'added-before') return reopenIfAdvised(draft, parent)
  if (parent && task.status === 'rejected') return reopenHolder(draft, parent)
  settleGroup(draft, getStepOf(draft, task), task.group, resume)
}

/** When everybody whom the holder added has answered, the holder decides. */
function reopenIfAdvised(draft: FlowDraft, parent: FlowTask) {
  const isAnswered = !draft.tasks.some(
    (one) => one.parentId === parent.id && one.source === 'added-before' && isUnfinished(one),
  )
  if (isAnswered && parent.status === 'suspended') openTask(draft, parent)
}

/** Somebody who was added after the holder refuses: the holder decides again, with the opinion at hand. */
function reopenHolder(draft: FlowDraft, holder: FlowTask) {
  cancelAdded(draft, holder)
  holder.isVoid = true
  const { step, group, seat, source } = holder
  addTask(draft, holder, { step, group, seat, source, deadline: holder, parentId: holder.id, status: 'open' })
}

const cancelAdded = (draft: FlowDraft, holder: FlowTask) =>
  cancelTasks(draft, (one) => one.parentId === holder.id && isAdded(one))

export function returnTask(draft: FlowDraft, action: ActionOf<'returnTo'>) {
  const task = takeTask(draft, action, true)
  if (!getStepOf(draft, task).allow.return) throw new Refusal('该步骤不允许退回')
  if (isAdded(task)) throw new Refusal('加签人员不能退回，请填写意见')
  if (!hasOpinion(action.opinion)) throw needOpinion()
  cancelAdded(draft, task)
  decideTask(draft, task, 'returned', action)
  if (action.to === '') returnToApplicant(draft, action.resume)
  else returnToStep(draft, task.step, action.to, action.resume)
}

export function transferTask(draft: FlowDraft, action: ActionOf<'transfer'>) {
  const task = takeTask(draft, action)
  const step = getStepOf(draft, task)
  if (!step.allow.transfer) throw new Refusal('该步骤不允许转交')
  if (action.to.personId === task.personId || action.to.personId === action.by) throw new Refusal('不能转交给自己')
  requireNewcomer(draft, task, action.to, '转交')
  task.opinion = action.opinion ?? ''
  moveTask(draft, task, action.to, {
    oldStatus: 'transferred',
    source: 'transferred',
    decidedBy: action.by,
    deadline: task,
  })
}

function requireNewcomer(draft: FlowDraft, { group, step }: FlowTask, { personId }: Approver, verb: string) {
  if (isInGroup(draft, group, personId)) throw new Refusal('该人员已是本节点审批人')
  if (personId === draft.applicant.personId && getStep(draft.definition, step).step.self !== 'self')
    throw new Refusal(`不能${verb}给申请人`)
}

/** An administrator, the end of a membership or a deadline gives the task to somebody else. The deadline starts again. */
export function replaceHolder(draft: FlowDraft, task: FlowTask, to: Approver, source: FlowTask['source']) {
  if (!isUnfinished(task)) throw alreadyHandled()
  const { self } = getStepOf(draft, task)
  if (to.personId === draft.applicant.personId && self !== 'self') throw new Refusal('该类业务不允许本人审批本人')
  if (to.memberId === task.memberId && to.personId === task.personId) throw new Refusal('该人员已是本节点审批人')
  if (source === 'reassigned') requireNewcomer(draft, task, to, '改派')
  moveTask(draft, task, to, {
    oldStatus: 'cancelled',
    source,
    decidedBy: null,
    deadline: draft.findApprovers(task.step),
  })
}

/** The new task has the seat and the state of the old one; people who were added stay. */
function moveTask(
  draft: FlowDraft,
  task: FlowTask,
  to: Approver,
  {
    oldStatus,
    source,
    decidedBy,
    deadline,
  }: {
    oldStatus: 'transferred' | 'cancelled'
    source: FlowTask['source']
    decidedBy: string | null
    deadline: Deadline
  },
) {
  const { step, group, seat, status } = task
  const added = isAdded(task)
  const next = addTask(draft, to, {
    step,
    group,
    seat,
    status,
    deadline,
    source: added ? task.source : source,
    parentId: added ? task.parentId : task.id,
  })
  finishTask(draft, task, oldStatus, decidedBy)
  for (const one of draft.tasks)
    if (one.parentId === task.id && isAdded(one) && isUnfinished(one)) one.parentId = next.id
}

export function addSigners(draft: FlowDraft, action: ActionOf<'addSign'>) {
  const task = takeTask(draft, action)
  if (isAdded(task)) throw new Refusal('加签人员不能再次加签')
  if (!getStepOf(draft, task).allow.addSign) throw new Refusal('该步骤不允许加签')
  if (action.people.length === 0) throw new Refusal('请选择加签人员')
  const { step, group, seat } = task
  const isBefore = action.where === 'before'
  for (const person of action.people) {
    if (person.personId === action.by) throw new Refusal('不能加签给自己')
    requireNewcomer(draft, task, person, '加签')
    addTask(draft, person, {
      step,
      group,
      seat,
      deadline: task,
      parentId: task.id,
      source: isBefore ? 'added-before' : 'added-after',
      status: isBefore ? 'open' : 'waiting',
    })
  }
  if (isBefore) task.status = 'suspended'
}

/** Only the holder who added the person, or an administrator, and only before the answer. */
export function removeSigner(draft: FlowDraft, { taskId, by, isAdministrator }: ActionOf<'removeSign'>) {
  const task = getTask(draft, taskId)
  if (!isAdded(task)) throw new Refusal('只能撤销加签人员')
  const parent = getTask(draft, task.parentId!)
  if (parent.personId !== by && !isAdministrator) throw new Refusal('只有加签的审批人可以撤销')
  if (!isUnfinished(task)) throw alreadyHandled()
  finishTask(draft, task, 'cancelled')
  if (task.source === 'added-before') reopenIfAdvised(draft, parent)
  else settleGroup(draft, getStepOf(draft, task), task.group)
}

/** The approver takes the own approval back, while nobody has decided after it. */
export function withdrawDecision(draft: FlowDraft, { taskId, by }: ActionOf<'withdraw'>) {
  const task = getTask(draft, taskId)
  if (task.decidedBy !== by || task.status !== 'approved' || task.isVoid) throw new Refusal('没有可以撤回的审批')
  if (isAdded(task)) throw new Refusal('加签意见不能撤回')
  if (Date.parse(draft.at) - Date.parse(task.finishedAt!) > withdrawMinutes * 60_000)
    throw new Refusal(`已超过${withdrawMinutes}分钟，不能撤回`)
  if (getLastGroup(draft.tasks, task.step) !== task.group) throw new Refusal('下一步已处理，不能撤回')
  const follows = (one: FlowTask) => {
    if (one.group === task.group)
      return one.seat > task.seat ? isInSequence(draft, task) : one.parentId === task.id && isAdded(one)
    return one.group > task.group && !isSibling(draft, task.step, one.step)
  }
  if (draft.tasks.some((one) => follows(one) && isDecided(one))) throw new Refusal('下一步已处理，不能撤回')
  const { step, group, seat, source } = task
  const later = new Set(draft.tasks.filter((one) => one.group !== group && follows(one)).map((one) => one.step))
  cancelTasks(draft, (one) => follows(one) && (one.group !== group || isAdded(one)))
  for (const one of draft.tasks) {
    if (one.status === 'skipped' && one.group !== group && follows(one)) one.isVoid = true
    // Also who waits for added people: their advice is cancelled with the turn.
    if (one.group === group && (one.status === 'open' || one.status === 'suspended') && follows(one)) waitAgain(one)
  }
  task.isVoid = true
  // Those who need not decide any more, because the step was decided, have to again.
  const status = isInSequence(draft, task) ? 'waiting' : 'open'
  for (const one of listHolders(draft, group))
    if (one.status === 'cancelled') {
      const facts = { step, group, seat: one.seat, source: one.source, deadline: one }
      addTask(draft, one, { ...facts, parentId: one.id, status })
    }
  addTask(draft, task, { step, group, seat, source, deadline: task, parentId: task.id, status: 'open' })
  draft.active = [...new Set([...draft.active.filter((key) => !later.has(key)), step])]
  draft.finishedBranches = draft.finishedBranches.filter((key) => key !== getStep(draft.definition, step).line.key)
  // An administrator jumped out of the branches: those that were not finished then do not come back.
  const { parallel } = getStep(draft.definition, step).line
  const waiting = new Set(draft.active.map((key) => getStep(draft.definition, key).line.key))
  const isGone = ({ key }: { key: string }) =>
    !draft.skipped.includes(key) && !draft.finishedBranches.includes(key) && !waiting.has(key)
  if (parallel?.step.branches.some(isGone)) throw new Refusal('流程已被管理员跳转，不能撤回')
  draft.resumes = draft.resumes.map(({ takenBy, ...resume }) =>
    takenBy === undefined || takenBy === group ? resume : { ...resume, takenBy },
  )
}

const isInSequence = (draft: FlowDraft, task: FlowTask) => getStepOf(draft, task).mode === 'seq'

function waitAgain(task: FlowTask) {
  task.status = 'waiting'
  task.arrivedAt = null
}
