import { changedByOthers, orNotFound, type Ctx } from '#packages/core'
import type { ContactSetting, ContactSettingBody } from '../../contract.ts'
import {
  getChosenScopes,
  listContactSettings,
  upsertContactSetting,
  type ContactSettingRow,
} from '../own-contact-queries.ts'
import { findContactUnit } from '../contact-queries.ts'
import { formatMinutes, parseMinutes } from './quiet-hours.ts'
import { getDefaultScope } from './phone-visibility.ts'

const presentSetting = ({ personId: _, quietFrom, quietTo, ...row }: ContactSettingRow): ContactSetting => ({
  ...row,
  isDefault: false,
  quietFrom: formatMinutes(quietFrom),
  quietTo: formatMinutes(quietTo),
})

/** The caller's own setting, or the default of the district. */
export async function getContactSetting(ctx: Ctx): Promise<ContactSetting> {
  const [chosen] = await listContactSettings(ctx.db, [ctx.actor.personId])
  if (chosen) return presentSetting(chosen)
  const { path } = orNotFound(await findContactUnit(ctx.db, ctx.actor.orgId), '单位')
  const scope =
    (await getChosenScopes(ctx.db, [ctx.actor.personId])).get(ctx.actor.personId) ?? (await getDefaultScope(ctx, path))
  return { scope, parentVisible: false, quietFrom: '', quietTo: '', isDefault: true, version: 0 }
}

/** Takes effect with the next request, because nothing is cached. */
export async function saveContactSetting(
  ctx: Ctx,
  { quietFrom, quietTo, ...form }: ContactSettingBody,
): Promise<ContactSetting> {
  const row = {
    ...form,
    personId: ctx.actor.personId,
    quietFrom: parseMinutes(quietFrom),
    quietTo: parseMinutes(quietTo),
  }
  const saved = await upsertContactSetting(ctx.db, row, ctx.now)
  if (!saved) throw changedByOthers()
  return presentSetting(saved)
}
