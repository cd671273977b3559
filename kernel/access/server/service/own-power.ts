import { Refusal, type Ctx } from '#packages/core'
import { findPlace } from '#kernel/staff/server'
import { permissionsOf } from './reasons.ts'

/** Does what changes rights, and refuses it if whoever does it could not go on with it afterwards. */
export async function keepingOwnPower<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  const had = await decidesAboutRoles(ctx)
  const done = await change()
  if (had && !(await decidesAboutRoles(ctx))) throw new Refusal('不能取消自己的权限管理权限')
  return done
}

async function decidesAboutRoles(ctx: Ctx): Promise<boolean> {
  if (ctx.actor.kind !== 'staff') return false
  const place = await findPlace(ctx, ctx.actor.userId)
  return place !== undefined && (await permissionsOf(ctx, place)).permissions.has('role.edit')
}
