import { isDeepStrictEqual } from 'node:util'
import { invalid, listContributions, newId, orNotFound, Refusal, Ret, type Ctx } from '#packages/core'
import { flowRules, type ApproveStep, type Condition, type FlowRules, type FlowRulesInput } from '../contract.ts'
import { listComparisons } from './conditions.ts'
import {
  disablePublished,
  findDefinition,
  findDefinitionAt,
  findNewestDefinition,
  findPublishedDefinition,
  insertDefinition,
  listDefinitionsNaming,
  listDrafts,
  lockDefinitions,
  publishDraft,
  type DefinitionRow,
} from './definition-queries.ts'
import { listNamedMembers } from './definition-list.ts'
import { isApproverKind, listActiveMembers, listFlowAdministrators, listIds, listMembers } from './find-approvers.ts'
import { isApproveStep, isBefore, listApproveSteps, listCopySteps } from './flow-path.ts'
import { isFlowAdministrator, requireFlowAdministrator } from './flow-readers.ts'
import { readStoredRules } from './stored-flow.ts'
import { getSubject, type ApprovalSubject, type SubjectFieldType } from './subjects.ts'

/** The rules that apply at an organisation: its own, those of an organisation above, or (null) those that are shipped. */
export async function findRules(
  ctx: Ctx,
  subject: ApprovalSubject,
  orgId: string,
): Promise<{ id: string | null; rules: FlowRules }> {
  const own = await findDefinitionAt(ctx.db, subject.key, orgId)
  return own ? { id: own.id, rules: flowRules.parse(own.rules) } : { id: null, rules: subject.rules }
}

/** Shipped rules are stored when they are first used, because a flow ends with the version that it began with. */
export async function keepShippedRules(ctx: Ctx, subject: ApprovalSubject): Promise<string> {
  const isSame = (row: DefinitionRow | undefined) => row && isDeepStrictEqual(flowRules.parse(row.rules), subject.rules)
  const known = await findNewestDefinition(ctx.db, subject.key, null)
  if (known && isSame(known)) return known.id
  await lockDefinitions(ctx.db, subject.key, null)
  const newest = await findNewestDefinition(ctx.db, subject.key, null)
  if (newest && isSame(newest)) return newest.id
  return addVersion(ctx, subject.key, null, subject.rules, 'published')
}

async function addVersion(
  ctx: Ctx,
  subject: string,
  orgId: string | null,
  rules: FlowRules,
  status: 'draft' | 'published',
): Promise<string> {
  const newest = await findNewestDefinition(ctx.db, subject, orgId)
  const id = newId()
  if (status === 'published') await disablePublished(ctx.db, subject, orgId)
  const { inherit } = rules
  const createdBy = orgId === null || ctx.actor.kind === 'job' ? null : ctx.actor.personId
  await insertDefinition(
    ctx.db,
    { id, orgId, subject, version: (newest?.version ?? 0) + 1, status, rules, inherit, createdBy },
    ctx.now,
  )
  return id
}

interface DefinitionChoice {
  subject: string
  /** Without it, the organisation of the actor. */
  orgId?: string | undefined
}

/** Saves a new version as a draft. A published version never changes. `version` is the newest that the editor knew. */
export async function saveDefinition(
  ctx: Ctx,
  {
    subject,
    orgId = ctx.actor.orgId,
    version,
    ...form
  }: DefinitionChoice & { rules: FlowRulesInput; version?: number },
) {
  await requireFlowAdministrator(ctx, orgId, '组织')
  const rules = flowRules.parse(form.rules)
  checkRules(ctx, getSubject(ctx, subject), rules)
  await checkNamedMembers(ctx, orgId, rules)
  await lockDefinitions(ctx.db, subject, orgId)
  const newest = await findNewestDefinition(ctx.db, subject, orgId)
  if (version !== undefined && version !== (newest?.version ?? 0))
    throw new Refusal('流程已被他人修改，请刷新', Ret.changedByOthers)
  return { id: await addVersion(ctx, subject, orgId, rules, 'draft') }
}

