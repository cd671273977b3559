import type { Ctx } from '#packages/core'
import { askRouteGuards } from '#packages/http'

/**
 * A list is exported and imported through the routes of this module, so the guards are asked for the module to which
 * the permission of the list belongs: a closed application gives and takes no data.
 */
export async function refuseClosedModule(ctx: Pick<Ctx, 'app' | 'actor' | 'db' | 'now'>, permission: string) {
  const owner = ctx.app.manifests.find(({ permissions }) => Object.hasOwn(permissions, permission))
  if (owner) await askRouteGuards(ctx, { module: owner.key })
}
