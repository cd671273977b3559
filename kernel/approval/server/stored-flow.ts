import { loadFieldCipher } from '#packages/crypto'
import { Refusal, type Ctx } from '#packages/core'
import { flowRules, type FlowRules } from '../contract.ts'
import type { FlowValues } from './conditions.ts'
import { findDefinition } from './definition-queries.ts'
import type { ApproverSearch } from './find-approvers.ts'
import { listLog, listTasks, saveTasks, type FlowRow, type TaskRow } from './flow-queries.ts'
import type { FlowAction, FlowDefinition, FlowEntry, FlowState, FlowTask } from './flow-state.ts'
import { getSubjectOfFlow } from './subjects.ts'

const opinionField = 'flow_task.opinion'
const logField = 'flow_log.opinion'
const submittedField = 'flow_instance.submitted'

/** What the applicant sent: values and chosen approvers. */
export interface SubmittedValues {
  values: FlowValues
  choices: Readonly<Record<string, readonly string[]>>
}

const cipherOf = (ctx: Ctx) => loadFieldCipher(ctx.db, ctx.actor.districtId)

export const sealSubmitted = async (ctx: Ctx, id: string, submitted: SubmittedValues): Promise<Buffer> =>
  (await cipherOf(ctx)).encrypt(submittedField, JSON.stringify(submitted), id)

export async function getApproverSearch(ctx: Ctx, flow: FlowRow): Promise<ApproverSearch> {
  const text = (await cipherOf(ctx)).decrypt(submittedField, flow.submitted, flow.id)
  const { values, choices } = JSON.parse(text) as SubmittedValues
  const applicant = { personId: flow.applicantPersonId, memberId: flow.applicantId }
  return { subject: flow.subject, orgId: flow.orgId, applicant, values, choices }
}

/** Rules of an earlier release that this one cannot read stop only their own flows. */
export function readStoredRules(rules: unknown): FlowRules {
  const { data } = flowRules.safeParse(rules)
  if (!data) throw new Refusal('流程规则已过时，请由流程管理员修改')
  return data
}

/** The version of the rules that the flow began with. */
export async function loadDefinition(
  ctx: Ctx,
  { definitionId, subject }: Pick<FlowRow, 'definitionId' | 'subject'>,
): Promise<FlowDefinition> {
  const row = (await findDefinition(ctx.db, definitionId))!
  return { ...readStoredRules(row.rules), isStrict: getSubjectOfFlow(ctx, subject).flag !== undefined }
}

const toText = (time: Date | null) => time?.toISOString() ?? null

export async function loadState(ctx: Ctx, flow: FlowRow): Promise<FlowState> {
  const cipher = await cipherOf(ctx)
  const toTask = ({ opinion, arrivedAt, dueAt, warnAt, finishedAt, remindedAt, ...task }: TaskRow): FlowTask => ({
    ...task,
    opinion: opinion ? cipher.decrypt(opinionField, opinion, task.id) : '',
    arrivedAt: toText(arrivedAt),
    dueAt: toText(dueAt),
    warnAt: toText(warnAt),
    finishedAt: toText(finishedAt),
    remindedAt: toText(remindedAt),
  })
  return {
    status: flow.status,
    round: flow.round,
    applicant: { personId: flow.applicantPersonId, memberId: flow.applicantId },
    skipped: flow.skipped,
    active: flow.active,
    finishedBranches: flow.finishedBranches,
    resumes: flow.resumes,
    tasks: (await listTasks(ctx.db, flow.id)).map(toTask),
  }
}

/** The plain opinions of tasks. */
export async function openOpinions(ctx: Ctx, tasks: readonly { taskId: string; opinion: Buffer | null }[]) {
  const cipher = await cipherOf(ctx)
  return tasks.map(({ taskId, opinion }) => (opinion ? cipher.decrypt(opinionField, opinion, taskId) : ''))
}

/** Stores the tasks that an action created or changed. */
export async function storeTasks(ctx: Ctx, flowId: string, before: readonly FlowTask[], after: readonly FlowTask[]) {
  const cipher = await cipherOf(ctx)
  const known = new Map(before.map((task) => [task.id, JSON.stringify(task)]))
  const changed = after.flatMap(({ opinion, ...task }, seq) =>
    known.get(task.id) === JSON.stringify(after[seq])
      ? []
      : [{ ...task, seq, opinion: opinion ? cipher.encrypt(opinionField, opinion, task.id) : null }],
  )
  await saveTasks(ctx.db, flowId, changed)
}

/** An entry without its opinion, which is stored encrypted beside it. */
export async function sealEntry(ctx: Ctx, logId: string, { action, ...entry }: FlowEntry) {
  const opinion = 'opinion' in action ? (action.opinion ?? '') : ''
  const bare = 'opinion' in action ? { ...action, opinion: undefined } : action
  return {
    entry: JSON.stringify({ ...entry, action: bare }),
    opinion: opinion ? (await cipherOf(ctx)).encrypt(logField, opinion, logId) : null,
  }
}

export interface LoggedEntry extends FlowEntry {
  personId: string | null
  onBehalfOf: string | null
  taskId: string | null
}

/** The log of a flow, from its start. */
export async function loadLog(ctx: Ctx, flow: FlowRow): Promise<LoggedEntry[]> {
  const cipher = await cipherOf(ctx)
  return (await listLog(ctx.db, flow.id, flow.submittedAt)).map((row) => {
    const { action, ...entry } = row.entry as FlowEntry
    const opinion = row.opinion ? { opinion: cipher.decrypt(logField, row.opinion, row.id) } : {}
    const { personId, onBehalfOf, taskId } = row
    return { ...entry, action: { ...action, ...opinion } as FlowAction, personId, onBehalfOf, taskId }
  })
}