/** From now on new flows use this version; running ones end with theirs. */
export async function publishDefinition(ctx: Ctx, id: string) {
  const row = orNotFound(await findDefinition(ctx.db, id), '流程')
  if (row.orgId === null) throw new Refusal('系统自带的流程不能更改')
  await requireFlowAdministrator(ctx, row.orgId, '流程')
  await lockDefinitions(ctx.db, row.subject, row.orgId)
  // Read again: somebody may have published it while we waited.
  const { status, rules } = orNotFound(await findDefinition(ctx.db, id), '流程')
  if (status !== 'draft') throw new Refusal('只有草稿可以发布')
  checkRules(ctx, getSubject(ctx, row.subject), flowRules.parse(rules))
  await disablePublished(ctx.db, row.subject, row.orgId)
  await publishDraft(ctx.db, id, ctx.now)
  return { id }
}

/** New requests use the rules of the organisation above again. */
export async function disableDefinition(ctx: Ctx, { subject, orgId = ctx.actor.orgId }: DefinitionChoice) {
  await requireFlowAdministrator(ctx, orgId, '组织')
  await disablePublished(ctx.db, subject, orgId)
  return {}
}

/** 以下流程仍指定已离岗人员. */
export const listDefinitionsOfMembers = (ctx: Ctx, memberIds: readonly string[]) =>
  listDefinitionsNaming(ctx.db, memberIds)

/** Replaces a member in every list of named people; a list that would be empty gets the others. */
function replaceNamedMember(
  value: unknown,
  memberId: string,
  to: readonly string[],
  others: readonly string[],
): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceNamedMember(one, memberId, to, others))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key !== 'members') return [key, replaceNamedMember(one, memberId, to, others)]
      const named = new Set(listIds(one).flatMap((id) => (id === memberId ? to : id)))
      return [key, named.size > 0 ? [...named] : others]
    }),
  )
}

/**
 * Publishes a version of the rules that names somebody else in place of a member: the successor, or, without one, an
 * administrator of flows where nobody else is left. A draft keeps its place as the newest version.
 */
export async function replaceInDefinition(
  ctx: Ctx,
  { subject, orgId, memberId }: { subject: string; orgId: string; memberId: string },
  successorId?: string,
) {
  if (successorId !== undefined) await requireFlowAdministrator(ctx, orgId, '流程')
  await lockDefinitions(ctx.db, subject, orgId)
  const { rules: published } = orNotFound(await findPublishedDefinition(ctx.db, subject, orgId), '流程')
  const draft = (await listDrafts(ctx.db, orgId)).find((row) => row.subject === subject)
  const administrators = (await listFlowAdministrators(ctx, orgId)).filter((one) => one.memberId !== memberId)
  const others = administrators.slice(0, 1).map((one) => one.memberId)
  const to = successorId === undefined ? [] : [successorId]
  const replace = (rules: unknown) => readStoredRules(replaceNamedMember(rules, memberId, to, others))
  const rules = replace(published)
  if (successorId !== undefined) await checkNamedMembers(ctx, orgId, rules)
  await addVersion(ctx, subject, orgId, rules, 'published')
  if (draft) await addVersion(ctx, subject, orgId, replace(draft.rules), 'draft')
}

/** Rules name active people of the organisation, of one above it, or of one that the actor administers too. */
export async function checkNamedMembers(ctx: Ctx, orgId: string, rules: FlowRules) {
  const named = [...new Set(listNamedMembers(rules))]
  const near = new Set((await listActiveMembers(ctx, named, [orgId])).map(({ memberId }) => memberId))
  const others = await listMembers(
    ctx,
    named.filter((id) => !near.has(id)),
  )
  for (const { memberId, orgId: at } of others) if (await isFlowAdministrator(ctx, at)) near.add(memberId)
  if (named.some((id) => !near.has(id))) throw invalid([{ field: 'steps', msg: '指定的人员不存在或已离岗' }])
}

/** Refuses rules that contradict themselves or the subject. */
export function checkRules(ctx: Pick<Ctx, 'app'>, subject: ApprovalSubject, rules: FlowRules) {
  const problems = listRuleProblems(ctx, subject, rules)
  if (problems.length > 0) throw invalid(problems.map((msg) => ({ field: 'steps', msg })))
}

