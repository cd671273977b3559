import type { RoleTemplate, ScopeKind } from '#packages/contract'
import { getTemplateDefaults, getDuty } from './permission-catalogue.ts'

/** A role as far as it matters for what it holds. */
export interface RoleSource {
  id: string
  template: RoleTemplate | null
  parentId: string | null
}

/** Where a role differs from what it takes from elsewhere: with this reach, or (no reach) not at all. */
export interface RolePermissionRow {
  roleId: string
  permission: string
  scope: ScopeKind | null
  orgIds: readonly string[]
}

export type PermissionOrigin = 'template' | 'parent' | 'own'

/** How far a role holds one function, and where it has that from. */
export interface HeldPermission {
  scope: ScopeKind
  orgIds: readonly string[]
  origin: PermissionOrigin
}
export type RolePermissions = ReadonlyMap<string, HeldPermission>

/** Some roles with those that they take from, and what each says itself. */
export interface RoleDefinitions {
  roles: ReadonlyMap<string, RoleSource>
  rows: ReadonlyMap<string, readonly RolePermissionRow[]>
}

/** What a role would hold without a word of its own. */
export function getInheritedPermissions(
  definitions: RoleDefinitions,
  { template, parentId }: Omit<RoleSource, 'id'>,
): Map<string, HeldPermission> {
  if (parentId !== null)
    return new Map(
      [...getRolePermissions(definitions, parentId)].map(([code, held]) => [code, { ...held, origin: 'parent' }]),
    )
  if (template === null) return new Map()
  return new Map(
    [...getTemplateDefaults(template)].map(([code, scope]) => [
      code,
      { scope, orgIds: [], origin: 'template' as const },
    ]),
  )
}

/** Everything that a role holds: what it was shipped with or what the role above holds, and where it differs. */
export function getRolePermissions(definitions: RoleDefinitions, roleId: string): RolePermissions {
  const role = definitions.roles.get(roleId)
  if (!role) return new Map()
  const held = getInheritedPermissions(definitions, role)
  for (const { permission, scope, orgIds } of definitions.rows.get(roleId) ?? []) {
    if (scope) held.set(permission, { scope, orgIds, origin: 'own' })
    else held.delete(permission)
  }
  return held
}

/** Which of the separate administrators a role makes, if any: itself, or by the role that it takes from. */
export const getBaseTemplate = (definitions: RoleDefinitions, roleId: string): RoleTemplate | null => {
  const role = definitions.roles.get(roleId)
  return role?.template ?? (role?.parentId ? (definitions.roles.get(role.parentId)?.template ?? null) : null)
}

/**
 * Whether a function counts in a district that keeps its administrators apart: a duty that reaches beyond one's own
 * organisation belongs to the one administrator whose duty it is.
 */
export function countsUnderSeparation(
  code: string,
  { scope }: Pick<HeldPermission, 'scope'>,
  { template, isAtTop }: { template: RoleTemplate | null; isAtTop: boolean },
): boolean {
  const duty = getDuty(code)
  if (!duty) return true
  const isWide = scope === 'district' || scope === 'listed-orgs' || (scope === 'org-tree' && isAtTop)
  return !isWide || template === (duty === 'grant' ? 'security-admin' : 'auditor')
}
