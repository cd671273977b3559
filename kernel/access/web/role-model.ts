import { roleTemplates, scopeKinds, type ScopeKind } from '#packages/contract'
import type { HeldFunction, RoleDetail, RoleForm } from '../contract.ts'
import type { Catalogue } from './role-queries.ts'

/** How far a function reaches; organisations only where they are listed. */
export interface Reach {
  scope: ScopeKind
  orgIds: readonly string[]
}

/** What a role says, as it stands on the page. */
export interface RoleState {
  held: ReadonlyMap<string, Reach>
  hidden: ReadonlySet<string>
}

export type FunctionSpec = Catalogue['modules'][number]['functions'][number]
export type ModuleSpec = Catalogue['modules'][number]

export const stateOf = ({ functions, hiddenFields }: Pick<RoleDetail, 'functions' | 'hiddenFields'>): RoleState => ({
  held: new Map(functions.map(({ code, scope, orgIds }) => [code, { scope, orgIds }])),
  hidden: new Set(hiddenFields),
})

const isSameReach = (one: Reach, other: Reach) =>
  one.scope === other.scope &&
  (one.scope !== 'listed-orgs' ||
    (one.orgIds.length === other.orgIds.length && one.orgIds.every((id) => other.orgIds.includes(id))))

/** What happens to a function: it comes, goes, or reaches as far as it did not before. */
type Mark = 'gained' | 'lost' | 'moved'

export function markOf(before: RoleState, after: RoleState, code: string): Mark | undefined {
  const [was, is] = [before.held.get(code), after.held.get(code)]
  if (!was || !is) return is ? 'gained' : was ? 'lost' : undefined
  return isSameReach(was, is) ? undefined : 'moved'
}

/** A field comes when it is hidden no longer. */
export function fieldMark(before: RoleState, after: RoleState, code: string): Mark | undefined {
  if (before.hidden.has(code) === after.hidden.has(code)) return undefined
  return after.hidden.has(code) ? 'lost' : 'gained'
}

const union = (one: Iterable<string>, other: Iterable<string>) => [...new Set([...one, ...other])]

export const changedCodes = (before: RoleState, after: RoleState) =>
  union(before.held.keys(), after.held.keys()).filter((code) => markOf(before, after, code))

export const changedFields = (before: RoleState, after: RoleState) =>
  union(before.hidden, after.hidden).filter((code) => fieldMark(before, after, code))

export const countChanges = (before: RoleState, after: RoleState) =>
  changedCodes(before, after).length + changedFields(before, after).length

/** Somebody was faster: what was changed here is changed in what they left. */
export function carriedOver(before: RoleState, mine: RoleState, theirs: RoleState): RoleState {
  const held = new Map(theirs.held)
  for (const code of changedCodes(before, mine)) {
    const reach = mine.held.get(code)
    if (reach) held.set(code, reach)
    else held.delete(code)
  }
  const hidden = new Set(theirs.hidden)
  for (const code of changedFields(before, mine))
    if (mine.hidden.has(code)) hidden.add(code)
    else hidden.delete(code)
  return { held, hidden }
}

const written = ([code, { scope, orgIds }]: [string, Reach]): HeldFunction => ({
  code,
  scope,
  orgIds: scope === 'listed-orgs' ? [...orgIds] : [],
})

/** In an order of its own: the same ticks are the same question. */
export const formOf = (
  { id, orgId, name, remark, parentId, version }: RoleDetail,
  { held, hidden }: RoleState,
): RoleForm => ({
  id,
  orgId,
  name,
  remark,
  parentId,
  version,
  functions: [...held].map(written).sort((one, other) => (one.code < other.code ? -1 : 1)),
  hiddenFields: [...hidden].sort(),
})

/** Why a function cannot be ticked, or its tick not be taken away. */
export function whyFixed(detail: RoleDetail, base: RoleState, { code, mayGrant }: FunctionSpec): string | undefined {
  if (!detail.mayEdit) return '您不能修改此角色'
  if (detail.functions.some((one) => one.code === code && one.isLocked)) return '此角色必须保留该功能，不能取消'
  if (!mayGrant && !base.held.has(code)) return '您没有该功能，不能授予他人'
  return undefined
}

/** Whoever lacks a function may take it away, but not make it reach further. */
export const mayMove = (detail: RoleDetail, { mayGrant }: FunctionSpec) => detail.mayEdit && mayGrant

/** The reach that all of these have in common; nothing when they differ or none is held. */
export function commonScope({ held }: RoleState, functions: readonly FunctionSpec[]): ScopeKind | 'mixed' | 'none' {
  const scopes = new Set(functions.flatMap(({ code }) => held.get(code)?.scope ?? []))
  const [first] = scopes
  return first === undefined ? 'none' : scopes.size === 1 ? first : 'mixed'
}

/** As far as it went before, as its neighbours go, or as roles of this kind usually go. */
function usualReach(detail: RoleDetail, base: RoleState, state: RoleState, module: ModuleSpec, code: string): Reach {
  const before = base.held.get(code)
  if (before) return before
  const common = commonScope(state, module.functions)
  if (common !== 'mixed' && common !== 'none' && common !== 'listed-orgs') return { scope: common, orgIds: [] }
  const usual = detail.template ? roleTemplates[detail.template].scope : 'org-tree'
  return { scope: usual, orgIds: [] }
}

/** Ticks or unticks some functions of a module; what is fixed stays as it is. */
export function ticked(
  { detail, base, state }: { detail: RoleDetail; base: RoleState; state: RoleState },
  module: ModuleSpec,
  functions: readonly FunctionSpec[],
  isOn: boolean,
): RoleState {
  const held = new Map(state.held)
  for (const one of functions) {
    if (held.has(one.code) === isOn || whyFixed(detail, base, one)) continue
    if (isOn) held.set(one.code, usualReach(detail, base, state, module, one.code))
    else held.delete(one.code)
  }
  return { ...state, held }
}

/** Lets what is ticked among these reach so far. */
export function reaching(
  { detail, state }: { detail: RoleDetail; state: RoleState },
  functions: readonly FunctionSpec[],
  reach: Reach,
): RoleState {
  const held = new Map(state.held)
  for (const one of functions) if (held.has(one.code) && mayMove(detail, one)) held.set(one.code, reach)
  return { ...state, held }
}

export function shown(state: RoleState, code: string, isShown: boolean): RoleState {
  const hidden = new Set(state.hidden)
  if (isShown) hidden.delete(code)
  else hidden.add(code)
  return { ...state, hidden }
}

/** What can be chosen; over the whole district only where that is not absurd. */
export const scopesFor = ({ orgId }: Pick<RoleDetail, 'orgId'>, present: ScopeKind | 'mixed' | 'none') =>
  (Object.keys(scopeKinds) as ScopeKind[])
    .filter((kind) => kind !== 'district' || orgId === null || present === 'district')
    .map((kind) => ({ value: kind, label: scopeKinds[kind].title }))

export const scopeTitle = (kind: ScopeKind) => scopeKinds[kind].title
