import { notFound, type Ctx } from '#packages/core'
import { guardPermissionGain } from '#kernel/org/server'

type MembershipGuard = (ctx: Ctx, membershipIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
type MembershipCopy = (ctx: Ctx, pairs: readonly { from: string; to: string }[]) => Promise<void>
type MergeGuard = (ctx: Ctx, personIds: readonly string[]) => Promise<void>
interface OutOfScopeMembership {
  id: string
  orgName: string
}
type AccountGuard = (ctx: Ctx, personId: string, far: readonly OutOfScopeMembership[]) => Promise<void>

/** A role that the caller may give, and what it is for. */
export interface RoleChoice {
  id: string
  name: string
  about: string
}
interface RoleAssigner {
  /** Those that the caller may give to whoever begins there. */
  choices(ctx: Ctx, unit: { orgId: string; departmentId: string | null }): Promise<RoleChoice[]>
  /** Gives them, or refuses what is not hers to give. */
  give(ctx: Ctx, userId: string, roleIds: readonly string[]): Promise<unknown>
}

const guards = new Set<MembershipGuard>()
const copies = new Set<MembershipCopy>()
const mergeGuards = new Set<MergeGuard>()
const accountGuards = new Set<AccountGuard>()

/**
 * A module above is asked before places end, are suspended or go to another organisation. It answers for each place that
 * must not why: 最后一名管理员.
 */
export const offerPlaceGuard = (guard: MembershipGuard) => void guards.add(guard)

/** A module above is told when somebody goes on in another place as what he or she was in the one before. */
export const offerPlaceCopy = (copy: MembershipCopy) => void copies.add(copy)

/** Which of these places must stay as they are, and why. */
export async function listRefusedMemberships(ctx: Ctx, membershipIds: readonly string[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  if (membershipIds.length === 0) return refused
  for (const guard of guards) for (const [id, reason] of await guard(ctx, membershipIds)) refused.set(id, reason)
  return refused
}

export async function copyMembershipGrants(ctx: Ctx, pairs: readonly { from: string; to: string }[]) {
  if (pairs.length > 0) for (const copy of copies) await copy(ctx, pairs)
}

/** A module above is asked before two persons become one, who then is everything that both were. It may refuse. */
export const offerMergeGuard = (guard: MergeGuard) => void mergeGuards.add(guard)

export async function guardMerge(ctx: Ctx, personIds: readonly string[]) {
  for (const guard of mergeGuards) await guard(ctx, personIds)
}

/** Changes places of these people; whoever does it does not gain by it what is not hers to give. */
export const guardOwnGain = <T>(ctx: Ctx, personIds: readonly string[], change: () => Promise<T>): Promise<T> =>
  personIds.includes(ctx.actor.personId) ? guardPermissionGain(ctx, change) : change()

/**
 * A module above is asked before somebody else decides how a person signs in, or as whom. It is told the places that are
 * not within reach of whoever does it, and may refuse.
 */
export const offerAccountGuard = (guard: AccountGuard) => void accountGuards.add(guard)

export async function guardAccount(ctx: Ctx, personId: string, far: readonly OutOfScopeMembership[]) {
  if (personId !== ctx.actor.personId) for (const guard of accountGuards) await guard(ctx, personId, far)
}

let roleAssigner: RoleAssigner | undefined

/** Roles are kept by a module above: it says at start-up how somebody new gets hers. */
export const offerRoleGiving = (offered: RoleAssigner) => void (roleAssigner = offered)

export const listAssignableRoles: RoleAssigner['choices'] = async (ctx, unit) =>
  (await roleAssigner?.choices(ctx, unit)) ?? []

export async function assignRoles(ctx: Ctx, userId: string, roleIds: readonly string[]) {
  if (roleIds.length === 0) return
  if (!roleAssigner) throw notFound('角色')
  await roleAssigner.give(ctx, userId, roleIds)
}
