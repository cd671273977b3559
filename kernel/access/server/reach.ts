import type { ScopeKind } from '#packages/contract'
import type { Scope } from '#packages/core'

/** How far a function reaches, as a role says it. */
export interface Reach {
  scope: ScopeKind
  orgIds: readonly string[]
}

/** Where whoever gets a function may be: in one place, anywhere below a node, or anywhere in the district. */
export type Receiving =
  | { orgId: string; orgPath: string; departmentId: string | null; departmentPath: string | null }
  | { below: string }
  | 'district'

export const isBelow = (path: string, root: string) => path === root || path.startsWith(`${root}.`)

const within: Record<ScopeKind, readonly ScopeKind[]> = {
  district: ['district', 'org-tree', 'org', 'department-tree', 'department', 'self', 'classes', 'listed-orgs'],
  'org-tree': ['org-tree', 'org', 'department-tree', 'department', 'self', 'classes'],
  org: ['org', 'department-tree', 'department', 'self', 'classes'],
  'department-tree': ['department-tree', 'department', 'self'],
  department: ['department', 'self'],
  self: ['self'],
  classes: ['classes'],
  'listed-orgs': ['listed-orgs'],
}

/** Whether one reach holds everything that another does, for the same person. */
export const contains = (wide: Reach, narrow: Reach): boolean =>
  within[wide.scope].includes(narrow.scope) &&
  (wide.scope !== 'listed-orgs' || narrow.orgIds.every((id) => wide.orgIds.includes(id)))

const holdsBelow = (scope: Scope, path: string) => scope.district || scope.orgPaths.some((root) => isBelow(path, root))

function reachesOrg(scope: Scope, receiving: Receiving): boolean {
  if (receiving === 'district') return scope.district
  if ('below' in receiving) return holdsBelow(scope, receiving.below)
  return holdsBelow(scope, receiving.orgPath) || scope.orgIds.includes(receiving.orgId)
}

function reachesDepartment(scope: Scope, kind: ScopeKind, receiving: Receiving): boolean {
  if (receiving === 'district' || 'below' in receiving || receiving.departmentPath === null) return false
  const { departmentId, departmentPath } = receiving
  if (scope.departmentPaths.some((root) => isBelow(departmentPath, root))) return true
  return kind === 'department' && scope.departmentIds.includes(departmentId ?? '')
}

/**
 * Whether somebody who holds a function this far may give it with this reach to somebody who is there. One's own rows may
 * be given by whoever holds the function at all: they are then the other's own.
 */
export function covers(
  scope: Scope,
  { scope: kind, orgIds }: Reach,
  receiving: Receiving,
  pathOf: ReadonlyMap<string, string>,
): boolean {
  switch (kind) {
    case 'district':
      return scope.district
    case 'org-tree':
      return receiving !== 'district' && 'orgPath' in receiving
        ? holdsBelow(scope, receiving.orgPath)
        : reachesOrg(scope, receiving)
    case 'org':
    case 'classes':
      return reachesOrg(scope, receiving)
    case 'department-tree':
    case 'department':
      return reachesOrg(scope, receiving) || reachesDepartment(scope, kind, receiving)
    case 'self':
      return true
    case 'listed-orgs':
      return orgIds.every((id) => scope.orgIds.includes(id) || holdsBelow(scope, pathOf.get(id) ?? ''))
  }
}
