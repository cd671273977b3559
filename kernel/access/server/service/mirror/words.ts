import { scopeKinds, type ScopeKind } from '#packages/contract'
import type { Scope } from '#packages/core'
import type { PersonRow } from '../../mirror-queries.ts'
import type { RecordFacts } from '../../records.ts'

/** How far a function reaches for somebody, as the reason for it says. */
export interface Reach {
  kind: ScopeKind
  orgIds: readonly string[]
  scope: Scope
}

const named = (title: string, name: string) => `${title}（${name}）`
const orgsNamed = 3

/** 本单位（实验小学）, 任教班级, 指定单位（实验小学、文澜中学等5个）. */
export function nameScope(
  { kind, orgIds, scope }: Reach,
  { orgName, departmentName }: PersonRow,
  names: ReadonlyMap<string, string>,
): string {
  const { title } = scopeKinds[kind]
  if (kind === 'org-tree' || kind === 'org') return named(title, orgName)
  if (kind === 'department-tree' || kind === 'department') return named(title, departmentName || '未分配部门')
  // What needs the charge of a class does not reach those where one only teaches.
  if (kind === 'classes') return scope.classesLedBy === null ? title : '所带班级（班主任）'
  if (kind !== 'listed-orgs') return title
  const there = orgIds.flatMap((id) => names.get(id) ?? [])
  if (there.length === 0) return named(title, '均已撤销')
  const more = there.length > orgsNamed ? `等${there.length}个` : ''
  return named(title, there.slice(0, orgsNamed).join('、') + more)
}

/** Why a function reaches a record, or does not: 该生在一年级2班，张敏任教该班. */
export function explainReach({ kind, scope }: Reach, facts: RecordFacts, person: PersonRow, isReached: boolean) {
  const { words } = facts
  const { name, orgName, departmentName } = person
  const is = (yes: string, no: string) => (isReached ? yes : no)
  const inDepartment = (what: string) => {
    if (!departmentName) return `${name}未分配部门`
    if (!words.department) return `${words.it}不属于任何部门`
    return `${words.department}，${is('属于', '不属于')}${departmentName}${what}`
  }
  const explanations: Record<ScopeKind, () => string> = {
    district: () => `${words.it}在全区范围内`,
    'org-tree': () => `${words.org}，${is('属于', '不属于')}${orgName}及下级`,
    org: () => `${words.org}，${is(`是${name}所在单位`, `${name}在${orgName}`)}`,
    'department-tree': () => inDepartment('及下级'),
    department: () => inDepartment(''),
    self: () => `${words.it}${is('是', '不是')}${name}本人`,
    classes: () => explainClass(scope, facts, person, isReached),
    'listed-orgs': () => `${words.org}，${is('在', '不在')}指定单位之内`,
  }
  return explanations[kind]()
}

function explainClass(
  scope: Scope,
  { words, classStaff }: RecordFacts,
  { name, userId }: PersonRow,
  isReached: boolean,
) {
  if (classStaff === undefined) return `${words.it}与班级无关`
  if (!words.class) return `${words.it}未分班`
  if (scope.classesLedBy === null) return `${words.class}，${name}${isReached ? '任教' : '未任教'}该班`
  if (isReached) return `${words.class}，${name}负责该班`
  return `${words.class}，${name}${classStaff.includes(userId) ? '只任教，不负责该班' : '不负责该班'}`
}
