import { labelOf } from '#packages/contract'
import { emptyId, type Ctx } from '#packages/core'
import { flowRules, stepModes, type FlowRulesInput } from '../contract.ts'
import { listSkipped, type FlowValues } from './conditions.ts'
import { checkRules, findRules } from './definitions.ts'
import { findStepApprovers } from './find-approvers.ts'
import { listApproveSteps } from './flow-path.ts'
import { listNames } from './flow-queries.ts'
import type { Approver } from './flow-state.ts'
import { getSubject } from './subjects.ts'

export interface FlowPreview {
  /** The all-zero id: the rules that the subject is shipped with. */
  flowId: string
  flowName: string
  flows: { operator: string; note: string }[]
}

interface PreviewRequest {
  subject: string
  orgId: string
  values: FlowValues
  /** 试运行: rules that are not saved yet, and somebody else as the applicant. */
  rules?: FlowRulesInput
  applicant?: Approver
}

/**
 * The steps that a request would pass, with their people and conditions. Nothing is written.
 * Callers must check that the actor may ask for this applicant.
 */
export async function previewFlow(
  ctx: Ctx,
  { subject: key, orgId, values, ...trial }: PreviewRequest,
): Promise<FlowPreview> {
  const subject = getSubject(ctx, key)
  const found = trial.rules ? { id: null, rules: flowRules.parse(trial.rules) } : await findRules(ctx, subject, orgId)
  if (trial.rules) checkRules(ctx, subject, found.rules)
  const applicant = trial.applicant ?? { personId: ctx.actor.personId, memberId: ctx.actor.userId }
  const skipped = listSkipped(found.rules, values)
  const flows: FlowPreview['flows'] = []
  for (const { step, line } of listApproveSteps(found.rules)) {
    const keys = [step.key, line.key, line.parallel?.step.key]
    if (keys.some((one) => one !== undefined && skipped.includes(one))) continue
    const search = { subject: key, orgId, applicant, values, choices: {} }
    const { approvers } = await findStepApprovers(ctx, found.rules, search, step.key)
    const people = approvers.map(({ personId }) => personId)
    const names = await listNames(ctx.db, people)
    const note = people.length > 1 ? `${step.name}（${labelOf(stepModes, step.mode)}）` : step.name
    flows.push({ operator: people.map((id) => names.get(id) ?? '').join('、'), note })
  }
  return { flowId: found.id ?? emptyId, flowName: found.rules.name, flows }
}
