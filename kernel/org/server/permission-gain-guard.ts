import type { Ctx } from '#packages/core'

type PermissionGainGuard = <T>(ctx: Ctx, change: () => Promise<T>) => Promise<T>

const guards = new Set<PermissionGainGuard>()

/** A module above goes around every change of where organisations stand, or whoever asks works, and may refuse what came of it: rights go with places. */
export const offerGainGuard = (guard: PermissionGainGuard) => void guards.add(guard)

export const guardPermissionGain = <T>(ctx: Ctx, change: () => Promise<T>): Promise<T> =>
  [...guards].reduce<() => Promise<T>>((inner, guard) => () => guard(ctx, inner), change)()
