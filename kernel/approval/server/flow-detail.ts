import { labelOf } from '#packages/contract'
import { findContribution, newId, Refusal, Ret, type Ctx } from '#packages/core'
import {
  stepModes,
  type ApproveStep,
  type CopyStep,
  type FlowDetail,
  type FlowMonitor,
  type FlowSeat,
  type TimelineStep,
} from '../contract.ts'
import { applyAction } from './apply-action.ts'
import { describeCondition } from './conditions.ts'
import { findCopied, findStepPeople, type ApproverSearch } from './find-approvers.ts'
import { MissingApprovers } from './flow-draft.ts'
import { getStep, isApproveStep, isAtOrAfter, listApproveSteps, listLines, type FlowLine } from './flow-path.ts'
import { listNames } from './flow-queries.ts'
import { getOrgName, listCopies } from './flow-reader-queries.ts'
import { getReadableFlow, isPartOf, type FlowReader, type LoadedFlow } from './flow-readers.ts'
import { isUnfinished, type FlowAction, type FlowTask } from './flow-state.ts'
import { listSignatureUrls } from './personal-settings.ts'
import { getApproverSearch } from './stored-flow.ts'
import { getSubjectOfFlow, type SubjectDescription } from './subjects.ts'
import { listActs, type FlowAct } from './timeline.ts'

/** The request with its time line, and what the reader may do now. */
export async function getFlowDetail(ctx: Ctx, flowId: string): Promise<FlowDetail> {
  const { reader, mayOpen, ...flow } = await getReadableFlow(ctx, flowId)
  const { row, definition, state } = flow
  const subject = getSubjectOfFlow(ctx, row.subject)
  const { isApprover, isAdministrator, deputyFor } = reader
  const relation = { isApprover, isDeputy: deputyFor.length > 0, isAdministrator }
  const { lead, facts, files } = await subject.describe(ctx, row.subjectId, relation).catch(describeNothing)
  const names = await listNames(ctx.db, [row.applicantPersonId])
  const applicant = names.get(row.applicantPersonId) ?? ''
  const isHidden = (await subject.hidesApprovers?.(ctx, row.subjectId, relation)) ?? false
  const timeline = await listTimeline(ctx, flow)
  const acts = await listActs(ctx, row.id)
  const steps = isHidden ? timeline.flatMap(hideApproversOfStep) : timeline
  const monitors = acts.flatMap((act) => (isHidden ? hideApproverOfAct(act, row.applicantPersonId) : act.monitor))
  const task = findOpenTask(ctx, flow, reader)
  const step = task && getStep(definition, task.step).step
  const { withdrawTaskId, returnTargets, may } = listPossibleActions(ctx, flow, reader, task)
  const orgName = await getOrgName(ctx.db, row.orgId)
  const note = await findContribution(ctx, 'approvalMembers')?.describeMember(ctx, row.applicantId)
  return {
    flowId: row.definitionId,
    flowName: definition.name,
    flows: steps
      .filter(({ position, seats }) => position !== 'skipped' && !seats.some(({ isVoid }) => isVoid))
      .map(({ name, mode, seats }) => ({
        operator: seats.map((seat) => seat.name).join('、'),
        note: mode ? `${name}（${mode}）` : name,
      })),
    monitors,
    id: row.id,
    subject: row.subject,
    subjectTitle: subject.title,
    title: row.title,
    applicant,
    applicantNote: note || orgName,
    orgName,
    status: state.status,
    round: state.round,
    submittedAt: row.submittedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    lead: [...lead],
    facts: [...facts],
    files: [...files],
    url: mayOpen ? (subject.url?.(row.subjectId) ?? '') : '',
    steps,
    taskId: task?.id ?? null,
    withdrawTaskId,
    stepType: step?.type ?? 'approve',
    needsOpinion: step?.needsOpinion ?? false,
    needsSignature: step?.needsSignature ?? false,
    returnTargets,
    revision:
      may.includes('resubmit') && subject.revise
        ? { label: subject.revise.label, text: await subject.revise.read(ctx, row.subjectId) }
        : null,
    may,
  }
}

/** The record is gone, but its request can still be read. */
function describeNothing(error: unknown): SubjectDescription {
  if (error instanceof Refusal && error.ret === Ret.notFound) return { lead: [], facts: [], files: [] }
  throw error
}

const unnamed = '审批人'
const decisions: readonly FlowAction['kind'][] = ['approve', 'reject', 'terminate']
const ownActions: readonly FlowAction['kind'][] = ['start', 'resubmit', 'recall', 'remind']

/** For a reader who must not learn who decides: neither names nor how many people are asked. */
function hideApproversOfStep(step: TimelineStep): TimelineStep[] {
  if (step.type === 'copy') return []
  const isDecision = ({ status }: FlowSeat) => status === 'approved' || status === 'rejected'
  const seat = step.seats.find(isDecision) ?? step.seats[0]
  const seats = seat ? [{ ...seat, name: unnamed, deputy: '', signatureUrl: '', taskId: null }] : []
  return [{ ...step, mode: '', seats }]
}

