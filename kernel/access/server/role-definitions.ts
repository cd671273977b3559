import type { RoleTemplate, ScopeKind } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { getTemplateDefaults, getDuty } from './permission-catalogue.ts'

/** The parts of a role that determine its permissions. */
export interface RoleSource {
  id: string
  template: RoleTemplate | null
  parentId: string | null
}

/** A difference of a role from what it inherits: another scope, or (null) removed. */
export interface RolePermissionRow {
  roleId: string
  permission: string
  scope: ScopeKind | null
  orgIds: readonly string[]
}

export type PermissionOrigin = 'template' | 'parent' | 'own'

/** The scope of a permission in a role, and its origin. */
export interface HeldPermission {
  scope: ScopeKind
  orgIds: readonly string[]
  origin: PermissionOrigin
}
export type RolePermissions = ReadonlyMap<string, HeldPermission>

/** Roles with their parents and their own permission rows. */
export interface RoleDefinitions extends Pick<Ctx, 'app'> {
  roles: ReadonlyMap<string, RoleSource>
  rows: ReadonlyMap<string, readonly RolePermissionRow[]>
}

/** The permissions of a role without its own rows. */
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
    [...getTemplateDefaults(definitions, template)].map(([code, scope]) => [
      code,
      { scope, orgIds: [], origin: 'template' as const },
    ]),
  )
}

/** All permissions of a role: those of its template or parent, with its own differences. */
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

/** The template of a role or of its parent. Separate duties depend on it. */
export const getBaseTemplate = (definitions: RoleDefinitions, roleId: string): RoleTemplate | null => {
  const role = definitions.roles.get(roleId)
  return role?.template ?? (role?.parentId ? (definitions.roles.get(role.parentId)?.template ?? null) : null)
}

/**
 * Whether a permission counts while duties are separated: beyond one's own organisation, a permission with a duty
 * counts only for the administrator with that duty.
 */
export function countsUnderSeparation(
  ctx: Pick<Ctx, 'app'>,
  code: string,
  { scope }: Pick<HeldPermission, 'scope'>,
  { template, isAtTop }: { template: RoleTemplate | null; isAtTop: boolean },
): boolean {
  const duty = getDuty(ctx, code)
  if (!duty) return true
  const isWide = scope === 'district' || scope === 'listed-orgs' || (scope === 'org-tree' && isAtTop)
  return !isWide || template === (duty === 'grant' ? 'security-admin' : 'auditor')
}
