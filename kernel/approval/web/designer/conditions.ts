import { conditionOperators, type Condition, type ConditionValue, type DefinitionDetail } from '../../contract.ts'

export type SubjectField = DefinitionDetail['fields'][number]
export type Comparison = Extract<Condition, { field: string }>
export type Operator = Comparison['op']

const ordered: readonly Operator[] = ['gt', 'ge', 'lt', 'le', 'eq', 'ne']
/** What can be asked about a field; a member and a class are no values to compare with. */
const operators: Readonly<Record<SubjectField['type'], readonly Operator[]>> = {
  number: ordered,
  date: ordered,
  text: ['eq', 'ne', 'in'],
  boolean: ['eq'],
  member: [],
  class: [],
}

export const listOperators = (field: SubjectField) =>
  operators[field.type].map((op) => ({ value: op, label: conditionOperators[op] }))

export const listComparedFields = (fields: readonly SubjectField[]) =>
  fields.filter((field) => operators[field.type].length > 0)

/** A comparison to begin with. Its value is empty, so that somebody has to enter it. */
export const createComparison = (field: SubjectField): Comparison => ({
  field: field.key,
  op: operators[field.type][0]!,
  value: field.type === 'boolean' ? true : '',
})

const isComparison = (condition: Condition): condition is Comparison => 'field' in condition

/**
 * The condition as the page shows it: groups of which one must be met, each with comparisons that must all be met.
 * Undefined if it is built in another way.
 */
export function toGroups(condition: Condition | undefined): Comparison[][] | undefined {
  if (!condition) return []
  const groups = ('or' in condition ? condition.or : [condition]).map((part) => {
    const parts = 'and' in part ? part.and : [part]
    return parts.every(isComparison) ? parts : undefined
  })
  return groups.every((group) => group !== undefined) ? groups : undefined
}

export function fromGroups(groups: readonly (readonly Comparison[])[]): Condition | undefined {
  const parts = groups
    .filter((group) => group.length > 0)
    .map((group): Condition => (group.length === 1 ? group[0]! : { and: [...group] }))
  return parts.length > 1 ? { or: parts } : parts[0]
}

/** Whether a value can be compared with the field: a text never equals a number. */
function isComparable({ type }: SubjectField, value: ConditionValue) {
  if (type === 'number') return typeof value === 'number' && !Number.isNaN(value)
  return type === 'boolean' ? typeof value === 'boolean' : typeof value === 'string' && value !== ''
}

/** Whether a comparison lacks its field or a value that fits it. */
export function hasGap(condition: Condition, fields: readonly SubjectField[]): boolean {
  if ('and' in condition) return condition.and.some((part) => hasGap(part, fields))
  if ('or' in condition) return condition.or.some((part) => hasGap(part, fields))
  if ('not' in condition) return hasGap(condition.not, fields)
  const field = fields.find(({ key }) => key === condition.field)
  const values = [condition.value].flat()
  return !field || values.length === 0 || !values.every((value) => isComparable(field, value))
}

/** 天数 大于 3 且 假别 等于 病假. */
export function describeCondition(condition: Condition, fields: readonly SubjectField[]): string {
  const describe = (part: Condition, isInside: boolean): string => {
    if ('and' in part) return join(part.and, '且', isInside)
    if ('or' in part) return join(part.or, '或', isInside)
    if ('not' in part) return `不满足（${describe(part.not, false)}）`
    const field = fields.find(({ key }) => key === part.field)
    const value = [part.value]
      .flat()
      .map((one) => field?.options?.[String(one)] ?? formatValue(one))
      .join('、')
    return [field?.label ?? '（已取消的字段）', conditionOperators[part.op], value || '…'].join(' ')
  }
  const join = (parts: readonly Condition[], word: string, isInside: boolean) => {
    const text = parts.map((part) => describe(part, parts.length > 1)).join(` ${word} `)
    return isInside && parts.length > 1 ? `（${text}）` : text
  }
  return describe(condition, false)
}

const formatValue = (value: ConditionValue) => (typeof value === 'boolean' ? (value ? '是' : '否') : String(value))
