import type { Ctx } from '#packages/core'

type Guard = <T>(ctx: Ctx, change: () => Promise<T>) => Promise<T>

const guards = new Set<Guard>()

/** A module above goes around every change of where organisations stand, or whoever asks works, and may refuse what came of it: rights go with places. */
export const offerGainGuard = (guard: Guard) => void guards.add(guard)

export const guardGain = <T>(ctx: Ctx, change: () => Promise<T>): Promise<T> =>
  [...guards].reduce<() => Promise<T>>((inner, guard) => () => guard(ctx, inner), change)()
