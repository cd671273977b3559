import type { RoleTemplate, ScopeKind } from '#packages/contract'
import { defaultsOf, dutyOf } from './catalogue.ts'

/** A role as far as it matters for what it holds. */
export interface RoleSource {
  id: string
  template: RoleTemplate | null
  parentId: string | null
}

/** Where a role differs from what it takes from elsewhere: with this reach, or (no reach) not at all. */
export interface OwnRow {
  roleId: string
  permission: string
  scope: ScopeKind | null
  orgIds: readonly string[]
}

export type Origin = 'template' | 'parent' | 'own'

/** How far a role holds one function, and where it has that from. */
export interface Held {
  scope: ScopeKind
  orgIds: readonly string[]
  origin: Origin
}
export type Definition = ReadonlyMap<string, Held>

/** Some roles with those that they take from, and what each says itself. */
export interface RoleBook {
  roles: ReadonlyMap<string, RoleSource>
  rows: ReadonlyMap<string, readonly OwnRow[]>
}

/** What a role would hold without a word of its own. */
export function baseOf(book: RoleBook, { template, parentId }: Omit<RoleSource, 'id'>): Map<string, Held> {
  if (parentId !== null)
    return new Map([...definitionOf(book, parentId)].map(([code, held]) => [code, { ...held, origin: 'parent' }]))
  if (template === null) return new Map()
  return new Map(
    [...defaultsOf(template)].map(([code, scope]) => [code, { scope, orgIds: [], origin: 'template' as const }]),
  )
}

/** Everything that a role holds: what it was shipped with or what the role above holds, and where it differs. */
export function definitionOf(book: RoleBook, roleId: string): Definition {
  const role = book.roles.get(roleId)
  if (!role) return new Map()
  const held = baseOf(book, role)
  for (const { permission, scope, orgIds } of book.rows.get(roleId) ?? []) {
    if (scope) held.set(permission, { scope, orgIds, origin: 'own' })
    else held.delete(permission)
  }
  return held
}

/** Which of the separate administrators a role makes, if any: itself, or by the role that it takes from. */
export const templateBehind = (book: RoleBook, roleId: string): RoleTemplate | null => {
  const role = book.roles.get(roleId)
  return role?.template ?? (role?.parentId ? (book.roles.get(role.parentId)?.template ?? null) : null)
}

/**
 * Whether a function counts in a district that keeps its administrators apart: a duty that reaches beyond one's own
 * organisation belongs to the one administrator whose duty it is.
 */
export function countsApart(
  code: string,
  { scope }: Pick<Held, 'scope'>,
  { template, isAtTop }: { template: RoleTemplate | null; isAtTop: boolean },
): boolean {
  const duty = dutyOf(code)
  if (!duty) return true
  const isWide = scope === 'district' || scope === 'listed-orgs' || (scope === 'org-tree' && isAtTop)
  return !isWide || template === (duty === 'grant' ? 'security-admin' : 'auditor')
}
