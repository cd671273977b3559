import { Refusal, type Ctx } from '#packages/core'
import { findPlace } from '#kernel/staff/server'
import { permissionsOf } from './reasons.ts'

export const ownPower = '不能取消自己的权限管理权限'

/** Does what changes rights, and refuses it if whoever does it could not go on with it afterwards. */
export async function keepingOwnPower<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  const had = await decidesAboutRoles(ctx)
  const done = await change()
  if (had && !(await decidesAboutRoles(ctx))) throw new Refusal(ownPower)
  return done
}

async function decidesAboutRoles(ctx: Ctx): Promise<boolean> {
  // What goes on without her, as a file that is brought in, is hers as well.
  if (ctx.actor.kind !== 'staff' && ctx.actor.kind !== 'job') return false
  const place = await findPlace(ctx, ctx.actor.userId)
  return place !== undefined && (await permissionsOf(ctx, place)).permissions.has('role.edit')
}
