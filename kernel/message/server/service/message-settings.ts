import type { Ctx } from '#packages/core'
import { messageKinds, type MessageKind, type MessageSetting, type MessageSettingForm } from '../../contract.ts'
import type { ExternalChannel } from '../delivery-channels.ts'
import { getSmsPolicy } from './sms-quota.ts'
import { deleteMessageSetting, listMessageSettings, saveMessageSetting } from '../message-batch-queries.ts'

const externalChannels: readonly ExternalChannel[] = ['dingtalk', 'sms']
const kinds = Object.keys(messageKinds) as MessageKind[]

export async function getMessageSettings(ctx: Ctx): Promise<MessageSetting> {
  const [row] = await listMessageSettings(ctx.db, [ctx.actor.personId])
  const preferences = kinds.flatMap((kind) =>
    externalChannels.map((channel) => ({ kind, channel, isOn: !row?.switchedOff.includes(`${kind}:${channel}`) })),
  )
  return { preferences, isQuietAtNight: row?.isQuietAtNight ?? true, hasSms: (await getSmsPolicy(ctx)).quota > 0 }
}

export async function saveMessageSettings(ctx: Ctx, { preferences, isQuietAtNight }: MessageSettingForm) {
  const off = preferences.filter(({ isOn }) => !isOn).map(({ kind, channel }) => `${kind}:${channel}`)
  const switchedOff = [...new Set(off)].toSorted()
  const { personId } = ctx.actor
  if (switchedOff.length === 0 && isQuietAtNight) await deleteMessageSetting(ctx.db, personId)
  else await saveMessageSetting(ctx.db, { personId, switchedOff, isQuietAtNight }, ctx.now)
  return getMessageSettings(ctx)
}
