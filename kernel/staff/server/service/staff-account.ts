import { forbidden, orNotFound, Refusal, scopeOf, tooMany, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import type { BodyOf, Route } from '#packages/contract'
import { recordIdentityChange, recordOperation, recordReveal, countRevealsSince } from '#kernel/audit/server/api.ts'
import {
  changePassword,
  deleteAllFactors,
  endSessionsOfAccount,
  lockPeople,
  maskPhone,
  decryptNumbers,
  getPhones,
  prepareSessionEnding,
  getFactors,
  refuseSharedAccount,
  notifyOwner,
} from '#kernel/identity/server/api.ts'
import { notifyByAdministrator } from '#kernel/message/server/api.ts'
import { staffApi, userFields } from '../../contract.ts'
import { listHiddenKeys } from '../hidden-fields.ts'
import { getChannelObstacle, sendInvitation } from '../invitation-channels.ts'
import { decryptCard, decryptFacts } from '../private-facts.ts'
import { findUser } from '../user-queries.ts'
import { generatePassword } from './generate-password.ts'
import { getFieldCipher, getMoment } from './staff-presentation.ts'
import { isOpenOn, requireInCharge } from './staff-scope.ts'

/**
 * Sets a temporary password. Needs the permission at the person's main employer: otherwise a school could take over the
 * account of a district administrator who also teaches there.
 */
export async function resetPassword(ctx: RequestCtx, id: string) {
  const { accountId, phone } = await inOwnDistrict(ctx, (own) => getAccountWithPhone(own, id), { readOnly: true })
  const password = await setNewPassword(ctx, id, accountId, staffApi.resetPassword)
  if (phone) notifyByAdministrator(ctx, ctx.actor!.districtId, phone, '重置了您的登录密码')
  return { password }
}

/** The same, but the password is only sent to the mobile on file. */
export async function resetPasswordBySms(ctx: RequestCtx, id: string) {
  const { accountId, name, phone } = await inOwnDistrict(
    ctx,
    async (own) => {
      const subject = await getAccountWithPhone(own, id)
      const obstacle = await getChannelObstacle(own, 'sms')
      if (obstacle) throw new Refusal(obstacle)
      return subject
    },
    { readOnly: true },
  )
  if (!phone) throw new Refusal('没有登记手机号，请改为显示新密码')
  const password = await setNewPassword(ctx, id, accountId, staffApi.resetPasswordBySms)
  const reason = await sendInvitation(ctx, 'sms', { phone, name, password })
  if (reason) throw new Refusal(`密码已重置，但短信未发出（${reason}），请改为显示新密码`)
  return { sentTo: maskPhone(phone) }
}

async function setNewPassword(
  ctx: RequestCtx,
  id: string,
  accountId: string,
  { path, title }: Pick<Route, 'path' | 'title'>,
) {
  await refuseSharedAccount(ctx.cells, accountId)
  await inOwnDistrict(ctx, async (own) => {
    const subject = await getAccountToReset(own, id)
    // Logged before the reset: an unlogged reset would be worse than a log entry of a failed one.
    await recordIdentityChange(own, 'password-reset', subject)
    await recordOperation(own, { route: path, title, objectIds: [id] })
    await prepareSessionEnding(own, accountId, 'password')
  })
  const password = generatePassword()
  await changePassword(ctx.cells, accountId, password, { mustChange: true })
  await inOwnDistrict(ctx, (own) => endSessionsOfAccount(own, accountId, 'password'))
  return password
}

/** The account, if all memberships of the person are in the caller's scope. */
async function getAccountToReset(ctx: Ctx, id: string) {
  const { accountId, personId, name } = await getResettableUser(ctx, id)
  if (!accountId) throw new Refusal('该人员尚未开通账号，请发送邀请')
  return { personId, accountId, name }
}

async function getAccountWithPhone(ctx: Ctx, id: string) {
  const subject = await getAccountToReset(ctx, id)
  const phones = await getPhones({ db: ctx.db, districtId: ctx.actor.districtId }, [subject.personId])
  return { ...subject, phone: phones.get(subject.personId) }
}

async function getResettableUser(ctx: Ctx, id: string) {
  const row = orNotFound(await findUser(ctx.db, scopeOf(ctx, 'user.reset'), id, getMoment(ctx)), '人员')
  await requireInCharge(ctx, 'user.reset', row.personId)
  return row
}

/**
 * Removes second factors of a person who lost the phone. Never the caller's own: a stolen session must not remove the
 * protection of the account.
 */
export async function resetFactors(ctx: RequestCtx, id: string) {
  const { accountId, personId } = await inOwnDistrict(ctx, (own) => getAccountToReset(own, id), { readOnly: true })
  if (personId === ctx.actor!.personId) throw new Refusal('不能重置自己的登录验证方式，请由其他管理员处理')
  await refuseSharedAccount(ctx.cells, accountId)
  const { totpSince, passkeys } = await getFactors(ctx.cells, accountId)
  if (!totpSince && passkeys.length === 0) throw new Refusal('该人员没有添加动态口令或通行密钥')
  await inOwnDistrict(ctx, async (own) => {
    await recordIdentityChange(own, 'factors-reset', await getAccountToReset(own, id))
    const { path, title } = staffApi.resetFactors
    await recordOperation(own, { route: path, title, objectIds: [id] })
  })
  await deleteAllFactors(ctx.cells, accountId)
  await notifyOwner(ctx, personId, '由管理员重置登录验证方式')
  return null
}

const maxRevealsPerDay = 50

/** Reveals a masked field with a reason and logs it in the same transaction. */
export async function revealField(ctx: Ctx, { id, field, reason }: BodyOf<typeof staffApi.reveal>) {
  const moment = getMoment(ctx)
  const row = orNotFound(await findUser(ctx.db, scopeOf(ctx, 'user.reveal'), id, moment), '人员')
  if (listHiddenKeys(ctx).has(field)) throw forbidden()
  // Numbers belong to the person, so second and former employers cannot reveal them; a card belongs to the membership.
  if (userFields[field].of !== 'membership' || !isOpenOn(moment.day)(row))
    await requireInCharge(ctx, 'user.reveal', row.personId)
  await lockPeople(ctx, [ctx.actor.personId])
  const midnight = new Date(`${moment.day}T00:00:00+08:00`)
  const used = await countRevealsSince(ctx, midnight)
  if (used >= maxRevealsPerDay) {
    const tomorrow = midnight.getTime() + 24 * 3600_000
    throw tooMany(`今日查看次数已用完（${maxRevealsPerDay}次）`, Math.ceil((tomorrow - ctx.now.getTime()) / 1000))
  }
  await recordReveal(ctx, { subjectKind: 'staff', subjectId: row.id, field, reason })
  const fields = await getFieldCipher(ctx)
  const { phone, idCard } = decryptNumbers(fields, row)
  const { otherPhone, address, license } = decryptFacts(fields, row.personId, row.private)
  const value = { idCard, mobile: phone, otherPhone, address, license, icCard: decryptCard(fields, row.icCard) }[field]
  return { value, leftToday: maxRevealsPerDay - used - 1 }
}
