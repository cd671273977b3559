import { notFound, type Ctx } from '#packages/core'
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

const guards = new Set<MembershipGuard>()
const copies = new Set<MembershipCopy>()
const mergeGuards = new Set<MergeGuard>()
const accountGuards = new Set<AccountGuard>()

/**
 * Registers a check of a higher module that runs before memberships end, are suspended or move to another organisation.
 * It returns the reason for each membership that must stay: 最后一名管理员.
 */
export const offerPlaceGuard = (guard: MembershipGuard) => void guards.add(guard)

/** Registers a copy of grants from an old membership to the one that continues it. */
export const offerPlaceCopy = (copy: MembershipCopy) => void copies.add(copy)

/** The memberships that must not be changed, with the reasons. */
export async function listRefusedMemberships(ctx: Ctx, membershipIds: readonly string[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  if (membershipIds.length === 0) return refused
  for (const guard of guards) for (const [id, reason] of await guard(ctx, membershipIds)) refused.set(id, reason)
  return refused
}

export async function copyMembershipGrants(ctx: Ctx, pairs: readonly { from: string; to: string }[]) {
  if (pairs.length > 0) for (const copy of copies) await copy(ctx, pairs)
}

/** Registers a check of a higher module before two people are merged, because the result has the rights of both. */
export const offerMergeGuard = (guard: MergeGuard) => void mergeGuards.add(guard)

export async function guardMerge(ctx: Ctx, personIds: readonly string[]) {
  for (const guard of mergeGuards) await guard(ctx, personIds)
}

/** Wraps a change of memberships, so that callers cannot give themselves permissions that they may not assign. */
export const guardOwnGain = <T>(ctx: Ctx, personIds: readonly string[], change: () => Promise<T>): Promise<T> =>
  personIds.includes(ctx.actor.personId) ? guardPermissionGain(ctx, change) : change()

/**
 * Registers a check of a higher module before somebody changes another person's account. It gets the memberships
 * outside the caller's scope and may refuse.
 */
export const offerAccountGuard = (guard: AccountGuard) => void accountGuards.add(guard)

export async function guardAccount(ctx: Ctx, personId: string, far: readonly OutOfScopeMembership[]) {
  if (personId !== ctx.actor.personId) for (const guard of accountGuards) await guard(ctx, personId, far)
}

let roleAssigner: RoleAssigner | undefined

/** Roles are in a higher module, which registers their assignment at start-up. */
export const offerRoleGiving = (offered: RoleAssigner) => void (roleAssigner = offered)

export const listAssignableRoles: RoleAssigner['choices'] = async (ctx, unit) =>
  (await roleAssigner?.choices(ctx, unit)) ?? []

export async function assignRoles(ctx: Ctx, userId: string, roleIds: readonly string[]) {
  if (roleIds.length === 0) return
  if (!roleAssigner) throw notFound('角色')
  await roleAssigner.give(ctx, userId, roleIds)
}
