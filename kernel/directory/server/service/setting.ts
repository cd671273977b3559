import { changedByOthers, found, type Ctx } from '#packages/core'
import type { ContactSetting, SettingForm } from '../../contract.ts'
import { chosenScopes, settingsOf, storeSetting, type SettingRow } from '../own-queries.ts'
import { nodeById } from '../queries.ts'
import { clockOf, minutesOf } from './clock.ts'
import { usualScope } from './usual-scope.ts'

const present = ({ personId: _, quietFrom, quietTo, ...row }: SettingRow): ContactSetting => ({
  ...row,
  isDefault: false,
  quietFrom: clockOf(quietFrom),
  quietTo: clockOf(quietTo),
})

/** Who may see my number. */
export async function readSetting(ctx: Ctx): Promise<ContactSetting> {
  const [chosen] = await settingsOf(ctx.db, [ctx.actor.personId])
  if (chosen) return present(chosen)
  const { path } = found(await nodeById(ctx.db, ctx.actor.orgId), '单位')
  const scope =
    (await chosenScopes(ctx.db, [ctx.actor.personId])).get(ctx.actor.personId) ?? (await usualScope(ctx, path))
  return { scope, parentVisible: false, quietFrom: '', quietTo: '', isDefault: true, version: 0 }
}

/** From the next question on nobody gets more than this: nothing of it is remembered anywhere. */
export async function saveSetting(ctx: Ctx, { quietFrom, quietTo, ...form }: SettingForm): Promise<ContactSetting> {
  const row = { ...form, personId: ctx.actor.personId, quietFrom: minutesOf(quietFrom), quietTo: minutesOf(quietTo) }
  const kept = await storeSetting(ctx.db, row, ctx.now)
  if (!kept) throw changedByOthers()
  return present(kept)
}
