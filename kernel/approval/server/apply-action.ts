import { Refusal } from '#packages/core'
import {
  MissingApprovers,
  alreadyHandled,
  cancelTasks,
  getTask,
  isDecided,
  voidTasks,
  type FlowDraft,
} from './flow-draft.ts'
import { getMainLine, getStep, isAtOrAfter } from './flow-path.ts'
import { endFlow, enterLine, enterStep, joinStep, resumeSteps } from './flow-steps.ts'
import type { FlowAction, FlowDefinition, FlowEntry, FlowState } from './flow-state.ts'
import {
  addSigners,
  approveTask,
  rejectTask,
  removeSigner,
  replaceHolder,
  requireReason,
  returnTask,
  transferTask,
  withdrawDecision,
} from './task-actions.ts'

export interface FlowResult {
  state: FlowState
  /** Copy steps that were passed. */
  copies: readonly string[]
  /** The ids of the new tasks. */
  ids: readonly string[]
}

interface ActionInput extends Omit<FlowEntry, 'ids'> {
  newId: () => string
}

const remindMinutes = 120
const remindLimit = 5

/**
 * What an action does to a flow. A pure function: who the approvers are, the time and the new ids are given. It refuses
 * with the sentence for the user, and throws `MissingApprovers` when it reaches a step whose approvers are not given.
 */
export function applyAction(definition: FlowDefinition, state: FlowState | null, input: ActionInput): FlowResult {
  const draft = createDraft(definition, state, input)
  const ids: string[] = []
  draft.newId = () => {
    const id = input.newId()
    ids.push(id)
    return id
  }
  runAction(draft, input.action)
  const { status, round, applicant, skipped, active, finishedBranches, resumes, tasks } = draft
  return {
    state: { status, round, applicant, skipped, active, finishedBranches, resumes, tasks },
    copies: draft.copies,
    ids,
  }
}

/** The state that the log of a flow gives. */
export function replayLog(definition: FlowDefinition, entries: readonly FlowEntry[]): FlowState | null {
  let state: FlowState | null = null
  for (const { ids, ...entry } of entries) {
    const left = [...ids]
    const newId = () => {
      const id = left.shift()
      if (id === undefined) throw new Error('the log has too few ids')
      return id
    }
    ;({ state } = applyAction(definition, state, { ...entry, newId }))
  }
  return state
}

function createDraft(
  definition: FlowDefinition,
  state: FlowState | null,
  { action, at, approvers }: ActionInput,
): FlowDraft {
  if (!state && action.kind !== 'start') throw new Error('a flow begins with its start')
  const begin: FlowState = state ?? {
    status: 'draft',
    round: 1,
    applicant: { personId: '', memberId: '' },
    skipped: [],
    active: [],
    finishedBranches: [],
    resumes: [],
    tasks: [],
  }
  return {
    ...structuredClone(begin),
    active: [...begin.active],
    finishedBranches: [...begin.finishedBranches],
    resumes: [...begin.resumes],
    tasks: begin.tasks.map((task) => ({ ...task })),
    definition,
    at,
    copies: [],
    findApprovers: (step) => {
      const found = approvers[step]
      if (!found) throw new MissingApprovers(step)
      return found
    },
    newId: () => '',
  }
}

function runAction(draft: FlowDraft, action: FlowAction) {
  switch (action.kind) {
    case 'start':
      if (draft.status !== 'draft') throw new Refusal('请勿重复提交')
      draft.applicant = action.applicant
      return beginRound(draft, action.skipped)
    case 'resubmit':
      requireApplicant(draft, action.by)
      if (draft.status !== 'returned') throw alreadyHandled()
      draft.round += 1
      return beginRound(draft, action.skipped)
    case 'recall':
      return recallFlow(draft, action.by)
    case 'void':
      if (draft.status !== 'approved') throw new Refusal('只有已通过的申请可以作废')
      draft.status = 'void'
      return
    case 'terminate':
      if (draft.status !== 'running' && draft.status !== 'returned') throw alreadyHandled()
      if (action.by !== null) requireReason(action.opinion)
      return endFlow(draft, 'terminated')
    case 'follow':
      draft.applicant = action.to
      return
    case 'copy':
    case 'comment':
      return
    case 'approve':
    case 'reject':
    case 'transfer':
    case 'addSign':
    case 'removeSign':
    case 'returnTo':
    case 'withdraw':
    case 'remind':
    case 'reassign':
    case 'leave':
    case 'escalate':
    case 'join':
    case 'jump':
      if (draft.status !== 'running') throw alreadyHandled()
      return runTaskAction(draft, action)
  }
}

