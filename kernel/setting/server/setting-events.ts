import type { Ctx } from '#packages/core'
import { listPushedSettings } from './setting-history-queries.ts'
import { findOrgById, listSchoolsBelow } from './setting-queries.ts'
import { findSettingType } from './setting-registry.ts'

/** A security setting was changed: { orgId, type }. */
export const settingChanged = 'setting.security-changed'
/** A setting was pushed to schools, { pushId, type }, or locked for all below: { orgId, type }. */
export const settingPushed = 'setting.pushed'

/** The title of a type, for notifications. */
export const getSettingTitle = (type: string) => findSettingType(type)?.title ?? type

/** The ids of the schools that such an event affects. */
export async function listAffectedSchools(
  ctx: Pick<Ctx, 'db'>,
  about: { pushId?: unknown; orgId?: unknown },
): Promise<string[]> {
  if (typeof about.pushId === 'string')
    return (await listPushedSettings(ctx.db, about.pushId)).map(({ orgId }) => orgId)
  const above = typeof about.orgId === 'string' ? await findOrgById(ctx.db, about.orgId) : undefined
  return above ? (await listSchoolsBelow(ctx.db, above.path)).map(({ id }) => id) : []
}
