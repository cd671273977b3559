import { z } from 'zod'
import { findContribution, listContributions, type Ctx } from '#packages/core'
import type { ApproverRule, FlowRules } from '../contract.ts'
import { findDeadline } from './deadlines.ts'
import { getStep, listCopySteps } from './flow-path.ts'
import type { Approver, StepApprovers } from './flow-state.ts'
import type { FlowContext, Member } from './subjects.ts'

/** A flow with the approvers whom the applicant chose, by step. */
export interface ApproverSearch extends FlowContext {
  choices: Readonly<Record<string, readonly string[]>>
}

/** Those of these members who are active today; with `within`, only at these organisations or those above them. */
export const listActiveMembers = async (
  ctx: Ctx,
  ids: readonly string[],
  within?: readonly string[],
): Promise<readonly Approver[]> =>
  ids.length === 0 ? [] : ((await findContribution(ctx, 'approvalMembers')?.listActive(ctx, ids, within)) ?? [])

export const listMembers = async (ctx: Ctx, ids: readonly string[]): Promise<readonly Member[]> =>
  ids.length === 0 ? [] : ((await findContribution(ctx, 'approvalMembers')?.listMembers(ctx, ids)) ?? [])

export const listMembershipsOf = async (ctx: Ctx, personId: string): Promise<readonly Member[]> =>
  (await findContribution(ctx, 'approvalMembers')?.listMembershipsOf(ctx, personId)) ?? []

export const listSuperiors = async (ctx: Ctx, memberId: string): Promise<readonly Approver[]> =>
  (await findContribution(ctx, 'approvalMembers')?.listSuperiors(ctx, memberId)) ?? []

export const listFlowAdministrators = async (ctx: Ctx, orgId: string): Promise<readonly Approver[]> =>
  (await findContribution(ctx, 'flowAdministrators')?.(ctx, orgId)) ?? []

/** Values are what somebody submitted: only ids name members. */
export const listIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => z.guid().safeParse(one).success)

/**
 * Whom a rule means now. Three kinds need no other module: fixed members, a field of the record, and the choice of the
 * applicant. The others are declared.
 */
async function findPeople(
  ctx: Ctx,
  rule: ApproverRule,
  flow: ApproverSearch,
  step: string,
): Promise<readonly Approver[]> {
  if (rule.kind === 'member') return listActiveMembers(ctx, listIds(rule.with['members']))
  if (rule.kind === 'field') return listActiveMembers(ctx, listIds(flow.values[String(rule.with['field'])]))
  if (rule.kind === 'choice') return listActiveMembers(ctx, flow.choices[step] ?? [])
  const kind = listContributions(ctx, 'approverKinds').find((one) => one.kind === rule.kind)
  if (!kind) throw new Error(`no module declares the approver kind ${rule.kind}`)
  return kind.resolve(ctx, rule, flow)
}

export const isApproverKind = (ctx: Pick<Ctx, 'app'>, kind: string) =>
  ['member', 'field', 'choice'].includes(kind) ||
  listContributions(ctx, 'approverKinds').some((one) => one.kind === kind)

/** Whether the rule names people, so that nobody else can take their place by rule. */
export const isFixedRule = ({ kind }: ApproverRule) => kind === 'member' || kind === 'choice' || kind === 'field'

/** The approvers of a step now, and everybody whom its policies may need. */
export async function findStepApprovers(
  ctx: Ctx,
  rules: FlowRules,
  flow: ApproverSearch,
  key: string,
): Promise<StepApprovers> {
  const { step } = getStep(rules, key)
  const superiors = step.self === 'superior' ? await listSuperiors(ctx, flow.applicant.memberId) : []
  return {
    approvers: await findPeople(ctx, step.approver, flow, key),
    superiors,
    named: step.empty === 'named' && step.emptyTo ? await findPeople(ctx, step.emptyTo, flow, key) : [],
    administrators: await listFlowAdministrators(ctx, flow.orgId),
    ...(await findDeadline(ctx, flow.orgId, step.dueHours, rules.dueMode)),
  }
}

/** The people of a step today, without what its policies may need. */
export const findStepPeople = (ctx: Ctx, rules: FlowRules, flow: ApproverSearch, key: string) =>
  findPeople(ctx, getStep(rules, key).step.approver, flow, key)

export async function findCopied(
  ctx: Ctx,
  rules: FlowRules,
  flow: ApproverSearch,
  key: string,
): Promise<readonly Approver[]> {
  const step = listCopySteps(rules).find((one) => one.key === key)!
  return findPeople(ctx, step.approver, flow, key)
}
