import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import {
  dedupePolicies,
  dueModes,
  emptyPolicies,
  inheritPolicies,
  recallPolicies,
  rejectPolicies,
  selfPolicies,
  stepModes,
  timeoutActions,
  type ApproveStep,
  type FlowRules,
} from '../../contract.ts'
import { describeCondition } from './conditions.ts'
import { describeApprover, type FlowTerms } from './describe-step.ts'
import { findEntry, getEntryName, isApproveStep, type FlowEntry } from './edit-rules.ts'
import { stepTypes } from './step-line.tsx'
import styles from './step-pane.module.css'

interface Props {
  entry: FlowEntry | undefined
  rules: FlowRules
  terms: FlowTerms
}

/** The settings of a step, a branch or the flow, where the organisation above decides. */
export function StepFacts({ entry, rules, terms }: Props) {
  const when = entry && (entry.kind === 'step' ? entry.step.when : entry.branch.when)
  const step = entry?.kind === 'step' ? entry.step : undefined
  const facts = [
    ...(entry ? [] : listRuleFacts(rules)),
    step && { label: '类型', value: stepTypes[step.type] },
    step && step.type !== 'parallel' && { label: '人员', value: describeApprover(step.approver, terms) },
    entry && { label: '条件', value: when ? describeCondition(when, terms.fields) : '每次都经过' },
    ...(step && isApproveStep(step) ? listDecisionFacts(step, rules) : []),
  ]
  return (
    <SplitPane title={entry ? getEntryName(entry) : rules.name}>
      <div className={styles['parts']}>
        <FactGrid facts={facts} />
      </div>
    </SplitPane>
  )
}

const listRuleFacts = (rules: FlowRules) => [
  { label: '下级单位', value: inheritPolicies[rules.inherit] },
  { label: '申请人撤回', value: recallPolicies[rules.recall] },
  { label: '重复审批人', value: dedupePolicies[rules.dedupe] },
  { label: '时限计算', value: dueModes[rules.dueMode] },
]

function listDecisionFacts(step: ApproveStep, rules: FlowRules) {
  const target = typeof step.onReject === 'object' ? findEntry(rules, step.onReject.step) : undefined
  const refusal = step.onReject === 'end' ? '流程结束' : `退回${target ? getEntryName(target) : '申请人'}`
  const { allow } = step
  const allowed = [allow.transfer && '转交', allow.addSign && '加签', allow.return && '退回'].filter(Boolean)
  const needed = [step.needsOpinion && '填写意见', step.needsSignature && '手写签名'].filter(Boolean)
  return [
    {
      label: '多人时',
      value: step.mode === 'ratio' ? `${Math.round(step.ratio * 100)}% 同意即通过` : stepModes[step.mode],
    },
    step.type === 'approve' && { label: '不同意时', value: `${refusal}，${rejectPolicies[step.rejectPolicy]}` },
    { label: '没有审批人', value: emptyPolicies[step.empty] },
    { label: '审批人是本人', value: selfPolicies[step.self] },
    {
      label: '时限',
      value: step.dueHours === undefined ? '不限' : `${step.dueHours} 小时，超时${timeoutActions[step.timeout]}`,
    },
    { label: '允许', value: allowed.join('、') },
    { label: '要求', value: needed.join('、') },
  ]
}
