import type { FlowRules, FlowStatus, FlowTaskSource, FlowTaskStatus } from '../contract.ts'

/** A person as the holder of a task: tasks belong to a membership, decisions to a person. */
export interface Approver {
  personId: string
  memberId: string
}

/** Times are ISO texts, so that a state can be compared with the one that the log gives. */
export interface FlowTask {
  id: string
  step: string
  round: number
  /** Counts the times that a step was entered in this flow; the tasks of one time decide together. */
  group: number
  /** The vote within the group: a replaced approver has the same seat. People added by an approver have his. */
  seat: number
  personId: string
  memberId: string
  source: FlowTaskSource
  /** The task that this one replaces, or that somebody was added to. */
  parentId: string | null
  status: FlowTaskStatus
  opinion: string
  signatureFileId: string | null
  /** Who decided: the holder or a deputy. */
  decidedBy: string | null
  arrivedAt: string | null
  dueAt: string | null
  /** When most of the time is over: the holder is reminded once. */
  warnAt: string | null
  finishedAt: string | null
  remindCount: number
  remindedAt: string | null
  /** 失效: a later return or withdrawal made the decision obsolete. */
  isVoid: boolean
}

/** After this step ('' is the applicant) the flow goes straight to these steps: 直达退回人. */
export interface FlowResume {
  after: string
  enter: readonly string[]
  /** The group whose decision took this way; if it is withdrawn, the way is open again. */
  takenBy?: number
}

export interface FlowState {
  status: FlowStatus
  round: number
  applicant: Approver
  /** Steps and branches whose condition the submitted values do not meet. */
  skipped: readonly string[]
  /** Steps that wait for their approvers. */
  active: readonly string[]
  finishedBranches: readonly string[]
  resumes: readonly FlowResume[]
  tasks: readonly FlowTask[]
}

/** Whom a step means, found when it is reached. */
export interface StepApprovers {
  approvers: readonly Approver[]
  /** In the place of the applicant, with the policy `superior`. */
  superiors: readonly Approver[]
  /** For a step without approvers, with the policy `named`. */
  named: readonly Approver[]
  /** The administrators of the flow. */
  administrators: readonly Approver[]
  dueAt: string | null
  warnAt: string | null
}

/** The deadline of a task. */
export type Deadline = Pick<StepApprovers, 'dueAt' | 'warnAt'>

export interface FlowDefinition extends FlowRules {
  /** Personnel or money: nothing may pass without another person. */
  isStrict: boolean
}

interface TaskAction {
  taskId: string
  /** The person who acts. */
  by: string
  /** The holder, if a deputy acts. */
  deputyFor?: string | undefined
  opinion?: string | undefined
}

export type ResumeMode = 'again' | 'direct'

export type FlowAction =
  | { kind: 'start'; applicant: Approver; skipped: readonly string[] }
  | { kind: 'resubmit'; by: string; skipped: readonly string[] }
  | (TaskAction & { kind: 'approve'; signatureFileId?: string | null | undefined })
  | (TaskAction & { kind: 'reject'; resume?: ResumeMode | undefined })
  | (TaskAction & { kind: 'transfer'; to: Approver })
  | (TaskAction & { kind: 'addSign'; where: 'before' | 'after'; people: readonly Approver[] })
  | { kind: 'removeSign'; taskId: string; by: string; isAdministrator: boolean }
  /** To a step, or '' to the applicant. */
  | (TaskAction & { kind: 'returnTo'; to: string; resume: ResumeMode })
  | { kind: 'recall'; by: string }
  | { kind: 'withdraw'; taskId: string; by: string }
  | { kind: 'remind'; by: string }
  | { kind: 'copy'; by: string; people: readonly Approver[] }
  | { kind: 'comment'; by: string; opinion: string }
  | { kind: 'reassign'; taskId: string; by: string; to: Approver; opinion: string }
  | { kind: 'jump'; by: string; to: string; opinion: string }
  | { kind: 'terminate'; by: string | null; opinion: string }
  /** The holder left: the task moves by rule. */
  | { kind: 'leave'; taskId: string; to: Approver }
  /** The applicant goes on as another membership or person: schools or people were merged. */
  | { kind: 'follow'; to: Approver }
  /** Somebody whom the rule of an open step has come to mean. */
  | { kind: 'join'; step: string; people: readonly Approver[] }
  /** The deadline passed. */
  | { kind: 'escalate'; taskId: string; to: Approver }
  | { kind: 'void'; by: string; opinion: string }
export type FlowActionKind = FlowAction['kind']

/** One line of the log: enough to compute the next state from the state before. */
export interface FlowEntry {
  action: FlowAction
  at: string
  /** By step: those that were found for this action. */
  approvers: Readonly<Record<string, StepApprovers>>
  /** The ids of the new tasks, in their order. */
  ids: readonly string[]
}

/** Tasks in these states may still change. */
const unfinished: readonly FlowTaskStatus[] = ['waiting', 'open', 'suspended']
export const isUnfinished = ({ status }: Pick<FlowTask, 'status'>) => unfinished.includes(status)
export const isAdded = ({ source }: Pick<FlowTask, 'source'>) => source === 'added-before' || source === 'added-after'
