import { dayOf, type Ctx, type Scope, emptyScope } from '#packages/core'
import { findUnitById } from '#kernel/org/server'
import { findMembership } from '#kernel/staff/server'
import { listHoldersOverOrg } from './role-holding-queries.ts'
import { listGrantingRoles } from './service/load-role-definitions.ts'
import { getMembershipPermissions } from './service/effective-permissions.ts'

interface EffectivePermissions {
  permissions: Map<string, Scope>
  hiddenFields?: ReadonlySet<string>
  /** While one visits another organisation. */
  homeOrgId?: string
}

/**
 * What somebody may do at this moment, in a place and in the organisation she is in or visits. Nothing when the place is
 * no longer hers, or the organisation is closed: for whoever comes in, and for work that goes on without her.
 */
export async function resolvePermissions(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { personId, userId, orgId }: { personId: string; userId: string; orgId: string },
): Promise<EffectivePermissions | undefined> {
  const membership = await findMembership(ctx, userId)
  if (membership?.personId !== personId) return undefined
  const { permissions, hiddenFields } = await getMembershipPermissions(ctx, membership)
  const hiding = hiddenFields.size > 0 ? { hiddenFields } : {}
  if (orgId === membership.orgId) return { permissions, ...hiding }
  const visited = await findUnitById(ctx, orgId)
  return visited && { homeOrgId: membership.orgId, permissions: limitToVisitedOrg(permissions, visited), ...hiding }
}

/** The people who may do something over an organisation and can sign in, each with a place of theirs. */
export async function listPermissionHolders(ctx: Pick<Ctx, 'db' | 'now'>, permission: string, orgId: string) {
  const given = await listGrantingRoles(ctx, permission)
  return given.length === 0 ? [] : listHoldersOverOrg(ctx.db, { given, orgId, day: dayOf(ctx.now) })
}

interface VisitedOrg {
  id: string
  path: string
}

/**
 * What somebody may do while visiting: the same as at home, as far as it reaches the organisation that is visited, and
 * there only. Going on to the next school stays possible.
 */
export function limitToVisitedOrg(permissions: ReadonlyMap<string, Scope>, visited: VisitedOrg): Map<string, Scope> {
  return new Map(
    [...permissions].flatMap(([permission, scope]): [string, Scope][] => {
      if (permission === 'org.visit') return [[permission, scope]]
      if (coversVisitedOrg(scope, visited)) return [[permission, { ...emptyScope, orgPaths: [visited.path] }]]
      return scope.orgIds.includes(visited.id) ? [[permission, { ...emptyScope, orgIds: [visited.id] }]] : []
    }),
  )
}

const coversVisitedOrg = (scope: Scope, { path }: VisitedOrg) =>
  scope.district || scope.orgPaths.some((above) => path === above || path.startsWith(`${above}.`))
