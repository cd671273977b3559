import { listContributions, type Ctx } from '#packages/core'

type PermissionGainGuard = <T>(ctx: Ctx, change: () => Promise<T>) => Promise<T>

declare module '#packages/core/app.ts' {
  interface Contributions {
    /**
     * Wraps every change of the organisation tree or of the caller's own membership; may refuse the result, because
     * roles depend on both.
     */
    permissionGainGuards: PermissionGainGuard
  }
}

export const guardPermissionGain = <T>(ctx: Ctx, change: () => Promise<T>): Promise<T> =>
  listContributions(ctx, 'permissionGainGuards').reduce<() => Promise<T>>(
    (inner, guard) => () => guard(ctx, inner),
    change,
  )()
