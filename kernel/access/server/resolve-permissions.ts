import { dayOf, type Ctx, type Scope, emptyScope } from '#packages/core'
import { findUnitById } from '#kernel/org/server/api.ts'
import { findMembership } from '#kernel/staff/server/api.ts'
import { listAppointedPeople } from './appointments.ts'
import { listHoldersOverOrg } from './role-holding-queries.ts'
import { listGrantingRoles } from './service/load-role-definitions.ts'
import { getMembershipPermissions } from './service/effective-permissions.ts'

interface EffectivePermissions {
  permissions: Map<string, Scope>
  hiddenFields?: ReadonlySet<string>
  /** Set while the user visits another organisation. */
  homeOrgId?: string
}

/**
 * The permissions of a person at this moment, for a membership and the organisation that is used or visited. Undefined
 * if the membership is no longer the person's or the organisation is disabled. Used for sessions and for background
 * work.
 */
export async function resolvePermissions(
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
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

/** People with an account who have a permission for an organisation, each with one membership. */
export async function listPermissionHolders(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, permission: string, orgId: string) {
  const given = await listGrantingRoles(ctx, permission)
  const byRole = given.length === 0 ? [] : await listHoldersOverOrg(ctx.db, { given, orgId, day: dayOf(ctx.now) })
  const known = new Set(byRole.map(({ personId }) => personId))
  const appointed = await listAppointedPeople(ctx, permission, orgId)
  return [...byRole, ...appointed.filter(({ personId }) => !known.has(personId))]
}

interface VisitedOrg {
  id: string
  path: string
}

/**
 * Permissions while visiting: those whose scope includes the visited organisation, limited to it. Switching to the next
 * school stays possible.
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
