import { dayOf, newId, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { listAllApplications, listApplicationOwners } from '#kernel/catalogue/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'

export const refusedAddressTemplate = defineTemplate({
  code: 'application.address-refused',
  kind: 'notice',
  title: '应用“{name}”从白名单之外的地址调用接口',
  body: '已拒绝来自{address}的调用。如果这是新的服务器，请登记它的地址；否则请立即更换密钥。',
})

export type RefusingCtx = Pick<RequestCtx, 'app' | 'cells' | 'now' | 'ephemeralStore' | 'client' | 'log'>

/**
 * The secret or the token is right and the address is not: a new server, or a thief. The owners are told once a day,
 * and the call is refused in any case.
 */
export async function notifyRefusedAddress(
  { app, cells, now, ephemeralStore, client, log }: RefusingCtx,
  { districtId, key }: { districtId: DistrictId; key: string },
) {
  try {
    const { count } = await ephemeralStore.count(`open-address-told:${districtId}:${key}:${dayOf(now)}`, 86_400)
    if (count > 1) return
    await inDistrict(cells, districtId, async (db) => {
      const ctx = createPlatformCtx(app, districtId, db, now)
      const application = (await listAllApplications(ctx)).find((one) => one.key === key)
      if (!application) return
      await sendMessages(ctx, refusedAddressTemplate, {
        to: await listApplicationOwners(ctx, application),
        values: { name: application.name, address: client.address },
        url: `/developer/useManagement?open=${encodeURIComponent(key)}`,
        subject: { kind: 'application-address', id: newId() },
      })
    })
  } catch (error) {
    log.warn({ error, district: districtId }, 'could not tell the owners of an application about a refused address')
  }
}
