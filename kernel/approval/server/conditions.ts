import { labelOf } from '#packages/contract'
import { conditionOperators, type Condition, type ConditionValue, type FlowRules } from '../contract.ts'

export type FieldValue = ConditionValue | null
export type FlowValues = Readonly<Record<string, FieldValue | readonly string[]>>

/** Whether the values meet a condition. A missing value meets no comparison. */
export function meetsCondition(condition: Condition, values: FlowValues): boolean {
  if ('and' in condition) return condition.and.every((part) => meetsCondition(part, values))
  if ('or' in condition) return condition.or.some((part) => meetsCondition(part, values))
  if ('not' in condition) return !meetsCondition(condition.not, values)
  const { field, op, value } = condition
  const actual = values[field]
  if (actual === undefined || actual === null) return false
  const listed = Array.isArray(value) ? value : [value]
  if (op === 'eq' || op === 'in')
    return (Array.isArray(actual) ? actual : [actual]).some((one) => listed.includes(one as ConditionValue))
  if (op === 'ne')
    return !(Array.isArray(actual) ? actual : [actual]).some((one) => listed.includes(one as ConditionValue))
  const [limit] = listed
  // Dates are texts of one length, so that their order is that of the texts.
  if (typeof actual !== typeof limit || limit === undefined || Array.isArray(actual)) return false
  if (op === 'gt') return actual > limit
  if (op === 'ge') return actual >= limit
  if (op === 'lt') return actual < limit
  return actual <= limit
}

/** The keys of steps and branches whose condition is not met. */
export function listSkipped({ steps }: Pick<FlowRules, 'steps'>, values: FlowValues): string[] {
  const isSkipped = ({ when }: { when?: Condition | undefined }) => when !== undefined && !meetsCondition(when, values)
  return steps.flatMap((step) => [
    ...(isSkipped(step) ? [step.key] : []),
    ...(step.type === 'parallel'
      ? step.branches.flatMap((branch) => [
          ...(isSkipped(branch) ? [branch.key] : []),
          ...branch.steps.filter(isSkipped).map(({ key }) => key),
        ])
      : []),
  ])
}

type Comparison = Extract<Condition, { field: string }>

/** Everything that a condition compares. */
export function listComparisons(condition: Condition): Comparison[] {
  if ('and' in condition) return condition.and.flatMap(listComparisons)
  if ('or' in condition) return condition.or.flatMap(listComparisons)
  if ('not' in condition) return listComparisons(condition.not)
  return [condition]
}

type FieldLabels = Readonly<Record<string, { label: string; options?: Readonly<Record<string, string>> }>>

/** A condition in words: 天数大于3, 非单位负责人. */
export function describeCondition(condition: Condition, fields: FieldLabels): string {
  const list = (parts: readonly Condition[], word: string) =>
    parts.map((part) => describeCondition(part, fields)).join(word)
  if ('and' in condition) return list(condition.and, '且')
  if ('or' in condition) return list(condition.or, '或')
  if ('not' in condition) return `不满足（${describeCondition(condition.not, fields)}）`
  const { field, op, value } = condition
  const label = fields[field]?.label ?? field
  if (typeof value === 'boolean') return `${value === (op !== 'ne') ? '' : '非'}${label}`
  const values = [value].flat().map((one) => fields[field]?.options?.[String(one)] ?? String(one))
  return `${label}${labelOf(conditionOperators, op)}${values.join('、')}`
}
