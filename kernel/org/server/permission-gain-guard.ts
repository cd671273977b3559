import type { Ctx } from '#packages/core'

type PermissionGainGuard = <T>(ctx: Ctx, change: () => Promise<T>) => Promise<T>

const guards = new Set<PermissionGainGuard>()

/**
 * Wraps every change of the organisation tree or of the caller's own membership; may refuse the result, because roles
 * depend on both.
 */
export const offerGainGuard = (guard: PermissionGainGuard) => void guards.add(guard)

export const guardPermissionGain = <T>(ctx: Ctx, change: () => Promise<T>): Promise<T> =>
  [...guards].reduce<() => Promise<T>>((inner, guard) => () => guard(ctx, inner), change)()
