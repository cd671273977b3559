import type { RoleTemplate } from '#packages/contract'
import { dayOf, Refusal, type Ctx } from '#packages/core'
import { findLastAdministrators } from '../appoint-administrators.ts'
import { getRolePermissions, getBaseTemplate } from '../role-definitions.ts'
import { listDuties } from '../role-grant-queries.ts'
import type { MembershipRow } from '../member-queries.ts'
import { isSeparateDuty } from '../policy.ts'
import type { RoleRow } from '../role-queries.ts'
import { lastAdministratorMessage, refuseUnassignable } from '../service/role-members.ts'
import { loadRoleDefinitions, type LoadedRoleDefinitions } from '../service/load-role-definitions.ts'
import { administratorTemplates, twoDutiesMessage } from '../service/separate-duties.ts'
import { ownPermissionMessage } from '../service/own-permission-guards.ts'

/** A role that a person is to have between two days. */
export interface PlannedGrant {
  role: RoleRow
  membership: MembershipRow
  from: string | null
  to: string | null
  /** The person has the role by name, now or from a later day. */
  isHeld: boolean
}

const isOwnMembership = ({ actor }: Ctx, { membership }: Pick<PlannedGrant, 'membership'>) =>
  membership.personId === actor.personId

/**
 * Finds for each row the reason why the grant would be refused, so that the import check can show it. Applying the rows
 * checks the same again.
 */
export async function findObstacles(ctx: Ctx, grants: readonly PlannedGrant[]): Promise<Map<PlannedGrant, string>> {
  if (grants.length === 0) return new Map()
  const definitions = await loadRoleDefinitions(ctx, [...new Set(grants.map(({ role }) => role.id))])
  return new Map([
    ...(await findEndedAdministrators(ctx, grants)),
    ...grants.flatMap((grant) =>
      endsOwnPermission(ctx, grant, definitions) ? [[grant, ownPermissionMessage] as const] : [],
    ),
    ...(await findTwoDuties(ctx, grants, definitions)),
    ...(await findUnassignable(ctx, grants, definitions)),
  ])
}

/** Checks equal grants once: the result depends on the role, the department, and whether it is the caller's own. */
async function findUnassignable(ctx: Ctx, grants: readonly PlannedGrant[], definitions: LoadedRoleDefinitions) {
  const obstacles = new Map<PlannedGrant, string>()
  const alike = Map.groupBy(grants, (grant) =>
    [grant.role.id, grant.membership.orgId, grant.membership.departmentId, isOwnMembership(ctx, grant)].join(),
  )
  for (const some of alike.values()) {
    const { role, membership } = some[0]!
    const message = await catchRefusal(() => refuseUnassignable(ctx, role, [membership], definitions))
    if (message !== undefined) for (const grant of some) obstacles.set(grant, message)
  }
  return obstacles
}

async function catchRefusal(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Finds people who would get two separate duties; one of the two may be in an earlier row. */
async function findTwoDuties(ctx: Ctx, grants: readonly PlannedGrant[], definitions: LoadedRoleDefinitions) {
  const obstacles = new Map<PlannedGrant, string>()
  const known = new Map<string, Set<RoleTemplate>>()
  for (const grant of grants) {
    const duty = getBaseTemplate(definitions, grant.role.id)
    if (duty === null || !isSeparateDuty(duty)) continue
    const { personId } = grant.membership
    const held = known.get(personId) ?? new Set(await listDuties(ctx.db, [personId], dayOf(ctx.now)))
    known.set(personId, held)
    if ([...held].some((other) => other !== duty)) obstacles.set(grant, twoDutiesMessage)
    else held.add(duty)
  }
  return obstacles
}

/** Finds administrators whose role would begin later or end on a day. */
async function findEndedAdministrators(ctx: Ctx, grants: readonly PlannedGrant[]) {
  const day = dayOf(ctx.now)
  const ending = grants.filter(({ from, to, isHeld }) => isHeld && (to !== null || (from !== null && from > day)))
  return findLastHolders(ctx, ending)
}

/** Of those who lose a role, the last holders where one holder is required. */
export async function findLastHolders<Losing extends Pick<PlannedGrant, 'role' | 'membership'>>(
  ctx: Ctx,
  losing: readonly Losing[],
) {
  const obstacles = new Map<Losing, string>()
  for (const [template, some] of Map.groupBy(losing, ({ role }) => role.template)) {
    if (template === null || !administratorTemplates.includes(template)) continue
    const ids = some.map(({ membership }) => membership.userId)
    const refused = await findLastAdministrators(ctx, ids, template)
    for (const one of some) if (refused.has(one.membership.userId)) obstacles.set(one, lastAdministratorMessage)
  }
  return obstacles
}

function endsOwnPermission(ctx: Ctx, grant: PlannedGrant, definitions: LoadedRoleDefinitions): boolean {
  const isLater = grant.from !== null && grant.from > dayOf(ctx.now)
  return (
    grant.isHeld &&
    isLater &&
    isOwnMembership(ctx, grant) &&
    getRolePermissions(definitions, grant.role.id).has('role.edit')
  )
}

/** Finds roles of the caller that include managing roles: undoing an import must not revoke them. */
export async function findOwnLosses<Losing extends Pick<PlannedGrant, 'role' | 'membership'>>(
  ctx: Ctx,
  losing: readonly Losing[],
) {
  const own = losing.filter((one) => isOwnMembership(ctx, one))
  if (own.length === 0) return new Map<Losing, string>()
  const definitions = await loadRoleDefinitions(
    ctx,
    own.map(({ role }) => role.id),
  )
  const deciding = own.filter(({ role }) => getRolePermissions(definitions, role.id).has('role.edit'))
  return new Map(deciding.map((one) => [one, ownPermissionMessage]))
}
