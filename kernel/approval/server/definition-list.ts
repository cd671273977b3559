import type { z } from 'zod'
import { listContributions, type Ctx } from '#packages/core'
import {
  flowRules,
  type approverKindOption,
  type ApproverRule,
  type DefinitionDetail,
  type DefinitionRow,
  type FlowRules,
} from '../contract.ts'
import {
  countRunningFlows,
  findNewestDefinition,
  listDefinitionsAt,
  listDrafts,
  listVersions,
  type AppliedDefinition,
} from './definition-queries.ts'
import { listIds, listMembers } from './find-approvers.ts'
import { listApproveSteps, listCopySteps } from './flow-path.ts'
import { requireFlowAdministrator } from './flow-readers.ts'
import { getSubject, type ApprovalSubject } from './subjects.ts'

/** Everybody whom rules name: in steps, and for steps without approvers. */
export const listApproverRules = (rules: FlowRules): ApproverRule[] => [
  ...listApproveSteps(rules).flatMap(({ step }) => [step.approver, ...(step.emptyTo ? [step.emptyTo] : [])]),
  ...listCopySteps(rules).map(({ approver }) => approver),
]

export const listNamedMembers = (rules: FlowRules): string[] =>
  listApproverRules(rules).flatMap(({ kind, with: { members } }) => (kind === 'member' ? listIds(members) : []))

const describeOrigin = (applied: AppliedDefinition | undefined, orgId: string) => ({
  origin: applied ? (applied.orgId === orgId ? ('own' as const) : ('above' as const)) : ('shipped' as const),
  originName: applied?.orgName ?? '',
  isLocked: applied?.inherit === 'must' && applied.orgId !== orgId,
})

const getRules = (applied: AppliedDefinition | undefined, subject: ApprovalSubject): FlowRules =>
  applied ? flowRules.parse(applied.rules) : subject.rules

/** The flows of all subjects at an organisation. */
export async function listFlowDefinitions(ctx: Ctx, { orgId = ctx.actor.orgId }: { orgId?: string | undefined }) {
  await requireFlowAdministrator(ctx, orgId, '组织')
  const applied = new Map((await listDefinitionsAt(ctx.db, orgId)).map((row) => [row.subject, row]))
  const drafts = new Map((await listDrafts(ctx.db, orgId)).map((row) => [row.subject, row]))
  const running = await countRunningFlows(ctx.db, orgId)
  const subjects = listContributions(ctx, 'approvalSubjects').map((subject) => ({
    subject,
    rules: getRules(applied.get(subject.key), subject),
  }))
  const named = subjects.flatMap(({ rules }) => listNamedMembers(rules))
  const active = new Set((await listMembers(ctx, named)).map(({ memberId }) => memberId))
  const rows = subjects.map(({ subject, rules }): DefinitionRow => {
    const found = applied.get(subject.key)
    return {
      subject: subject.key,
      subjectTitle: subject.title,
      flag: subject.flag ?? '',
      name: rules.name,
      ...describeOrigin(found, orgId),
      version: found?.version ?? 0,
      draftVersion: drafts.get(subject.key)?.version ?? 0,
      stepNames: rules.steps.map(({ name }) => name),
      running: running.get(subject.key) ?? 0,
      namesLeavers: listNamedMembers(rules).some((id) => !active.has(id)),
    }
  })
  return { rows }
}

const ownKinds: readonly z.output<typeof approverKindOption>[] = [
  { kind: 'member', title: '指定人员', asks: 'members' },
  { kind: 'field', title: '申请中的人员', asks: 'field' },
  { kind: 'choice', title: '申请人自选', asks: 'choice' },
]

/** The rules of a subject at an organisation for the designer: its draft, or those that apply. */
export async function getFlowDefinition(
  ctx: Ctx,
  { subject: key, orgId = ctx.actor.orgId }: { subject: string; orgId?: string | undefined },
): Promise<DefinitionDetail> {
  await requireFlowAdministrator(ctx, orgId, '组织')
  const subject = getSubject(ctx, key)
  const [applied] = await listDefinitionsAt(ctx.db, orgId, key)
  const newest = await findNewestDefinition(ctx.db, key, orgId)
  const draft = newest?.status === 'draft' ? newest : undefined
  const rules = draft ? flowRules.parse(draft.rules) : getRules(applied, subject)
  const versions = await listVersions(ctx.db, key, orgId)
  const used = listApproverRules(rules).map(({ kind }) => kind)
  const hasClass = Object.values(subject.fields).some(({ type }) => type === 'class')
  const declared = listContributions(ctx, 'approverKinds').filter(
    ({ kind, asks }) => used.includes(kind) || (asks !== undefined && (asks !== 'class' || hasClass)),
  )
  return {
    subject: key,
    subjectTitle: subject.title,
    flag: subject.flag ?? '',
    mayReturn: subject.mayReturn ?? true,
    orgId,
    ...describeOrigin(applied, orgId),
    rules,
    draftId: draft?.id ?? null,
    version: newest?.version ?? 0,
    fields: Object.entries(subject.fields).map(([field, facts]) => ({ key: field, ...facts })),
    kinds: [...ownKinds, ...declared.map(({ kind, title, asks = '' }) => ({ kind, title, asks }))],
    names: await listRuleNames(ctx, rules),
    versions: versions.map(({ at, ...version }) => ({ ...version, at: at.toISOString() })),
  }
}

/** The names of active people and of roles that the rules mention; whoever left is not among them. */
async function listRuleNames(ctx: Ctx, rules: FlowRules): Promise<Record<string, string>> {
  const names = new Map((await listMembers(ctx, listNamedMembers(rules))).map(({ memberId, name }) => [memberId, name]))
  for (const rule of listApproverRules(rules)) {
    const kind = listContributions(ctx, 'approverKinds').find((one) => one.kind === rule.kind)
    for (const [id, name] of (await kind?.listNames?.(ctx, rule)) ?? []) names.set(id, name)
  }
  return Object.fromEntries(names)
}
