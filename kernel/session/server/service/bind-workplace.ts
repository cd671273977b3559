import type { Route } from '#packages/contract'
import { Refusal, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordIdentityChange, recordOperation } from '#kernel/audit/server/api.ts'
import {
  bindWorkplace,
  findPersonOfAccount,
  getPerson,
  unbindWorkplace,
  updateWorkplaceBinding,
} from '#kernel/identity/server/api.ts'
import { notifyBySms } from '#kernel/message/server/api.ts'
import { createPersonCtx, enqueueSessionRevocation, revokeSessionsEverywhere } from './revoke-sessions.ts'

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
    await recordIdentityChange(inside, 'bound')
    return found
  })
  if (!person?.phone) return
  const what = person.isBound ? '改绑新的钉钉账号' : '绑定钉钉账号'
  notifyBySms(ctx, districtId, person.phone, `您的账号已${what}。如非本人操作，请立即修改密码并联系管理员。`)
}

/** Removes the binding and ends the sessions of the account. */
export async function unbindWorkplaceUser(ctx: RequestCtx, route: Pick<Route, 'path' | 'title'>) {
  const { accountId, districtId: district, personId } = ctx.actor!
  const self = await inOwnDistrict(ctx, ({ db }) => getPerson({ db, districtId: district }, personId))
  if (!self?.isBound) throw new Refusal('尚未绑定钉钉账号')
  const ending = { accountId, by: 'unbound' } as const
  await enqueueSessionRevocation(ctx, district, ending)
  await unbindWorkplace(ctx.cells, accountId)
  await inOwnDistrict(ctx, async (own) => {
    await updateWorkplaceBinding(own, personId, null)
    await recordOperation(own, { route: route.path, title: route.title, objectIds: [personId] })
  })
  await revokeSessionsEverywhere(ctx, { ...ending, change: 'unbound' })
  return null
}
