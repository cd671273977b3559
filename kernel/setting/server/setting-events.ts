import type { Ctx } from '#packages/core'
import { listPushedSettings } from './setting-history-queries.ts'
import { findOrgById, listSchoolsBelow } from './setting-queries.ts'
import { findSettingType } from './setting-registry.ts'

/** A setting that concerns safety was changed: { orgId, type }. */
export const settingChanged = 'setting.security-changed'
/** Something was handed down to schools, { pushId, type }, or fixed for all that stand below: { orgId, type }. */
export const settingPushed = 'setting.pushed'

/** What people call this type, for whoever tells them of it. */
export const getSettingTitle = (type: string) => findSettingType(type)?.title ?? type

/** The schools that such an event is about, as ids. */
export async function listAffectedSchools(
  ctx: Pick<Ctx, 'db'>,
  about: { pushId?: unknown; orgId?: unknown },
): Promise<string[]> {
  if (typeof about.pushId === 'string')
    return (await listPushedSettings(ctx.db, about.pushId)).map(({ orgId }) => orgId)
  const above = typeof about.orgId === 'string' ? await findOrgById(ctx.db, about.orgId) : undefined
  return above ? (await listSchoolsBelow(ctx.db, above.path)).map(({ id }) => id) : []
}
