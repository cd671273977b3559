import { z } from 'zod'
import { enumOf, labels } from '#packages/contract'

/** When the approvals of a step are enough. */
export const stepModes = labels({ any: '或签', all: '会签', seq: '依次审批', ratio: '比例通过' })
/** What a refusal does in a step with several approvers; a ratio decides by its numbers alone. */
export const rejectPolicies = labels({ veto: '一票否决', collect: '收齐意见' })
export const emptyPolicies = labels({
  admin: '转流程管理员',
  named: '转指定人员',
  pass: '自动通过',
  block: '阻止提交',
})
export const selfPolicies = labels({ skip: '跳过本人', superior: '转上级负责人', self: '本人审批' })
export const inheritPolicies = labels({ must: '下级必须使用', may: '下级可以另设', own: '仅本单位' })
export const recallPolicies = labels({ never: '不能撤回', first: '首次审批前', any: '结束前' })
export const dedupePolicies = labels({ none: '不去重', all: '全程去重', adjacent: '连续去重' })
export const dueModes = labels({ work: '工作时间', natural: '自然时间' })
export const timeoutActions = labels({ remind: '提醒', superior: '升级到上级', admin: '转流程管理员' })

export const conditionValue = z.union([z.string().max(200), z.number(), z.boolean()])
export type ConditionValue = z.output<typeof conditionValue>
export const conditionOperators = labels({
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '不小于',
  lt: '小于',
  le: '不大于',
  in: '属于',
})

/** A condition over the fields that a subject declares: closed data, never evaluated as code. */
export type Condition =
  | { field: string; op: keyof typeof conditionOperators; value: ConditionValue | ConditionValue[] }
  | { and: Condition[] }
  | { or: Condition[] }
  | { not: Condition }
export const condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({
      field: z.string().min(1).max(60),
      op: enumOf(conditionOperators),
      value: z.union([conditionValue, z.array(conditionValue).max(100)]),
    }),
    z.strictObject({ and: z.array(condition).min(1).max(20) }),
    z.strictObject({ or: z.array(condition).min(1).max(20) }),
    z.strictObject({ not: condition }),
  ]),
)

/** Who approves: a kind that a module declares, with its parameters. */
export const approverRule = z.object({
  kind: z.string().min(1).max(60),
  /** What the kind needs: ids of members or roles, a post, a number of levels, the name of a field. */
  with: z
    .record(z.string().max(30), z.union([z.string().max(200), z.number(), z.array(z.guid()).max(100)]))
    .default({}),
})
export type ApproverRule = z.output<typeof approverRule>

const key = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, '步骤编号只能包含小写字母、数字和短横线')
const name = z.string().trim().min(1, '请填写步骤名称').max(40, '步骤名称不超过40字')

const approveStep = z.object({
  key,
  name,
  /** handle: the step is done, not decided; it cannot be refused. */
  type: z.enum(['approve', 'handle']),
  when: condition.optional(),
  approver: approverRule,
  mode: enumOf(stepModes).default('any'),
  /** For the mode ratio: the part of the approvers who must agree. */
  ratio: z.number().gt(0).max(1).default(1),
  rejectPolicy: enumOf(rejectPolicies).default('veto'),
  /** A refusal ends the flow, returns it to the applicant, or returns it to this earlier step. */
  onReject: z.union([z.literal('end'), z.literal('applicant'), z.object({ step: key })]).default('end'),
  empty: enumOf(emptyPolicies).default('admin'),
  /** For the policy `named`. */
  emptyTo: approverRule.optional(),
  self: enumOf(selfPolicies).default('skip'),
  dueHours: z.number().gt(0).max(2000).optional(),
  timeout: enumOf(timeoutActions).default('remind'),
  allow: z
    .object({ transfer: z.boolean(), addSign: z.boolean(), return: z.boolean() })
    .default({ transfer: true, addSign: true, return: true }),
  needsOpinion: z.boolean().default(false),
  needsSignature: z.boolean().default(false),
})
export type ApproveStep = z.output<typeof approveStep>

const copyStep = z.object({ key, name, type: z.literal('copy'), when: condition.optional(), approver: approverRule })
export type CopyStep = z.output<typeof copyStep>

const lineStep = z.discriminatedUnion('type', [approveStep, copyStep])
const branch = z.object({ key, name, when: condition.optional(), steps: z.array(lineStep).min(1).max(30) })
export type FlowBranch = z.output<typeof branch>

/** Branches run at the same time; the flow continues after all of them. A branch has no branches of its own. */
const parallelStep = z.object({
  key,
  name,
  type: z.literal('parallel'),
  when: condition.optional(),
  branches: z.array(branch).min(2).max(10),
})
export type ParallelStep = z.output<typeof parallelStep>

export const flowStep = z.discriminatedUnion('type', [approveStep, copyStep, parallelStep])
export type FlowStep = z.output<typeof flowStep>

/** What an organisation decides about the flow of one subject. */
export const flowRules = z.object({
  name: z.string().trim().min(1, '请填写流程名称').max(60, '流程名称不超过60字'),
  inherit: enumOf(inheritPolicies).default('may'),
  recall: enumOf(recallPolicies).default('first'),
  dedupe: enumOf(dedupePolicies).default('none'),
  dueMode: enumOf(dueModes).default('work'),
  steps: z.array(flowStep).min(1, '请至少设置一个步骤').max(40),
})
export type FlowRules = z.output<typeof flowRules>
export type FlowRulesInput = z.input<typeof flowRules>
