import { Refusal } from '#packages/core'
import { handledMessage } from '../contract.ts'
import {
  isUnfinished,
  type Approver,
  type Deadline,
  type FlowDefinition,
  type FlowResume,
  type FlowState,
  type FlowTask,
  type StepApprovers,
} from './flow-state.ts'

/** The approvers of a step are not known yet: the caller finds them and tries again. */
export class MissingApprovers extends Error {
  readonly step: string
  constructor(step: string) {
    super(`the approvers of ${step} are needed`)
    this.step = step
  }
}

/** The state while an action changes it. */
export interface FlowDraft extends Omit<FlowState, 'active' | 'finishedBranches' | 'resumes' | 'tasks' | 'skipped'> {
  readonly definition: FlowDefinition
  readonly at: string
  skipped: readonly string[]
  active: string[]
  finishedBranches: string[]
  resumes: FlowResume[]
  tasks: FlowTask[]
  /** Copy steps that were passed. */
  copies: string[]
  findApprovers: (step: string) => StepApprovers
  newId: () => string
}

export const alreadyHandled = () => new Refusal(handledMessage)

export function getTask(draft: FlowDraft, id: string): FlowTask {
  const task = draft.tasks.find((one) => one.id === id)
  if (!task) throw alreadyHandled()
  return task
}

export const getLastGroup = (tasks: readonly FlowTask[], step: string): number =>
  tasks.reduce((last, task) => (task.step === step ? Math.max(last, task.group) : last), 0)

export const listGroup = ({ tasks }: Pick<FlowState, 'tasks'>, group: number): FlowTask[] =>
  tasks.filter((task) => task.group === group)

export function addTask(
  draft: FlowDraft,
  { personId, memberId }: Approver,
  facts: Pick<FlowTask, 'step' | 'group' | 'seat' | 'source' | 'status'> & {
    parentId?: string | null
    deadline: Deadline
  },
): FlowTask {
  const { status, parentId = null, deadline, ...rest } = facts
  const task: FlowTask = {
    id: draft.newId(),
    ...rest,
    round: draft.round,
    personId,
    memberId,
    parentId,
    status,
    opinion: '',
    signatureFileId: null,
    decidedBy: null,
    arrivedAt: status === 'waiting' ? null : draft.at,
    dueAt: deadline.dueAt,
    warnAt: deadline.warnAt,
    finishedAt: null,
    remindCount: 0,
    remindedAt: null,
    isVoid: false,
  }
  draft.tasks.push(task)
  return task
}

export function openTask(draft: FlowDraft, task: FlowTask) {
  task.status = 'open'
  if (task.arrivedAt !== null) return
  task.arrivedAt = draft.at
  // The time of those who wait for others begins when it is their turn.
  const { dueAt, warnAt } = draft.findApprovers(task.step)
  Object.assign(task, { dueAt, warnAt })
}

export function finishTask(
  draft: FlowDraft,
  task: FlowTask,
  status: FlowTask['status'],
  decidedBy: string | null = null,
) {
  task.status = status
  task.finishedAt = draft.at
  task.decidedBy = decidedBy
}

/** Whether somebody has decided this task; giving it to somebody else is no decision. */
export const isDecided = ({ status }: FlowTask) =>
  status === 'approved' || status === 'rejected' || status === 'returned'

export function cancelTasks(draft: FlowDraft, isAffected: (task: FlowTask) => boolean) {
  for (const task of draft.tasks) if (isUnfinished(task) && isAffected(task)) finishTask(draft, task, 'cancelled')
}

export function voidTasks(draft: FlowDraft, isAffected: (task: FlowTask) => boolean) {
  for (const task of draft.tasks)
    if ((task.status === 'approved' || task.status === 'rejected' || task.status === 'skipped') && isAffected(task))
      task.isVoid = true
}

/** Whether the person already has a task in the group, decided or not. */
export const isInGroup = (state: Pick<FlowState, 'tasks'>, group: number, personId: string) =>
  listGroup(state, group).some((task) => task.personId === personId && task.status !== 'cancelled' && !task.isVoid)

export const uniqueApprovers = (people: readonly Approver[]): Approver[] => [
  ...new Map(people.map((one) => [one.personId, one])).values(),
]
