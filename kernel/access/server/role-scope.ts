import type { ScopeKind } from '#packages/contract'
import type { Scope } from '#packages/core'

/** The scope of a permission as a role defines it. */
export interface RoleScope {
  scope: ScopeKind
  orgIds: readonly string[]
}

/** Where the receiver of a permission may be: in one membership, in a subtree, or anywhere in the district. */
export type ReceiverScope =
  | { orgId: string; orgPath: string; departmentId: string | null; departmentPath: string | null }
  | { below: string }
  | 'district'

export const isPathBelow = (path: string, root: string) => path === root || path.startsWith(`${root}.`)

const containedKinds: Record<ScopeKind, readonly ScopeKind[]> = {
  district: ['district', 'org-tree', 'org', 'department-tree', 'department', 'self', 'classes', 'listed-orgs'],
  'org-tree': ['org-tree', 'org', 'department-tree', 'department', 'self', 'classes'],
  org: ['org', 'department-tree', 'department', 'self', 'classes'],
  'department-tree': ['department-tree', 'department', 'self'],
  department: ['department', 'self'],
  self: ['self'],
  classes: ['classes'],
  'listed-orgs': ['listed-orgs'],
}

/** Whether one scope includes another for the same person. */
export const containsScope = (wide: RoleScope, narrow: RoleScope): boolean =>
  containedKinds[wide.scope].includes(narrow.scope) &&
  (wide.scope !== 'listed-orgs' || narrow.orgIds.every((id) => wide.orgIds.includes(id)))

const coversPath = (scope: Scope, path: string) =>
  scope.district || scope.orgPaths.some((root) => isPathBelow(path, root))

function coversReceiverOrg(scope: Scope, receiver: ReceiverScope): boolean {
  if (receiver === 'district') return scope.district
  if ('below' in receiver) return coversPath(scope, receiver.below)
  return coversPath(scope, receiver.orgPath) || scope.orgIds.includes(receiver.orgId)
}

function coversReceiverDepartment(scope: Scope, kind: ScopeKind, receiver: ReceiverScope): boolean {
  if (receiver === 'district' || 'below' in receiver || receiver.departmentPath === null) return false
  const { departmentId, departmentPath } = receiver
  if (scope.departmentPaths.some((root) => isPathBelow(departmentPath, root))) return true
  return kind === 'department' && scope.departmentIds.includes(departmentId ?? '')
}

/**
 * Whether a holder with this scope may grant the permission with that scope to a receiver there. The scope self may be
 * granted by every holder, because it then means the receiver's own rows.
 */
export function canGrantScope(
  scope: Scope,
  { scope: kind, orgIds }: RoleScope,
  receiver: ReceiverScope,
  pathOf: ReadonlyMap<string, string>,
): boolean {
  switch (kind) {
    case 'district':
      return scope.district
    case 'org-tree':
      return receiver !== 'district' && 'orgPath' in receiver
        ? coversPath(scope, receiver.orgPath)
        : coversReceiverOrg(scope, receiver)
    case 'org':
    case 'classes':
      return coversReceiverOrg(scope, receiver)
    case 'department-tree':
    case 'department':
      return coversReceiverOrg(scope, receiver) || coversReceiverDepartment(scope, kind, receiver)
    case 'self':
      return true
    case 'listed-orgs':
      return orgIds.every((id) => scope.orgIds.includes(id) || coversPath(scope, pathOf.get(id) ?? ''))
  }
}
