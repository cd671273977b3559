import { roleTemplates, scopeKinds, type ScopeKind } from '#packages/contract'
import type { HeldFunction, RoleDetail, RoleForm } from '../contract.ts'
import type { FunctionCatalogue } from './role-queries.ts'

/** The scope of a permission; organisations only with `listed-orgs`. */
export interface RoleScope {
  scope: ScopeKind
  orgIds: readonly string[]
}

/** The permissions and fields of a role as edited on the page. */
export interface RoleDraftState {
  held: ReadonlyMap<string, RoleScope>
  hidden: ReadonlySet<string>
}

export type FunctionSpec = FunctionCatalogue['modules'][number]['functions'][number]
export type ModuleSpec = FunctionCatalogue['modules'][number]

export const getRoleState = ({
  functions,
  hiddenFields,
}: Pick<RoleDetail, 'functions' | 'hiddenFields'>): RoleDraftState => ({
  held: new Map(functions.map(({ code, scope, orgIds }) => [code, { scope, orgIds }])),
  hidden: new Set(hiddenFields),
})

const isSameScope = (one: RoleScope, other: RoleScope) =>
  one.scope === other.scope &&
  (one.scope !== 'listed-orgs' ||
    (one.orgIds.length === other.orgIds.length && one.orgIds.every((id) => other.orgIds.includes(id))))

/** A permission is added, removed, or has another scope. */
type Mark = 'gained' | 'lost' | 'moved'

export function getFunctionMark(before: RoleDraftState, after: RoleDraftState, code: string): Mark | undefined {
  const [was, is] = [before.held.get(code), after.held.get(code)]
  if (!was || !is) return is ? 'gained' : was ? 'lost' : undefined
  return isSameScope(was, is) ? undefined : 'moved'
}

/** A field is gained when it is no longer hidden. */
export function getFieldMark(before: RoleDraftState, after: RoleDraftState, code: string): Mark | undefined {
  if (before.hidden.has(code) === after.hidden.has(code)) return undefined
  return after.hidden.has(code) ? 'lost' : 'gained'
}

const union = (one: Iterable<string>, other: Iterable<string>) => [...new Set([...one, ...other])]

export const listChangedCodes = (before: RoleDraftState, after: RoleDraftState) =>
  union(before.held.keys(), after.held.keys()).filter((code) => getFunctionMark(before, after, code))

export const listChangedFields = (before: RoleDraftState, after: RoleDraftState) =>
  union(before.hidden, after.hidden).filter((code) => getFieldMark(before, after, code))

export const countRoleChanges = (before: RoleDraftState, after: RoleDraftState) =>
  listChangedCodes(before, after).length + listChangedFields(before, after).length

/** Applies the own changes to the state that somebody else saved meanwhile. */
export function rebaseChanges(before: RoleDraftState, mine: RoleDraftState, theirs: RoleDraftState): RoleDraftState {
  const held = new Map(theirs.held)
  for (const code of listChangedCodes(before, mine)) {
    const roleScope = mine.held.get(code)
    if (roleScope) held.set(code, roleScope)
    else held.delete(code)
  }
  const hidden = new Set(theirs.hidden)
  for (const code of listChangedFields(before, mine))
    if (mine.hidden.has(code)) hidden.add(code)
    else hidden.delete(code)
  return { held, hidden }
}

const toHeldFunction = ([code, { scope, orgIds }]: [string, RoleScope]): HeldFunction => ({
  code,
  scope,
  orgIds: scope === 'listed-orgs' ? [...orgIds] : [],
})

/** Sorted, so that equal drafts have equal query keys. */
export const toRoleForm = (
  { id, orgId, name, remark, parentId, version }: RoleDetail,
  { held, hidden }: RoleDraftState,
): RoleForm => ({
  id,
  orgId,
  name,
  remark,
  parentId,
  version,
  functions: [...held].map(toHeldFunction).sort((one, other) => (one.code < other.code ? -1 : 1)),
  hiddenFields: [...hidden].sort(),
})

/** Why a permission cannot be checked or unchecked. */
export function getFixedReason(
  detail: RoleDetail,
  base: RoleDraftState,
  { code, mayGrant }: FunctionSpec,
): string | undefined {
  if (!detail.mayEdit) return '您不能修改此角色'
  if (detail.functions.some((one) => one.code === code && one.isLocked)) return '此角色必须保留该功能，不能取消'
  if (!mayGrant && !base.held.has(code)) return '您没有该功能，不能授予他人'
  return undefined
}

/** A caller without a permission may remove it from a role, but not change its scope. */
export const mayChangeScope = (detail: RoleDetail, { mayGrant }: FunctionSpec) => detail.mayEdit && mayGrant

/** The scope that all of these share; undefined if they differ or none is checked. */
export function getCommonScope(
  { held }: RoleDraftState,
  functions: readonly FunctionSpec[],
): ScopeKind | 'mixed' | 'none' {
  const scopes = new Set(functions.flatMap(({ code }) => held.get(code)?.scope ?? []))
  const [first] = scopes
  return first === undefined ? 'none' : scopes.size === 1 ? first : 'mixed'
}

/** The former scope, the scope of other permissions of the module, or the default of such roles. */
function getDefaultScope(
  detail: RoleDetail,
  base: RoleDraftState,
  state: RoleDraftState,
  module: ModuleSpec,
  code: string,
): RoleScope {
  const before = base.held.get(code)
  if (before) return before
  const common = getCommonScope(state, module.functions)
  if (common !== 'mixed' && common !== 'none' && common !== 'listed-orgs') return { scope: common, orgIds: [] }
  const templateScope = detail.template ? roleTemplates[detail.template].scope : 'org-tree'
  return { scope: templateScope, orgIds: [] }
}

/** Checks or unchecks permissions of a module; fixed ones stay. */
export function setFunctions(
  { detail, base, state }: { detail: RoleDetail; base: RoleDraftState; state: RoleDraftState },
  module: ModuleSpec,
  functions: readonly FunctionSpec[],
  isOn: boolean,
): RoleDraftState {
  const held = new Map(state.held)
  for (const one of functions) {
    if (held.has(one.code) === isOn || getFixedReason(detail, base, one)) continue
    if (isOn) held.set(one.code, getDefaultScope(detail, base, state, module, one.code))
    else held.delete(one.code)
  }
  return { ...state, held }
}

/** Sets the scope of the checked permissions among these. */
export function setScope(
  { detail, state }: { detail: RoleDetail; state: RoleDraftState },
  functions: readonly FunctionSpec[],
  reach: RoleScope,
): RoleDraftState {
  const held = new Map(state.held)
  for (const one of functions) if (held.has(one.code) && mayChangeScope(detail, one)) held.set(one.code, reach)
  return { ...state, held }
}

export function setFieldShown(state: RoleDraftState, code: string, isShown: boolean): RoleDraftState {
  const hidden = new Set(state.hidden)
  if (isShown) hidden.delete(code)
  else hidden.add(code)
  return { ...state, hidden }
}

/** The selectable scopes; the whole district is not offered for an organisation's role. */
export const listScopeOptions = ({ orgId }: Pick<RoleDetail, 'orgId'>, present: ScopeKind | 'mixed' | 'none') =>
  (Object.keys(scopeKinds) as ScopeKind[])
    .filter((kind) => kind !== 'district' || orgId === null || present === 'district')
    .map((kind) => ({ value: kind, label: scopeKinds[kind].title }))

export const getScopeTitle = (kind: ScopeKind) => scopeKinds[kind].title
