import { roleTemplates, scopeKinds, type ScopeKind } from '#packages/contract'
import type { HeldFunction, RoleDetail, RoleForm } from '../contract.ts'
import type { FunctionCatalogue } from './role-queries.ts'

/** How far a function reaches; organisations only where they are listed. */
export interface RoleScope {
  scope: ScopeKind
  orgIds: readonly string[]
}

/** What a role says, as it stands on the page. */
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

/** What happens to a function: it comes, goes, or reaches as far as it did not before. */
type Mark = 'gained' | 'lost' | 'moved'

export function getFunctionMark(before: RoleDraftState, after: RoleDraftState, code: string): Mark | undefined {
  const [was, is] = [before.held.get(code), after.held.get(code)]
  if (!was || !is) return is ? 'gained' : was ? 'lost' : undefined
  return isSameScope(was, is) ? undefined : 'moved'
}

/** A field comes when it is hidden no longer. */
export function getFieldMark(before: RoleDraftState, after: RoleDraftState, code: string): Mark | undefined {
  if (before.hidden.has(code) === after.hidden.has(code)) return undefined
  return after.hidden.has(code) ? 'lost' : 'gained'
}

const union = (one: Iterable<string>, other: Iterable<string>) => [...new Set([...one, ...other])]

export const listChangedCodes = (before: RoleDraftState, after: RoleDraftState) =>
  union(before.held.keys(), after.held.keys()).filter((code) => getFunctionMark(before, after, code))

export const listChangedFields = (before: RoleDraftState, after: RoleDraftState) =>
  union(before.hidden, after.hidden).filter((code) => getFieldMark(before, after, code))

export const countChanges = (before: RoleDraftState, after: RoleDraftState) =>
  listChangedCodes(before, after).length + listChangedFields(before, after).length

/** Somebody was faster: what was changed here is changed in what they left. */
export function rebaseChanges(before: RoleDraftState, mine: RoleDraftState, theirs: RoleDraftState): RoleDraftState {
  const held = new Map(theirs.held)
  for (const code of listChangedCodes(before, mine)) {
    const reach = mine.held.get(code)
    if (reach) held.set(code, reach)
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

/** In an order of its own: the same ticks are the same question. */
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

/** Why a function cannot be ticked, or its tick not be taken away. */
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

/** Whoever lacks a function may take it away, but not make it reach further. */
export const mayChangeScope = (detail: RoleDetail, { mayGrant }: FunctionSpec) => detail.mayEdit && mayGrant

/** The reach that all of these have in common; nothing when they differ or none is held. */
export function getCommonScope(
  { held }: RoleDraftState,
  functions: readonly FunctionSpec[],
): ScopeKind | 'mixed' | 'none' {
  const scopes = new Set(functions.flatMap(({ code }) => held.get(code)?.scope ?? []))
  const [first] = scopes
  return first === undefined ? 'none' : scopes.size === 1 ? first : 'mixed'
}

/** As far as it went before, as its neighbours go, or as roles of this kind usually go. */
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

/** Ticks or unticks some functions of a module; what is fixed stays as it is. */
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

/** Lets what is ticked among these reach so far. */
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

/** What can be chosen; over the whole district only where that is not absurd. */
export const listScopeOptions = ({ orgId }: Pick<RoleDetail, 'orgId'>, present: ScopeKind | 'mixed' | 'none') =>
  (Object.keys(scopeKinds) as ScopeKind[])
    .filter((kind) => kind !== 'district' || orgId === null || present === 'district')
    .map((kind) => ({ value: kind, label: scopeKinds[kind].title }))

export const getScopeTitle = (kind: ScopeKind) => scopeKinds[kind].title
