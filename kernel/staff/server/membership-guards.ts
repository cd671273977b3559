import { findContribution, listContributions, notFound, type Ctx } from '#packages/core'
import { guardPermissionGain } from '#kernel/org/server/api.ts'

type MembershipGuard = (ctx: Ctx, membershipIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
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
     * that must stay: 最后一名管理员.
     */
    membershipGuards: MembershipGuard
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
export async function listRefusedMemberships(ctx: Ctx, membershipIds: readonly string[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  if (membershipIds.length === 0) return refused
  for (const guard of listContributions(ctx, 'membershipGuards'))
    for (const [id, reason] of await guard(ctx, membershipIds)) refused.set(id, reason)
  return refused
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
