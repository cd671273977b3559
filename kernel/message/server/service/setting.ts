import type { Ctx } from '#packages/core'
import { messageKinds, type MessageKind, type MessageSetting, type MessageSettingForm } from '../../contract.ts'
import type { OutsideChannel } from '../channels.ts'
import { smsPolicy } from './quota.ts'
import { dropSetting, settingsOf, storeSetting } from '../queries.ts'

const outside: readonly OutsideChannel[] = ['dingtalk', 'sms']
const kinds = Object.keys(messageKinds) as MessageKind[]

export async function readSettings(ctx: Ctx): Promise<MessageSetting> {
  const [row] = await settingsOf(ctx.db, [ctx.actor.personId])
  const preferences = kinds.flatMap((kind) =>
    outside.map((channel) => ({ kind, channel, isOn: !row?.switchedOff.includes(`${kind}:${channel}`) })),
  )
  return { preferences, isQuietAtNight: row?.isQuietAtNight ?? true, hasSms: (await smsPolicy(ctx)).quota > 0 }
}

export async function saveSettings(ctx: Ctx, { preferences, isQuietAtNight }: MessageSettingForm) {
  const off = preferences.filter(({ isOn }) => !isOn).map(({ kind, channel }) => `${kind}:${channel}`)
  const switchedOff = [...new Set(off)].toSorted()
  const { personId } = ctx.actor
  if (switchedOff.length === 0 && isQuietAtNight) await dropSetting(ctx.db, personId)
  else await storeSetting(ctx.db, { personId, switchedOff, isQuietAtNight }, ctx.now)
  return readSettings(ctx)
}
