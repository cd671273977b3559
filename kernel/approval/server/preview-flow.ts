import { labelOf } from '#packages/contract'
import { emptyId, invalid, notFound, type Ctx } from '#packages/core'
import {
  emptyPolicies,
  flowRules,
  selfPolicies,
  stepModes,
  type ApproveStep,
  type FlowPath,
  type FlowRulesInput,
  type TrialResult,
} from '../contract.ts'
import { describeCondition, listSkipped, type FlowValues } from './conditions.ts'
import { checkNamedMembers, checkRules, findRules } from './definitions.ts'
import { findCopied, findStepPeople, listActiveMembers, listMembers, type ApproverSearch } from './find-approvers.ts'
import { isApproveStep, listApproveSteps, listLines, type FlowLine } from './flow-path.ts'
import { listNames } from './flow-queries.ts'
import { isOrgAbove } from './flow-reader-queries.ts'
import { isFlowAdministrator, requireFlowAdministrator } from './flow-readers.ts'
import type { Approver } from './flow-state.ts'
import { getSubject } from './subjects.ts'

interface PathRequest {
  subject: string
  orgId?: string | undefined
  values: FlowValues
}

async function listPeopleNames(ctx: Ctx, people: readonly Approver[]): Promise<string[]> {
  const ids = people.map(({ personId }) => personId)
  const names = await listNames(ctx.db, ids)
  return ids.map((id) => names.get(id) ?? '')
}

const isLeftOut = (skipped: readonly string[], key: string, line: FlowLine) =>
  [key, line.key, line.parallel?.step.key].some((one) => one !== undefined && skipped.includes(one))

/**
 * The steps that a request of the actor would pass, with their people: at the own organisation, or one above it. Nothing
 * is written. The all-zero id stands for the rules that the subject is shipped with.
 */
export async function previewFlow(
  ctx: Ctx,
  { subject: key, orgId = ctx.actor.orgId, values }: PathRequest,
): Promise<FlowPath> {
  const subject = getSubject(ctx, key)
  if (!(await isOrgAbove(ctx.db, orgId, ctx.actor.orgId)) && !(await isFlowAdministrator(ctx, orgId)))
    throw notFound('组织')
  const { id, rules } = await findRules(ctx, subject, orgId)
  const applicant = { personId: ctx.actor.personId, memberId: ctx.actor.userId }
  const search = { subject: key, orgId, applicant, values, choices: {} }
  const skipped = listSkipped(rules, values)
  const flows: FlowPath['flows'] = []
  for (const { step, line } of listApproveSteps(rules)) {
    if (isLeftOut(skipped, step.key, line)) continue
    const found = await findStepPeople(ctx, rules, search, step.key)
    const people = (await mayShowPeople(ctx, step, found)) ? await listPeopleNames(ctx, found) : []
    const note = people.length > 1 ? `${step.name}（${labelOf(stepModes, step.mode)}）` : step.name
    flows.push({ operator: people.join('、'), note })
  }
  return { flowId: id ?? emptyId, flowName: rules.name, flows }
}

/**
 * Some rules find people through a value of the record, which the caller makes up here: the organisation, the class, the
 * members. They must not name people at organisations that are neither the caller's nor above it.
 */
async function mayShowPeople(ctx: Ctx, { approver }: ApproveStep, people: readonly Approver[]): Promise<boolean> {
  if (!('field' in approver.with) && !('org' in approver.with)) return true
  const ids = people.map(({ memberId }) => memberId)
  const near = await listActiveMembers(ctx, ids, [ctx.actor.orgId])
  return ids.every((id) => near.some(({ memberId }) => memberId === id))
}

interface TrialRequest {
  subject: string
  orgId?: string | undefined
  /** They need not be saved. */
  rules: FlowRulesInput
  /** A member of an organisation that the actor administers. */
  applicant: string
  values: FlowValues
}

/** 试运行: the path of a request with these rules, somebody as its applicant and values. Nothing is written. */
export async function tryFlow(
  ctx: Ctx,
  { subject: key, orgId = ctx.actor.orgId, applicant: memberId, values, ...form }: TrialRequest,
): Promise<TrialResult> {
  await requireFlowAdministrator(ctx, orgId, '组织')
  const subject = getSubject(ctx, key)
  const rules = flowRules.parse(form.rules)
  checkRules(ctx, subject, rules)
  await checkNamedMembers(ctx, orgId, rules)
  const [applicant] = await listMembers(ctx, [memberId])
  if (!applicant || !(await isFlowAdministrator(ctx, applicant.orgId)))
    throw invalid([{ field: 'applicant', msg: '所选人员不存在或已离岗' }])
  const search = { subject: key, orgId: applicant.orgId, applicant, values, choices: {} }
  const skipped = listSkipped(rules, values)
  const steps: TrialResult['steps'] = []
  for (const line of listLines(rules))
    for (const step of line.steps) {
      if (step.type === 'parallel') continue
      const { key: stepKey, name } = step
      const isSkipped = isLeftOut(skipped, stepKey, line)
      const found = isSkipped ? { people: [], note: '' } : await findTrialPeople(ctx, rules, search, step)
      const condition = step.when ? describeCondition(step.when, subject.fields) : ''
      steps.push({
        key: stepKey,
        name,
        people: found.people,
        mode: isApproveStep(step) && found.people.length > 1 ? labelOf(stepModes, step.mode) : '',
        outcome: isSkipped ? 'skipped' : found.people.length > 0 ? 'passed' : 'empty',
        note: isSkipped ? (condition ? `条件不满足：${condition}` : '所在分支的条件不满足') : found.note,
      })
    }
  return { steps: sortTrial(rules, steps) }
}

/** In the order of the path: branches stand where their parallel step stands. */
function sortTrial({ steps }: Pick<FlowRulesInput, 'steps'>, tried: TrialResult['steps']): TrialResult['steps'] {
  const keys = steps.flatMap((step) =>
    step.type === 'parallel' ? step.branches.flatMap((branch) => branch.steps.map(({ key }) => key)) : [step.key],
  )
  return tried.toSorted((one, two) => keys.indexOf(one.key) - keys.indexOf(two.key))
}

async function findTrialPeople(
  ctx: Ctx,
  rules: Parameters<typeof findStepPeople>[1],
  search: ApproverSearch,
  step: Parameters<typeof isApproveStep>[0],
): Promise<{ people: string[]; note: string }> {
  if (!isApproveStep(step))
    return { people: await listPeopleNames(ctx, await findCopied(ctx, rules, search, step.key)), note: '' }
  const found = await findStepPeople(ctx, rules, search, step.key)
  const isOwn = ({ personId }: Approver) => personId === search.applicant.personId
  const people = step.self === 'self' ? found : found.filter((one) => !isOwn(one))
  return { people: await listPeopleNames(ctx, people), note: describePolicies(step, people.length, found.some(isOwn)) }
}

/** What happens because the applicant is an approver, or because nobody is. */
function describePolicies(step: ApproveStep, count: number, isOwn: boolean): string {
  const notes = [
    ...(isOwn ? [`申请人是审批人：${labelOf(selfPolicies, step.self)}`] : []),
    ...(count === 0 ? [`没有审批人：${labelOf(emptyPolicies, step.empty)}`] : []),
  ]
  return notes.join('；')
}
