import { randomInt } from 'node:crypto'
import { emptyId, invalid, Refusal, type OutsideKind, type PersonalWords } from '#packages/core'
import { hashPassword, isPasswordCorrect } from '#packages/crypto'
import { insertOutsideOperation, type OutsideCtx, type RequestCtx } from '#packages/http'
import {
  changeOutsidePassword,
  findDeveloper,
  getOutsideAccount,
  limitAttempts,
  recordOutsideAttempt,
  refuseWeakPassword,
  replaceOutsidePassword,
  reserveMessageQuota,
  resetAttempts,
  type OutsideProfile,
} from '#kernel/identity/server/api.ts'
import { sendSms } from '#kernel/message/server/api.ts'
import { outsideApi } from '../../contract-outside.ts'
import { getNetwork } from '../device-name.ts'
import { limitPhone } from './one-time-codes.ts'
import { codeSeconds, limitCodes, openTicket, resendSeconds, sealTicket, useTicketOnce } from './outside-tickets.ts'
import { runAfterAnswer } from './run-after-answer.ts'
import { ticketExpired } from './tickets.ts'

const triesPerWindow = 10
const windowSeconds = 15 * 60

const createCode = () => String(randomInt(1_000_000)).padStart(6, '0')

export const getOutsideGuesses = ({ name, phone }: OutsideProfile): PersonalWords => ({
  dictionaryWords: [name],
  numbers: phone === undefined ? [] : [phone],
})

/** Sets a password for somebody without a session, with a row in the operation log. All sessions end. */
export async function storeNewPassword(
  ctx: RequestCtx,
  { kind, accountId, route, title }: { kind: OutsideKind; accountId: string; route: string; title: string },
  password: string,
) {
  const { cells, now, requestId } = ctx
  const { address } = ctx.client
  const passwordHash = await hashPassword(password)
  const actor = { kind, accountId, sessionId: null }
  await replaceOutsidePassword(cells, { accountId, passwordHash }, now, (db) =>
    insertOutsideOperation(db, { actor, now, route, title, objectIds: [accountId], address, requestId }),
  )
  await resetAttempts(ctx, 'password', accountId)
}

/** Changes the own password. The other sessions end. */
export async function changeOwnOutsidePassword(
  ctx: OutsideCtx,
  { oldPwd, newPwd }: { oldPwd: string; newPwd: string },
) {
  const { cells, actor, now } = ctx
  const { kind, accountId, sessionId } = actor
  await limitAttempts(ctx, 'outside-old-password', accountId, triesPerWindow, windowSeconds)
  const account = await getOutsideAccount(cells, kind, accountId)
  if (!account || !(await isPasswordCorrect(account.passwordHash, oldPwd)))
    throw invalid([{ field: 'oldPwd', msg: '原密码错误' }])
  await resetAttempts(ctx, 'outside-old-password', accountId)
  if (oldPwd === newPwd) throw invalid([{ field: 'newPwd', msg: '新密码不能与原密码相同' }])
  refuseWeakPassword('newPwd', newPwd, getOutsideGuesses(account.profile))
  const passwordHash = await hashPassword(newPwd)
  await ctx.change((db) => changeOutsidePassword(db, { accountId, passwordHash, exceptId: sessionId }, now))
  return null
}

/**
 * Begins a reset: sends a code to the phone, if a developer has the number. Answer and timing are the same for unknown
 * numbers, as in the portal.
 */
export async function beginDeveloperReset(ctx: RequestCtx, phone: string) {
  await limitPhone(ctx, phone)
  const network = getNetwork(ctx.client.address)
  await reserveMessageQuota(ctx.cells, { phone, network, district: 'developers', isKnown: false }, ctx.now)
  const known = await findDeveloper(ctx.cells, phone)
  const code = createCode()
  const accountId = known?.id ?? emptyId
  const ticket = sealTicket(ctx, 'developer', { accountId, step: 'reset', code, phone }, codeSeconds)
  if (known)
    runAfterAnswer(ctx, 'a code was not sent', () => sendSms(ctx, { phone, template: 'code', parameters: { code } }))
  return { ticket, retryAfter: resendSeconds }
}