/** Such a reader sees decisions without names, and what the applicant did. */
function hideApproverOfAct({ kind, personId, monitor }: FlowAct, applicantPersonId: string): FlowMonitor[] {
  if (decisions.includes(kind)) return [{ ...monitor, user: unnamed }]
  return ownActions.includes(kind) && personId === applicantPersonId ? [monitor] : []
}

/** The reader's own task, else one that the reader decides as a deputy. */
function findOpenTask({ actor }: Ctx, { state }: LoadedFlow, { deputyFor }: FlowReader): FlowTask | undefined {
  if (state.status !== 'running') return undefined
  const open = state.tasks.filter(({ status }) => status === 'open' || status === 'suspended')
  return (
    open.find(({ personId }) => personId === actor.personId) ??
    open.find(({ personId }) => deputyFor.includes(personId))
  )
}

/** Whether the rules would allow an action now. It is tried on the state that was read, so that no rule is written twice. */
function canApply({ now }: Ctx, { definition, state }: LoadedFlow, action: FlowAction): boolean {
  try {
    applyAction(definition, state, { action, at: now.toISOString(), approvers: {}, newId })
    return true
  } catch (error) {
    // The action reaches a step, so nothing refused it.
    if (error instanceof MissingApprovers) return true
    if (error instanceof Refusal) return false
    throw error
  }
}

function listPossibleActions(ctx: Ctx, flow: LoadedFlow, reader: FlowReader, task: FlowTask | undefined) {
  const { state, definition } = flow
  const by = ctx.actor.personId
  const can = (action: FlowAction) => canApply(ctx, flow, action)
  const somebody = { personId: newId(), memberId: newId() }
  const opinion = '仅用于判断能否操作'
  const deputyFor = task && task.personId !== by ? { deputyFor: task.personId } : {}
  const who = task && { taskId: task.id, by, opinion, ...deputyFor }
  const { mayReturn = true } = getSubjectOfFlow(ctx, flow.row.subject)
  const toApplicant = mayReturn ? [{ key: '', name: '申请人' }] : []
  const targets = who
    ? [...toApplicant, ...listApproveSteps(definition).map(({ step: { key, name } }) => ({ key, name }))]
    : []
  const returnTargets = targets.filter(({ key }) => can({ kind: 'returnTo', ...who!, to: key, resume: 'again' }))
  const withdrawn = state.tasks.findLast(
    ({ id, decidedBy }) => decidedBy === by && can({ kind: 'withdraw', taskId: id, by }),
  )
  const mayManage = reader.isAdministrator && !reader.isApplicant
  const isRunning = state.status === 'running'
  const isOpen = isRunning || state.status === 'returned'
  const possible: Record<FlowDetail['may'][number], boolean> = {
    approve: who !== undefined && can({ kind: 'approve', ...who, signatureFileId: by }),
    reject: who !== undefined && can({ kind: 'reject', ...who }),
    return: returnTargets.length > 0,
    transfer: who !== undefined && can({ kind: 'transfer', ...who, to: somebody }),
    addSign: who !== undefined && can({ kind: 'addSign', ...who, where: 'before', people: [somebody] }),
    withdraw: withdrawn !== undefined,
    recall: reader.isApplicant && can({ kind: 'recall', by }),
    remind: isRunning && (reader.isApplicant || reader.isAdministrator),
    copy: reader.isApplicant || reader.isApprover,
    comment: isPartOf(reader),
    resubmit: mayReturn && reader.isApplicant && state.status === 'returned',
    reassign: mayManage && isRunning,
    jump: mayManage && isRunning,
    terminate: mayManage && isOpen,
  }
  const may = (Object.keys(possible) as FlowDetail['may']).filter((action) => possible[action])
  return { withdrawTaskId: withdrawn?.id ?? null, returnTargets, may }
}

/** Every time that a step was entered, then what the request has still to pass, then the copies. */
async function listTimeline(ctx: Ctx, flow: LoadedFlow): Promise<TimelineStep[]> {
  const { row, definition, state } = flow
  const copies = await listCopies(ctx.db, row.id)
  const names = await listNames(
    ctx.db,
    state.tasks.flatMap(({ personId, decidedBy }) => (decidedBy ? [personId, decidedBy] : [personId])),
  )
  const signed = state.tasks.flatMap(({ signatureFileId }) => signatureFileId ?? [])
  const signatures = await listSignatureUrls(ctx, [...new Set(signed)])
  const groups = [...Map.groupBy(state.tasks, ({ group }) => group)].toSorted(([one], [two]) => one - two)
  const entered = groups.map(([, tasks]): TimelineStep => {
    const { step, line } = getStep(definition, tasks[0]!.step)
    return {
      ...toStep(definition, step, line),
      mode: getMode(step, new Set(tasks.map(({ seat }) => seat)).size),
      position: state.status === 'running' && tasks.some(isUnfinished) ? 'open' : 'past',
      condition: '',
      seats: tasks.map((task) => toSeat(ctx, task, names, signatures)),
    }
  })
  const copied: TimelineStep[] =
    copies.length === 0
      ? []
      : [
          {
            key: 'copies',
            name: '抄送',
            type: 'copy',
            mode: '',
            branch: '',
            position: 'past',
            condition: '',
            seats: copies.map(({ name, copiedAt }) => toCopySeat(name, copiedAt.toISOString())),
          },
        ]
  return [...entered, ...(await listStepsAhead(ctx, flow)), ...copied]
}

