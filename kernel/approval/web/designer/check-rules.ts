import type { FieldError } from '#packages/core'
import {
  type ApproverRule,
  type Condition,
  type DefinitionDetail,
  type FlowRules,
  type FlowStep,
} from '../../contract.ts'
import { hasGap } from './conditions.ts'
import { describeApprover } from './describe-step.ts'
import { getEntryName, isApproveStep, listEntries, listReturnTargets } from './edit-rules.ts'

export interface RuleProblem {
  /** The step or branch; empty for the flow as a whole. */
  key: string
  message: string
}

type Subject = Pick<DefinitionDetail, 'flag' | 'fields' | 'kinds' | 'names'>

/** Why 人事 and 财务 refuse a choice. */
export const flagReasons = {
  pass: '人事、财务类业务没有审批人时不能自动通过',
  self: '人事、财务类业务不允许本人审批本人',
} as const

const missing = {
  '': '请选择审批人',
  members: '请选择人员',
  roles: '请选择角色',
  post: '请填写岗位',
  field: '请选择字段',
  class: '请选择字段',
}

/** What keeps the rules from being saved, each at its step. The server checks them again. */
export function listProblems(rules: FlowRules, subject: Subject): RuleProblem[] {
  const entries = listEntries(rules)
  const steps = entries.flatMap((entry) => (entry.kind === 'step' ? [entry.step] : []))
  return [
    ...(rules.name.trim() ? [] : [{ key: '', message: '请填写流程名称' }]),
    ...(steps.some(isApproveStep) ? [] : [{ key: '', message: '请至少设置一个审批步骤' }]),
    ...entries.flatMap((entry) => {
      const messages =
        entry.kind === 'step'
          ? listStepProblems(entry.step, rules, subject)
          : [
              ...listNameProblems(entry.branch.name, '分支'),
              ...listConditionProblems(entry.branch.when, subject),
              ...(entry.branch.steps.some(isApproveStep) ? [] : ['分支里至少要有一个审批步骤']),
            ]
      return messages.map((message) => ({ key: entry.key, message }))
    }),
  ]
}

const listNameProblems = (name: string, noun: string) => (name.trim() ? [] : [`请填写${noun}名称`])

const listConditionProblems = (condition: Condition | undefined, { fields }: Subject) =>
  condition && hasGap(condition, fields) ? ['条件没有填写完整'] : []

function listApproverProblems(rule: ApproverRule, subject: Subject): string[] {
  const kind = subject.kinds.find((one) => one.kind === rule.kind)
  if (!kind) return ['审批人的选择方式已取消，请重新选择']
  if (describeApprover(rule, subject)) return []
  return [kind.asks in missing ? missing[kind.asks as keyof typeof missing] : missing['']]
}

function listStepProblems(step: FlowStep, rules: FlowRules, subject: Subject): string[] {
  const problems = [...listNameProblems(step.name, '步骤'), ...listConditionProblems(step.when, subject)]
  if (step.type === 'parallel') return problems
  problems.push(...listApproverProblems(step.approver, subject))
  if (!isApproveStep(step)) return problems
  const { empty, emptyTo, self, onReject } = step
  if (empty === 'named' && (!emptyTo || listApproverProblems(emptyTo, subject).length > 0))
    problems.push('请指定没有审批人时由谁处理')
  if (subject.flag && empty === 'pass') problems.push(flagReasons.pass)
  if (subject.flag && self === 'self') problems.push(flagReasons.self)
  // 办理 cannot be refused: what it would do then is hidden and has no effect.
  if (step.type === 'handle' || typeof onReject === 'string') return problems
  if (listReturnTargets(rules, step.key).every(({ key }) => key !== onReject.step))
    problems.push('只能退回到之前的步骤')
  return problems
}

/** Puts what the server refused at its step: by the place in the rules, or by the name that the sentence quotes. */
export function locateProblems(errors: readonly FieldError[], rules: FlowRules): RuleProblem[] {
  const entries = listEntries(rules)
  return errors.map(({ field, msg }) => {
    const quoted = entries.find((entry) => msg.includes(`“${getEntryName(entry)}”`))
    return { key: findByPlace(field, rules) ?? quoted?.key ?? '', message: msg }
  })
}

/** `rules.steps.2.branches.0.steps.1.name` or `steps.approve-1`. */
function findByPlace(field: string, rules: FlowRules): string | undefined {
  const parts = field.split('.')
  const named = listEntries(rules).find(({ key }) => parts.includes(key))
  if (named) return named.key
  const numbers = /steps\.(\d+)(?:\.branches\.(\d+)(?:\.steps\.(\d+))?)?/.exec(field)
  if (!numbers) return undefined
  const [, at, branchAt, innerAt] = numbers.map(Number)
  const step = rules.steps[at!]
  if (step?.type !== 'parallel' || Number.isNaN(branchAt)) return step?.key
  const branch = step.branches[branchAt!]
  return Number.isNaN(innerAt) ? branch?.key : branch?.steps[innerAt!]?.key
}
