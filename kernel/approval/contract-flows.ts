import { z } from 'zod'
import { dayRange, enumOf, idOf, pageOf, pageQuery, wireObject } from '#packages/contract'
import { flowStatuses, flowTaskSources, flowTaskStatuses } from './contract-states.ts'

const when = z.iso.datetime().nullable()

/** What every list of requests shows. */
const request = {
  flowId: idOf('flow'),
  /** The key of the subject, and its name: 人员调动. */
  subject: z.string(),
  subjectTitle: z.string(),
  title: z.string(),
  /** The second line: the days of a leave, the amount of a purchase. May be empty. */
  brief: z.string(),
  orgName: z.string(),
  applicant: z.string(),
}

/** A task in 待我审批 or 已办. */
export const inboxTask = z.object({
  ...request,
  taskId: idOf('flow-task'),
  stepName: z.string(),
  /** handle: 办理, it cannot be refused. */
  stepType: z.enum(['approve', 'handle']),
  /** Whose task it is, if the reader is a deputy; else empty. */
  holder: z.string(),
  status: enumOf(flowTaskStatuses),
  flowStatus: enumOf(flowStatuses),
  arrivedAt: when,
  dueAt: when,
  finishedAt: when,
  /** 批量同意 leaves it out: it needs an opinion or a signature. */
  isSingle: z.boolean(),
})
export type InboxTask = z.output<typeof inboxTask>

/** A request in 我发起 or 抄送我. */
export const flowRow = z.object({
  ...request,
  status: enumOf(flowStatuses),
  /** The steps that it waits at. */
  stepNames: z.array(z.string()),
  submittedAt: z.iso.datetime(),
  finishedAt: when,
})
export type FlowRow = z.output<typeof flowRow>

/** What waits for somebody; `late` is a part of `open`. */
export const inboxCounts = z.object({ open: z.int(), late: z.int() })
export type InboxCounts = z.output<typeof inboxCounts>

/** The path that a request takes, as the specification names it. */
const pathStep = z.object({ operator: z.string(), note: z.string() })
export const flowPath = wireObject(
  { flowId: z.guid(), flowName: z.string(), flows: z.array(pathStep) },
  { flowId: 'fFlowId', flowName: 'fFlowName' },
).meta({ id: 'FlowPath' })
export type FlowPath = z.output<typeof flowPath>

/** One line of what happened: the specification's monitors. */
const monitor = z.object({
  stepName: z.string(),
  /** 李四, or 李四 代 张三; empty if the system acted. */
  user: z.string(),
  time: z.iso.datetime(),
  opinion: z.string(),
  state: z.string(),
  /** A later return or withdrawal made the decision obsolete. */
  isVoid: z.boolean(),
})
export type FlowMonitor = z.output<typeof monitor>

/** A seat of the time line: who decided, who has to decide, who will. */
const seat = z.object({
  taskId: idOf('flow-task').nullable(),
  name: z.string(),
  /** 李四 代 张三: who decided for the holder; else empty. */
  deputy: z.string(),
  status: enumOf(flowTaskStatuses),
  source: enumOf(flowTaskSources),
  opinion: z.string(),
  /** A picture of the handwriting. */
  signatureUrl: z.string(),
  arrivedAt: when,
  dueAt: when,
  finishedAt: when,
  isVoid: z.boolean(),
  isMine: z.boolean(),
})
export type FlowSeat = z.output<typeof seat>

/** A step of the time line. Steps that were left for another round come first, then the present one, then what follows. */
const timelineStep = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(['approve', 'handle', 'copy']),
  /** 会签, 或签 …, if several people decide; else empty. */
  mode: z.string(),
  /** The branch that the step belongs to; empty on the main line. */
  branch: z.string(),
  /** past: decided or left; open: waits for its people; ahead: not reached yet; skipped: its condition is not met. */
  position: z.enum(['past', 'open', 'ahead', 'skipped']),
  /** For steps ahead: why it may be left out, in words (超过1天时). */
  condition: z.string(),
  seats: z.array(seat),
})
export type TimelineStep = z.output<typeof timelineStep>

const fact = z.object({ label: z.string(), value: z.string() })
export const flowActions = [
  'approve',
  'reject',
  'return',
  'transfer',
  'addSign',
  'withdraw',
  'recall',
  'remind',
  'copy',
  'comment',
  'resubmit',
  'reassign',
  'jump',
  'terminate',
] as const