const getMode = (step: ApproveStep, count: number) => (count > 1 ? labelOf(stepModes, step.mode) : '')

const toStep = ({ steps }: LoadedFlow['definition'], step: ApproveStep | CopyStep, line: FlowLine) => ({
  key: step.key,
  name: step.name,
  type: step.type,
  branch:
    steps
      .flatMap((one) => (one.type === 'parallel' ? one.branches : []))
      .find(({ key }) => line.parallel !== undefined && key === line.key)?.name ?? '',
})

function toSeat(
  { actor }: Ctx,
  task: FlowTask,
  names: ReadonlyMap<string, string>,
  signatures: ReadonlyMap<string, string>,
): FlowSeat {
  const { id, personId, decidedBy, status, source, opinion, arrivedAt, dueAt, finishedAt, isVoid } = task
  const isByDeputy = decidedBy !== null && decidedBy !== personId
  return {
    taskId: id,
    name: names.get(personId) ?? '',
    deputy: isByDeputy ? `${names.get(decidedBy) ?? ''} 代 ${names.get(personId) ?? ''}` : '',
    status,
    source,
    opinion,
    signatureUrl: (task.signatureFileId && signatures.get(task.signatureFileId)) ?? '',
    arrivedAt,
    dueAt,
    finishedAt,
    isVoid,
    isMine: personId === actor.personId,
  }
}

const nobody = {
  taskId: null,
  deputy: '',
  source: 'assigned',
  opinion: '',
  signatureUrl: '',
  dueAt: null,
  isVoid: false,
  isMine: false,
} as const

/** Who got a copy. There is nothing to decide. */
const toCopySeat = (name: string, at: string): FlowSeat => ({
  ...nobody,
  name,
  status: 'approved',
  arrivedAt: at,
  finishedAt: at,
})
const toSeatAhead = (name: string): FlowSeat => ({
  ...nobody,
  name,
  status: 'waiting',
  arrivedAt: null,
  finishedAt: null,
})

/** The steps that the request has not reached, with the people whom they mean today, and those that it leaves out. */
async function listStepsAhead(ctx: Ctx, { row, definition, state }: LoadedFlow): Promise<TimelineStep[]> {
  if (state.status !== 'running') return []
  const active = state.active.map((key) => getStep(definition, key))
  const search = await getApproverSearch(ctx, row)
  const fields = getSubjectOfFlow(ctx, row.subject).fields ?? {}
  const ahead: TimelineStep[] = []
  for (const line of listLines(definition))
    for (const [index, step] of line.steps.entries()) {
      if (step.type === 'parallel') continue
      const position = { step: step as ApproveStep, line, index }
      const follows = active.some((one) => isAtOrAfter({ line: one.line, index: one.index + 1 }, position))
      if (!follows || state.active.includes(step.key)) continue
      const keys = [step.key, line.key, line.parallel?.step.key]
      const isSkipped = keys.some((key) => key !== undefined && state.skipped.includes(key))
      const people = isSkipped ? [] : await findPeopleAhead(ctx, definition, search, step)
      const branch = line.parallel?.step.branches.find(({ key }) => key === line.key)
      const conditions = [line.parallel?.step.when, branch?.when, step.when].filter((when) => when !== undefined)
      ahead.push({
        ...toStep(definition, step, line),
        mode: isApproveStep(step) ? getMode(step, people.length) : '',
        position: isSkipped ? 'skipped' : 'ahead',
        condition: conditions.map((when) => describeCondition(when, fields)).join('且'),
        seats: people.map(toSeatAhead),
      })
    }
  return sortByPath(definition, ahead)
}

/** In the order of the path: branches stand where their parallel step stands. */
function sortByPath({ steps }: LoadedFlow['definition'], ahead: readonly TimelineStep[]): TimelineStep[] {
  const keys = steps.flatMap((step) =>
    step.type === 'parallel' ? step.branches.flatMap((branch) => branch.steps.map(({ key }) => key)) : [step.key],
  )
  return ahead.toSorted((one, two) => keys.indexOf(one.key) - keys.indexOf(two.key))
}

async function findPeopleAhead(
  ctx: Ctx,
  definition: LoadedFlow['definition'],
  search: ApproverSearch,
  step: ApproveStep | CopyStep,
): Promise<string[]> {
  const people = isApproveStep(step)
    ? await findStepPeople(ctx, definition, search, step.key)
    : await findCopied(ctx, definition, search, step.key)
  const names = await listNames(
    ctx.db,
    people.map(({ personId }) => personId),
  )
  return people.map(({ personId }) => names.get(personId) ?? '')
}
