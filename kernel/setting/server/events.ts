import type { Ctx } from '#packages/core'
import { pushedIn } from './history-queries.ts'
import { nodeById, schoolsBelow } from './queries.ts'
import { typeNamed } from './registry.ts'

/** A setting that concerns safety was changed: { orgId, type }. */
export const settingChanged = 'setting.security-changed'
/** Something was handed down to schools, { pushId, type }, or fixed for all that stand below: { orgId, type }. */
export const settingPushed = 'setting.pushed'

/** What people call this type, for whoever tells them of it. */
export const settingTitle = (type: string) => typeNamed(type)?.title ?? type

/** The schools that such an event is about, as ids. */
export async function schoolsTold(
  ctx: Pick<Ctx, 'db'>,
  about: { pushId?: unknown; orgId?: unknown },
): Promise<string[]> {
  if (typeof about.pushId === 'string') return (await pushedIn(ctx.db, about.pushId)).map(({ orgId }) => orgId)
  const above = typeof about.orgId === 'string' ? await nodeById(ctx.db, about.orgId) : undefined
  return above ? (await schoolsBelow(ctx.db, above.path)).map(({ id }) => id) : []
}