type RunningAction = Exclude<
  FlowAction,
  { kind: 'start' | 'resubmit' | 'recall' | 'void' | 'terminate' | 'follow' | 'copy' | 'comment' }
>

function runTaskAction(draft: FlowDraft, action: RunningAction) {
  switch (action.kind) {
    case 'approve':
      return approveTask(draft, action)
    case 'reject':
      return rejectTask(draft, action)
    case 'transfer':
      return transferTask(draft, action)
    case 'addSign':
      return addSigners(draft, action)
    case 'removeSign':
      return removeSigner(draft, action)
    case 'returnTo':
      return returnTask(draft, action)
    case 'withdraw':
      return withdrawDecision(draft, action)
    case 'remind':
      return remindHolders(draft)
    case 'reassign':
      requireReason(action.opinion)
      return replaceHolder(draft, getTask(draft, action.taskId), action.to, 'reassigned')
    case 'leave':
      return replaceHolder(draft, getTask(draft, action.taskId), action.to, 'handover')
    case 'escalate':
      return replaceHolder(draft, getTask(draft, action.taskId), action.to, 'escalated')
    case 'join':
      return joinStep(draft, action)
    case 'jump':
      return jumpToStep(draft, action)
  }
}

function beginRound(draft: FlowDraft, skipped: readonly string[]) {
  draft.status = 'running'
  const needed = draft.skipped.filter((key) => !skipped.includes(key))
  draft.skipped = skipped
  const resume = draft.resumes.find(({ after }) => after === '')
  draft.resumes = draft.resumes.filter((one) => one !== resume)
  if (resume) resumeSteps(draft, resume.enter, needed)
  else enterLine(draft, getMainLine(draft.definition), 0)
}

const requireApplicant = (draft: FlowDraft, by: string) => {
  if (by !== draft.applicant.personId) throw new Refusal('只有申请人可以进行此操作')
}

function recallFlow(draft: FlowDraft, by: string) {
  requireApplicant(draft, by)
  if (draft.status !== 'running' && draft.status !== 'returned') throw alreadyHandled()
  const { recall } = draft.definition
  const hasDecision = draft.tasks.some((task) => isDecided(task) && task.round === draft.round)
  if (draft.status === 'running' && recall === 'never') throw new Refusal('该流程不允许撤回')
  if (draft.status === 'running' && recall === 'first' && hasDecision) throw new Refusal('已有审批人处理，不能撤回')
  endFlow(draft, 'recalled')
}

function remindHolders(draft: FlowDraft) {
  const open = draft.tasks.filter(({ status }) => status === 'open')
  const left = open.filter(({ remindCount }) => remindCount < remindLimit)
  if (left.length === 0) throw new Refusal('催办次数已达上限')
  const waits = left.map(({ remindedAt }) =>
    remindedAt === null ? 0 : remindMinutes - (Date.parse(draft.at) - Date.parse(remindedAt)) / 60_000,
  )
  if (waits.every((minutes) => minutes > 0)) throw new Refusal(`已催办，请${Math.ceil(Math.min(...waits))}分钟后再试`)
  for (const [at, task] of left.entries())
    if (waits[at]! <= 0) {
      task.remindCount += 1
      task.remindedAt = draft.at
    }
}

/** The administrator moves the flow to another step. */
function jumpToStep(draft: FlowDraft, { to, opinion }: Extract<FlowAction, { kind: 'jump' }>) {
  requireReason(opinion)
  const target = getStep(draft.definition, to)
  if (target.line.parallel) throw new Refusal('不能跳转到并行分支中的步骤')
  cancelTasks(draft, () => true)
  voidTasks(draft, ({ step }) => isAtOrAfter(target, getStep(draft.definition, step)))
  draft.active = []
  draft.resumes = []
  enterStep(draft, to, true)
}
