import { roleTemplates } from '#packages/contract'
import {
  rejectPolicies,
  stepModes,
  timeoutActions,
  type ApproverRule,
  type DefinitionDetail,
  type FlowRules,
  type FlowStep,
} from '../../contract.ts'
import { describeCondition } from './conditions.ts'
import { findEntry, isApproveStep } from './edit-rules.ts'

/** What the words about a flow need besides its rules. */
export type FlowTerms = Pick<DefinitionDetail, 'fields' | 'kinds' | 'names'>

/** Where an approver is looked for, if not at the organisation of the request. */
export const approverOrgs = { own: '本单位', parent: '上级单位', district: '教育局' } as const
export type ApproverOrg = keyof typeof approverOrgs
export const toApproverOrg = (value: unknown): ApproverOrg =>
  value === 'parent' || value === 'district' ? value : 'own'

const namesShown = 3
export const leaver = '已离岗人员'

export const getRoleName = ({ with: { role, template } }: ApproverRule, names: FlowTerms['names']) => {
  if (typeof template === 'string' && template in roleTemplates)
    return roleTemplates[template as keyof typeof roleTemplates].title
  return typeof role === 'string' ? (names[role] ?? '已删除的角色') : ''
}

/** 王强、李敏; 校长; 上级单位的人事. Empty if it is not set yet. */
export function describeApprover(rule: ApproverRule, { fields, kinds, names }: FlowTerms): string {
  const kind = kinds.find((one) => one.kind === rule.kind)
  if (!kind) return ''
  const org = toApproverOrg(rule.with['in'])
  const where = org === 'own' ? '' : `${approverOrgs[org]}的`
  switch (kind.asks) {
    case 'members': {
      const members = [rule.with['members'] ?? []].flat()
      const shown = members.slice(0, namesShown).map((id) => names[id] ?? leaver)
      return `${shown.join('、')}${members.length > namesShown ? ` 等 ${members.length} 人` : ''}`
    }
    case 'roles': {
      const role = getRoleName(rule, names)
      return role && `${where}${role}`
    }
    case 'post': {
      const post = rule.with['post']
      return typeof post === 'string' && post.trim() ? `${where}${post}` : ''
    }
    case 'levels': {
      const levels = Number(rule.with['levels'] ?? 1)
      return levels > 1 ? `${kind.title}（上 ${levels - 1} 级）` : kind.title
    }
    case 'class':
    case 'grade': {
      const field = fields.find(({ key }) => key === rule.with['field'])
      if (field) return `${field.label}的${kind.title}`
      return kind.asks === 'grade' ? `申请人的${kind.title}` : ''
    }
    case 'field': {
      const field = fields.find(({ key }) => key === rule.with['field'])
      return field ? `申请中的${field.label}` : ''
    }
    case '': {
      const permission = rule.with['permission']
      if (typeof permission === 'string') return `有“${names[permission] ?? permission}”权限的人`
      // This kind says nothing without the permission.
      return kind.kind === 'permission' ? '' : `${where}${kind.title}`
    }
    case 'choice':
      return `${where}${kind.title}`
  }
}

/** What a step does, in short lines for its card. */
export function describeStep(step: FlowStep, rules: Pick<FlowRules, 'steps'>, terms: FlowTerms): string[] {
  const condition = step.when ? [`${describeCondition(step.when, terms.fields)} 时`] : []
  if (step.type === 'parallel') return [`${step.branches.length} 个分支同时进行，都完成后继续`, ...condition]
  const who = describeApprover(step.approver, terms) || '还没有设置人员'
  if (!isApproveStep(step)) return [`抄送 ${who}`, ...condition]
  const percent = Math.round(step.ratio * 100)
  const mode = step.mode === 'any' ? '' : step.mode === 'ratio' ? `${percent}% 同意即通过` : stepModes[step.mode]
  const several = step.mode === 'all' && step.rejectPolicy === 'collect' ? rejectPolicies.collect : ''
  const needs = [step.needsOpinion && '填写意见', step.needsSignature && '签名'].filter(Boolean).join('、')
  return [
    [who, mode, several].filter(Boolean).join('　'),
    ...condition,
    [
      step.type === 'approve' && describeRefusal(step.onReject, rules),
      step.dueHours && `${step.dueHours} 小时内处理，超时${timeoutActions[step.timeout]}`,
      needs && `须${needs}`,
    ]
      .filter(Boolean)
      .join('；'),
  ].filter(Boolean)
}

function describeRefusal(onReject: 'end' | 'applicant' | { step: string }, rules: Pick<FlowRules, 'steps'>) {
  if (onReject === 'end') return ''
  if (onReject === 'applicant') return '不同意时退回申请人'
  const target = findEntry(rules, onReject.step)
  return `不同意时退回“${target?.kind === 'step' ? target.step.name : '已删除的步骤'}”`
}