export function listRuleProblems(ctx: Pick<Ctx, 'app'>, subject: ApprovalSubject, rules: FlowRules): string[] {
  const all = rules.steps.flatMap((step) =>
    step.type === 'parallel' ? [step, ...step.branches, ...step.branches.flatMap(({ steps }) => steps)] : [step],
  )
  const keys = all.map(({ key }) => key)
  const twice = keys.find((key, at) => keys.indexOf(key) !== at)
  const named = [...listApproveSteps(rules).map(({ step }) => step), ...listCopySteps(rules)]
  return [
    ...(twice === undefined ? [] : [`步骤编号“${twice}”重复`]),
    ...(listApproveSteps(rules).length === 0 ? ['请至少设置一个审批步骤'] : []),
    ...all.flatMap(({ name, when }) => (when ? listConditionProblems(name, when, subject) : [])),
    ...named.flatMap((step) => {
      const rule = [step.approver, ...('emptyTo' in step && step.emptyTo ? [step.emptyTo] : [])]
      return rule.every(({ kind }) => isApproverKind(ctx, kind)) ? [] : [`节点“${step.name}”的审批人类型不存在`]
    }),
    ...rules.steps.flatMap((step) =>
      step.type === 'parallel'
        ? step.branches.flatMap((branch) =>
            branch.steps.some(isApproveStep) ? [] : [`分支“${branch.name}”没有审批步骤`],
          )
        : [],
    ),
    ...listApproveSteps(rules).flatMap(({ step }) => listStepProblems(step, subject, rules)),
  ]
}

function listConditionProblems(name: string, condition: Condition, { fields }: ApprovalSubject): string[] {
  return listComparisons(condition).flatMap(({ field, op, value }) => {
    const known = fields[field]
    if (!known) return [`“${name}”的条件使用了不存在的字段`]
    const { type, title } = comparedTypes[known.type]
    const fits = (op === 'in') === Array.isArray(value) && [value].flat().every((one) => typeof one === type)
    return fits ? [] : [`“${name}”的条件不正确：${known.label}的值应为${title}`]
  })
}

/** A comparison with a value of another type is never met, so that its step would never take place. */
const comparedTypes: Readonly<Record<SubjectFieldType, { type: 'number' | 'boolean' | 'string'; title: string }>> = {
  number: { type: 'number', title: '数字' },
  boolean: { type: 'boolean', title: '是或否' },
  text: { type: 'string', title: '文字' },
  date: { type: 'string', title: '日期' },
  member: { type: 'string', title: '人员' },
  class: { type: 'string', title: '班级' },
}

function listStepProblems(step: ApproveStep, { flag, mayReturn = true }: ApprovalSubject, rules: FlowRules): string[] {
  const problems: string[] = []
  if (flag && step.empty === 'pass') problems.push(`节点“${step.name}”没有审批人时不能自动通过`)
  if (flag && step.self === 'self') problems.push('该类业务不允许本人审批本人')
  if (step.empty === 'named' && !step.emptyTo) problems.push(`请为节点“${step.name}”指定没有审批人时的处理人`)
  // 办理 cannot be refused. An earlier step that was skipped would give the request to the applicant.
  if (!mayReturn && step.type === 'approve' && step.onReject !== 'end')
    problems.push(`该业务不能退回修改，节点“${step.name}”不同意时只能结束`)
  if (step.type === 'approve' && typeof step.onReject === 'object') {
    const target = step.onReject.step
    const positions = listApproveSteps(rules)
    const to = positions.find((one) => one.step.key === target)
    const from = positions.find((one) => one.step === step)!
    if (!to || !isBefore(to, from)) problems.push(`节点“${step.name}”只能退回到之前的步骤`)
  }
  return problems
}

/** Shipped rules are checked at start-up like those of an organisation. */
export function checkSubjects(ctx: Pick<Ctx, 'app'>) {
  for (const subject of listContributions(ctx, 'approvalSubjects')) {
    const [problem] = listRuleProblems(ctx, subject, subject.rules)
    if (problem) throw new Error(`the rules of ${subject.key}: ${problem}`)
  }
}
