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

/** Who may see my number. */
export async function getContactSetting(ctx: Ctx): Promise<ContactSetting> {
  const [chosen] = await listContactSettings(ctx.db, [ctx.actor.personId])
  if (chosen) return presentSetting(chosen)
  const { path } = orNotFound(await findContactUnit(ctx.db, ctx.actor.orgId), '单位')
  const scope =
    (await getChosenScopes(ctx.db, [ctx.actor.personId])).get(ctx.actor.personId) ?? (await getDefaultScope(ctx, path))
  return { scope, parentVisible: false, quietFrom: '', quietTo: '', isDefault: true, version: 0 }
}

/** From the next question on nobody gets more than this: nothing of it is remembered anywhere. */
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
