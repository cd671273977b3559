import { findContribution, listContributions, notFound, Refusal, Ret, type Ctx, type RefusalLink } from '#packages/core'
import { guardPermissionGain } from '#kernel/org/server/api.ts'

/** What is about to happen: a change that others decide about was requested, or the membership ends, is suspended or merged. */
export type MembershipAct = 'request' | 'end' | 'suspend' | 'merge'
/** Why a membership must stay, and where that can be changed. */
export interface MembershipObstacle {
  reason: string
  link?: RefusalLink
}
type MembershipGuard = (
  ctx: Ctx,
  membershipIds: readonly string[],
  act: MembershipAct,
) => Promise<ReadonlyMap<string, string | MembershipObstacle>>

/** What a module above does when people leave. */
interface DepartureListener {
  /** A change that ends this membership was requested; another organisation decides. */
  requested: (ctx: Ctx, departure: { membershipId: string; lastDay: string; isTransfer: boolean }) => Promise<void>
  /** Such a change was refused, withdrawn or ended without a decision: the membership goes on. */
  cancelled: (ctx: Ctx, departure: { membershipId: string }) => Promise<void>
  /** Memberships ended, by an act or by date, and no other continues them. */
  ended: (ctx: Ctx, memberships: readonly EndedMembership[]) => Promise<void>
}
export interface EndedMembership {
  id: string
  personId: string
  orgId: string
}
type MembershipCopy = (ctx: Ctx, pairs: readonly { from: string; to: string }[]) => Promise<void>
type MergeGuard = (ctx: Ctx, personIds: readonly string[]) => Promise<void>
interface OutOfScopeMembership {
  id: string
  orgName: string
}
type AccountGuard = (ctx: Ctx, personId: string, far: readonly OutOfScopeMembership[]) => Promise<void>

/** A role that the caller may assign, with its purpose. */
export interface RoleChoice {
  id: string
  name: string
  about: string
}
interface RoleAssigner {
  /** The roles that the caller may assign to new members of the unit. */
  choices(ctx: Ctx, unit: { orgId: string; departmentId: string | null }): Promise<RoleChoice[]>
  /** Assigns the roles; refuses those that the caller may not assign. */
  give(ctx: Ctx, userId: string, roleIds: readonly string[]): Promise<unknown>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /**
     * Run before memberships end, are suspended or move to another organisation; return the reason for each membership
     * that must stay: 最后一名管理员. What ends by date or with its organisation is not guarded.
     */
    membershipGuards: MembershipGuard
    /** Learn of departures in the same transaction. */
    departures: DepartureListener
    /** Copy grants from an old membership to the one that continues it. */
    membershipCopies: MembershipCopy
    /** Run before two people are merged, because the result has the rights of both. */
    mergeGuards: MergeGuard
    /**
     * Run before somebody changes another person's account. They get the memberships outside the caller's scope and may
     * refuse.
     */
    accountGuards: AccountGuard
    /** Assigns roles to new members. */
    roleAssigners: RoleAssigner
  }
}

/** The memberships that must not be changed, with the reasons. */
export async function listRefusedMemberships(
  ctx: Ctx,
  membershipIds: readonly string[],
  act: MembershipAct,
): Promise<Map<string, MembershipObstacle>> {
  const refused = new Map<string, MembershipObstacle>()
  if (membershipIds.length === 0) return refused
  for (const guard of listContributions(ctx, 'membershipGuards'))
    for (const [id, obstacle] of await guard(ctx, membershipIds, act))
      refused.set(id, typeof obstacle === 'string' ? { reason: obstacle } : obstacle)
  return refused
}

/** Refuses what must not happen to a membership, with a link to where that can be changed. */
export async function requireMayLeave(ctx: Ctx, membershipId: string, act: MembershipAct) {
  const obstacle = (await listRefusedMemberships(ctx, [membershipId], act)).get(membershipId)
  if (obstacle) throw new Refusal(obstacle.reason, Ret.refused, obstacle.link ? { link: obstacle.link } : null)
}

export async function copyMembershipGrants(ctx: Ctx, pairs: readonly { from: string; to: string }[]) {
  if (pairs.length > 0) for (const copy of listContributions(ctx, 'membershipCopies')) await copy(ctx, pairs)
}

export async function guardMerge(ctx: Ctx, personIds: readonly string[]) {
  for (const guard of listContributions(ctx, 'mergeGuards')) await guard(ctx, personIds)
}

/** Wraps a change of memberships, so that callers cannot give themselves permissions that they may not assign. */
export const guardOwnGain = <T>(ctx: Ctx, personIds: readonly string[], change: () => Promise<T>): Promise<T> =>
  personIds.includes(ctx.actor.personId) ? guardPermissionGain(ctx, change) : change()

export async function guardAccount(ctx: Ctx, personId: string, far: readonly OutOfScopeMembership[]) {
  if (personId !== ctx.actor.personId)
    for (const guard of listContributions(ctx, 'accountGuards')) await guard(ctx, personId, far)
}

export const listAssignableRoles: RoleAssigner['choices'] = async (ctx, unit) =>
  (await findContribution(ctx, 'roleAssigners')?.choices(ctx, unit)) ?? []

export async function assignRoles(ctx: Ctx, userId: string, roleIds: readonly string[]) {
  if (roleIds.length === 0) return
  const roleAssigner = findContribution(ctx, 'roleAssigners')
  if (!roleAssigner) throw notFound('角色')
  await roleAssigner.give(ctx, userId, roleIds)
}
