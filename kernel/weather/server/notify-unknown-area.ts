import { dayOf, newId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { defineTemplate, listAdministratorsToNotify, sendMessages } from '#kernel/message/server/api.ts'
import { findAreaName } from '#kernel/org/server/api.ts'
import type { WeatherCtx } from './weather-ctx.ts'

export const unknownAreaTemplate = defineTemplate({
  code: 'weather.unknown-area',
  kind: 'notice',
  title: '行政区划“{area}”没有天气',
  body: '天气服务不认识这个行政区划，相关单位不显示天气。请核对组织机构的行政区划。',
})

/** Tells the administrators of the district once a day. */
export async function notifyUnknownArea({ app, actor, cells, now, ephemeralStore }: WeatherCtx, area: string) {
  const { districtId } = actor!
  const { count } = await ephemeralStore.count(`weather-told:${districtId}:${area}:${dayOf(now)}`, 86_400)
  if (count > 1) return
  await inDistrict(cells, districtId, async (db) => {
    const ctx = createPlatformCtx(app, districtId, db, now)
    await sendMessages(ctx, unknownAreaTemplate, {
      to: await listAdministratorsToNotify(ctx, null),
      values: { area: `${findAreaName(area) ?? ''}${area}` },
      url: '/baseData/Orgs',
      subject: { kind: 'weather-area', id: newId() },
    })
  })
}
