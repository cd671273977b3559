import type { DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { recordIdentityChange } from '#kernel/audit/server/api.ts'
import { bindWorkplace, findPersonOfAccount, updateWorkplaceBinding } from '#kernel/identity/server/api.ts'
import { createPersonCtx } from './revoke-sessions.ts'
import { notifyBySms } from './sms-notifications.ts'

interface WorkplaceUser {
  corpId: string
  unionId: string
}

/** Binds a proved account to a proved DingTalk user, and notifies its owner. */
export async function bindWorkplaceUser(
  ctx: RequestCtx,
  districtId: DistrictId,
  accountId: string,
  { corpId, unionId }: WorkplaceUser,
) {
  await bindWorkplace(ctx.cells, accountId, corpId, unionId)
  const person = await inDistrict(ctx.cells, districtId, async (db) => {
    const found = await findPersonOfAccount({ db, districtId }, accountId)
    if (!found) return undefined
    const inside = createPersonCtx(ctx, db, districtId, accountId, found.id)
    await updateWorkplaceBinding(inside, found.id, { corpId, unionId })
    await recordIdentityChange(inside, 'bound', ctx.client.address)
    return found
  })
  if (!person?.phone) return
  const what = person.isBound ? '改绑新的钉钉账号' : '绑定钉钉账号'
  notifyBySms(ctx, districtId, person.phone, `您的账号已${what}。如非本人操作，请立即修改密码并联系管理员。`)
}
