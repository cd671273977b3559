import type { Ctx } from '#packages/core'
import { listPushedSettings } from './setting-history-queries.ts'
import { findOrgById, listSchoolsBelow } from './setting-queries.ts'
import { findSettingType } from './setting-types.ts'

/** The title of a type, for notifications. */
export const getSettingTitle = (ctx: Pick<Ctx, 'app'>, type: string) => findSettingType(ctx, type)?.title ?? type

/** The ids of the schools that a `settingPushed` event affects. */
export async function listAffectedSchools(
  ctx: Pick<Ctx, 'db'>,
  { pushId, orgId }: { pushId?: string | undefined; orgId?: string | undefined },
): Promise<string[]> {
  if (pushId) return (await listPushedSettings(ctx.db, pushId)).map((school) => school.orgId)
  const above = orgId ? await findOrgById(ctx.db, orgId) : undefined
  return above ? (await listSchoolsBelow(ctx.db, above.path)).map(({ id }) => id) : []
}
