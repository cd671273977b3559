import type { Ctx } from '#packages/core'

type Guard = <T>(ctx: Ctx, change: () => Promise<T>) => Promise<T>

const guards = new Set<Guard>()

/** A module above goes around every change of where organisations stand, and may refuse what came of it: rights go with places. */
export const offerTreeGuard = (guard: Guard) => void guards.add(guard)

export const guardTree = <T>(ctx: Ctx, change: () => Promise<T>): Promise<T> =>
  [...guards].reduce<() => Promise<T>>((inner, guard) => () => guard(ctx, inner), change)()