/** Sets a new password after the code, in the browser that asked for it. All sessions end. */
export async function resetDeveloperPassword(
  ctx: RequestCtx,
  { ticket: sealed, code, newPwd }: { ticket: string; code: string; newPwd: string },
) {
  const ticket = openTicket(ctx, 'developer', sealed, ['reset'])
  await limitCodes(ctx, ticket)
  const { id, accountId } = ticket
  // An unknown number has no account: a right guess is refused too.
  const account = await getOutsideAccount(ctx.cells, 'developer', accountId)
  if (ticket.code !== code || !account) {
    if (account)
      runAfterAnswer(ctx, 'a wrong code was not noted', () =>
        recordOutsideAttempt(ctx, 'developer', accountId, 'wrong-code'),
      )
    throw invalid([{ field: 'code', msg: '验证码不对，请重新输入' }])
  }
  refuseWeakPassword('newPwd', newPwd, getOutsideGuesses(account.profile))
  await useTicketOnce(ctx, id)
  const { path: route, title } = outsideApi.developerResetPwd
  await storeNewPassword(ctx, { kind: 'developer', accountId, route, title }, newPwd)
  return null
}

const changesOfPhoneAnHour = 10

/** Sends one code to the present number of a signed-in developer and another one to the new number. */
export async function sendPhoneCodes(ctx: OutsideCtx, phone: string) {
  const { cells, now, actor } = ctx
  await limitAttempts(ctx, 'outside-phone', actor.accountId, changesOfPhoneAnHour, 3600)
  const present = (await getOutsideAccount(cells, 'developer', actor.accountId))?.profile.phone
  if (present === undefined) throw new Refusal('该账号没有手机号，请联系平台管理员')
  if (present === phone) throw invalid([{ field: 'phone', msg: '新手机号与原手机号相同' }])
  const network = getNetwork(ctx.client.address)
  const [code, newCode] = [createCode(), createCode()]
  const messages = [
    { phone: present, code, isKnown: true },
    { phone, code: newCode, isKnown: false },
  ]
  for (const { phone: to, isKnown } of messages)
    await reserveMessageQuota(cells, { phone: to, network, district: 'developers', isKnown }, now)
  for (const { phone: to, code: text } of messages) {
    const { sent } = await sendSms(ctx, { phone: to, template: 'code', parameters: { code: text } })
    if (!sent) throw new Refusal('短信没有发出，请稍后重试')
  }
  const ticket = { accountId: actor.accountId, step: 'phone', code, newCode, phone } as const
  return { ticket: sealTicket(ctx, 'developer', ticket, codeSeconds), retryAfter: resendSeconds }
}

/** The new number, and the profile with the present one: both codes were right. */
export async function provePhones(
  ctx: OutsideCtx,
  { ticket: sealed, oldCode, newCode }: { ticket: string; oldCode: string; newCode: string },
): Promise<{ phone: string; profile: OutsideProfile }> {
  const ticket = openTicket(ctx, 'developer', sealed, ['phone'])
  await limitCodes(ctx, ticket)
  const account = await getOutsideAccount(ctx.cells, 'developer', ctx.actor.accountId)
  if (!account || ticket.accountId !== account.id || ticket.phone === undefined) throw ticketExpired()
  const wrong = [
    { field: 'oldCode', isRight: ticket.code === oldCode },
    { field: 'newCode', isRight: ticket.newCode === newCode },
  ].filter(({ isRight }) => !isRight)
  if (wrong.length > 0) throw invalid(wrong.map(({ field }) => ({ field, msg: '验证码不对，请重新输入' })))
  await useTicketOnce(ctx, ticket.id)
  return { phone: ticket.phone, profile: account.profile }
}
