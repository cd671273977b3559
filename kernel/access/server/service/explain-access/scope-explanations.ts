import { scopeKinds, type ScopeKind } from '#packages/contract'
import type { Scope } from '#packages/core'
import type { AccessPersonRow } from '../../explain-access-queries.ts'
import type { AccessRecord } from '../../record-kinds.ts'

/** The scope that a permission reason gives. */
export interface ExplainedScope {
  kind: ScopeKind
  orgIds: readonly string[]
  /** The organisation of an appointment. */
  orgName?: string
  scope: Scope
}

const withName = (title: string, name: string) => `${title}（${name}）`
const maxOrgNames = 3

/** 本单位（实验小学）, 任教班级, 指定单位（实验小学、文澜中学等5个）. */
export function nameScope(
  { kind, orgIds, scope, orgName: appointedAt }: ExplainedScope,
  { orgName, departmentName }: AccessPersonRow,
  names: ReadonlyMap<string, string>,
): string {
  const { title } = scopeKinds[kind]
  if (appointedAt !== undefined) return `${appointedAt}及下级`
  if (kind === 'org-tree' || kind === 'org') return withName(title, orgName)
  if (kind === 'department-tree' || kind === 'department') return withName(title, departmentName || '未分配部门')
  // A permission that needs a class leader does not cover classes where the person only teaches.
  if (kind === 'classes') return scope.classesLedBy === null ? title : '所带班级（班主任）'
  if (kind !== 'listed-orgs') return title
  const there = orgIds.flatMap((id) => names.get(id) ?? [])
  if (there.length === 0) return withName(title, '均已撤销')
  const more = there.length > maxOrgNames ? `等${there.length}个` : ''
  return withName(title, there.slice(0, maxOrgNames).join('、') + more)
}

/** Why a scope includes a record or does not: 该生在一年级2班，张敏任教该班. */
export function explainScope(
  { kind, scope, orgName: appointedAt }: ExplainedScope,
  facts: AccessRecord,
  person: AccessPersonRow,
  isInScope: boolean,
) {
  const { phrases } = facts
  const { name, departmentName } = person
  const orgName = appointedAt ?? person.orgName
  const is = (yes: string, no: string) => (isInScope ? yes : no)
  const inDepartment = (what: string) => {
    if (!departmentName) return `${name}未分配部门`
    if (!phrases.department) return `${phrases.it}不属于任何部门`
    return `${phrases.department}，${is('属于', '不属于')}${departmentName}${what}`
  }
  const explanations: Record<ScopeKind, () => string> = {
    district: () => `${phrases.it}在全区范围内`,
    'org-tree': () => `${phrases.org}，${is('属于', '不属于')}${orgName}及下级`,
    org: () => `${phrases.org}，${is(`是${name}所在单位`, `${name}在${orgName}`)}`,
    'department-tree': () => inDepartment('及下级'),
    department: () => inDepartment(''),
    self: () => `${phrases.it}${is('是', '不是')}${name}本人`,
    classes: () => explainClass(scope, facts, person, isInScope),
    'listed-orgs': () => `${phrases.org}，${is('在', '不在')}指定单位之内`,
  }
  return explanations[kind]()
}

function explainClass(
  scope: Scope,
  { phrases, classStaff }: AccessRecord,
  { name, userId }: AccessPersonRow,
  isInScope: boolean,
) {
  if (classStaff === undefined) return `${phrases.it}与班级无关`
  if (!phrases.class) return `${phrases.it}未分班`
  if (scope.classesLedBy === null) return `${phrases.class}，${name}${isInScope ? '任教' : '未任教'}该班`
  if (isInScope) return `${phrases.class}，${name}负责该班`
  return `${phrases.class}，${name}${classStaff.includes(userId) ? '只任教，不负责该班' : '不负责该班'}`
}