/** The whole request: facts of the record, the time line, and what the reader may do now. */
export const flowDetail = wireObject(
  {
    flowId: z.guid(),
    flowName: z.string(),
    flows: z.array(pathStep),
    monitors: z.array(monitor),
    id: idOf('flow'),
    subject: z.string(),
    subjectTitle: z.string(),
    title: z.string(),
    applicant: z.string(),
    /** Department and posts of the applicant, or the organisation. */
    applicantNote: z.string(),
    orgName: z.string(),
    status: enumOf(flowStatuses),
    round: z.int(),
    submittedAt: z.iso.datetime(),
    finishedAt: when,
    /** The three or four facts that the decision hangs on, then all others. */
    lead: z.array(fact),
    facts: z.array(fact),
    files: z.array(z.object({ id: z.guid(), name: z.string(), size: z.int() })),
    /** The page of the record, for readers who may open it; else empty. */
    url: z.string(),
    steps: z.array(timelineStep),
    /** The reader's open task; null if there is none. */
    taskId: idOf('flow-task').nullable(),
    /** The reader's last decision that can still be taken back. */
    withdrawTaskId: idOf('flow-task').nullable(),
    stepType: z.enum(['approve', 'handle']),
    needsOpinion: z.boolean(),
    needsSignature: z.boolean(),
    /** Earlier steps of the reader's line; the applicant is the empty key. */
    returnTargets: z.array(z.object({ key: z.string(), name: z.string() })),
    /** The text that the applicant of a returned request changes here before sending it again; null for others. */
    revision: z.object({ label: z.string(), text: z.string() }).nullable(),
    may: z.array(z.enum(flowActions)),
  },
  { flowId: 'fFlowId', flowName: 'fFlowName' },
).meta({ id: 'ApprovalFlow' })
export type FlowDetail = z.output<typeof flowDetail>

export const inboxQuery = pageQuery.extend({
  subject: z.string().max(60).optional(),
  keyword: z.string().trim().max(60).default(''),
  ...dayRange.shape,
})
export const flowListQuery = inboxQuery.extend({ status: enumOf(flowStatuses).optional() })

const taskId = idOf('flow-task')
const opinion = z.string().trim().max(500, '审批意见不超过500字').default('')
const reason = z.string().trim().min(5, '请填写不少于5个字的原因').max(200, '原因不超过200字')
/** all: 重新逐级审批; direct: 直达退回人. */
const resume = z.enum(['all', 'direct'])

export const approveForm = z.object({ taskId, opinion, signatureFileId: idOf('file').nullable().default(null) })
export const rejectForm = z.object({ taskId, opinion: opinion.pipe(z.string().min(1, '请填写审批意见')) })
export const returnForm = z.object({
  taskId,
  opinion: opinion.pipe(z.string().min(1, '请填写审批意见')),
  /** Empty: to the applicant. */
  to: z.string().max(40),
  resume,
})
export const transferForm = z.object({ taskId, opinion, to: idOf('membership') })
export const addSignForm = z.object({
  taskId,
  opinion,
  where: z.enum(['before', 'after']),
  members: z.array(idOf('membership')).min(1, '请选择加签人员').max(20, '一次最多加签20人'),
})
export const taskForm = z.object({ taskId })
export const flowForm = z.object({ flowId: idOf('flow') })
export const copyForm = flowForm.extend({
  members: z.array(idOf('membership')).min(1, '请选择抄送人员').max(100, '一次最多抄送100人'),
})
export const commentForm = flowForm.extend({ text: z.string().trim().min(1, '请填写评论').max(500, '评论不超过500字') })
export const resubmitForm = flowForm.extend({ text: z.string().trim().min(1, '请填写').max(200, '不超过200字') })
export const batchForm = z.object({
  taskIds: z.array(taskId).min(1, '请至少选择一条记录').max(100, '一次最多处理100条'),
  opinion,
})
export const batchResult = z.object({
  results: z.array(z.object({ taskId, isDone: z.boolean(), message: z.string() })),
})
export const reassignForm = z.object({ taskId, to: idOf('membership'), reason })
export const jumpForm = flowForm.extend({ to: z.string().min(1).max(40), reason })
export const terminateForm = flowForm.extend({ reason })

export const inboxPage = pageOf(inboxTask)
export const flowPage = pageOf(flowRow)
