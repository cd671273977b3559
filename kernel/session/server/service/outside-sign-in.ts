import { randomInt } from 'node:crypto'
import { invalid, Refusal, type OutsideKind } from '#packages/core'
import { isPasswordCorrect } from '#packages/crypto'
import type { OutsideCtx, RequestCtx } from '#packages/http'
import {
  endOutsideSessions,
  findAccount,
  findDeveloper,
  findTotpStep,
  generateTotp,
  getFactors,
  getOutsideAccount,
  isOutsideBrowserTrusted,
  maskPhone,
  openOutsideSession,
  recordOutsideAttempt,
  refuseWeakPassword,
  reserveMessageQuota,
  saveTotp,
  trustOutsideBrowser,
  useTotp,
} from '#kernel/identity/server/api.ts'
import { sendSms } from '#kernel/message/server/api.ts'
import type { LoginForm } from '../../contract.ts'
import type { OutsideSignInResult } from '../../contract-outside.ts'
import { getNetwork } from '../device-name.ts'
import { getOutsideGuesses, storeNewPassword } from './outside-passwords.ts'
import {
  codeSeconds,
  limitCodes,
  openTicket,
  resendSeconds,
  sealTicket,
  useTicketOnce,
  type OutsideTicket,
} from './outside-tickets.ts'
import { checkPasswordBy, type PasswordRules } from './password-sign-in.ts'
import { runAfterAnswer } from './run-after-answer.ts'
import { ticketExpired } from './tickets.ts'

const kinds = { platform: { userType: 9, isAdmin: 3 }, developer: { userType: 8, isAdmin: 0 } } as const

const present = (kind: OutsideKind, result: Partial<OutsideSignInResult> & Pick<OutsideSignInResult, 'step'>) => ({
  token: '',
  ticket: '',
  realName: '',
  secret: '',
  uri: '',
  phone: '',
  ...kinds[kind],
  ...result,
})

const recordFailureOf =
  (kind: OutsideKind): PasswordRules<never>['recordFailure'] =>
  (ctx, accountId, outcome) =>
    runAfterAnswer(ctx, 'a failure was not noted', async () => {
      if (await getOutsideAccount(ctx.cells, kind, accountId)) await recordOutsideAttempt(ctx, kind, accountId, outcome)
    })

/** The name and password of a platform administrator. The second factor follows in every sign-in. */
export async function signInPlatform(ctx: RequestCtx, form: LoginForm): Promise<OutsideSignInResult> {
  const rules = { find: findAccount, advice: '', recordFailure: recordFailureOf('platform') }
  const { id: accountId } = await checkPasswordBy(ctx, form, rules)
  if (!(await getOutsideAccount(ctx.cells, 'platform', accountId))) throw new Refusal('该账号不是平台管理员')
  await recordOutsideAttempt(ctx, 'platform', accountId, 'code-needed')
  if ((await getFactors(ctx.cells, accountId)).totpSince)
    return present('platform', {
      step: 'totp',
      ticket: sealTicket(ctx, 'platform', { accountId, step: 'totp' }),
    })
  const made = generateTotp(form.userName)
  const ticket = sealTicket(ctx, 'platform', { accountId, step: 'setup', secret: made.secret })
  return present('platform', { step: 'setup', ticket, ...made })
}

/** The code of the authenticator, or the first code of a new one. */
export async function finishPlatformSignIn(
  ctx: RequestCtx,
  { ticket: sealed, code }: { ticket: string; code: string },
): Promise<OutsideSignInResult> {
  const ticket = openTicket(ctx, 'platform', sealed, ['totp', 'setup'])
  await limitCodes(ctx, ticket)
  const { accountId, secret } = ticket
  const isRight = secret
    ? await setUpTotp(ctx, accountId, secret, code)
    : await useTotp(ctx.cells, accountId, code, ctx.now)
  if (!isRight) return refuseCode(ctx, 'platform', ticket, '动态口令不对，请核对手机时间后重试')
  return openSession(ctx, 'platform', ticket, ['password', 'totp'])
}

async function setUpTotp(ctx: RequestCtx, accountId: string, secret: string, code: string): Promise<boolean> {
  // Somebody has set one up meanwhile: that one counts.
  if ((await getFactors(ctx.cells, accountId)).totpSince) throw ticketExpired()
  const step = findTotpStep(secret, code, ctx.now)
  if (step === undefined) return false
  await saveTotp(ctx.cells, accountId, secret, step, ctx.now)
  return true
}

/** The name and password of a developer. An unknown browser needs a code by text message. */
export async function signInDeveloper(ctx: RequestCtx, form: LoginForm): Promise<OutsideSignInResult> {
  const rules = { find: findDeveloper, advice: '', recordFailure: recordFailureOf('developer') }
  const { id: accountId } = await checkPasswordBy(ctx, form, rules)
  if (await isOutsideBrowserTrusted(ctx, accountId))
    return openSession(ctx, 'developer', { accountId }, ['password', 'device'])
  await recordOutsideAttempt(ctx, 'developer', accountId, 'code-needed')
  const phone = await getDeveloperPhone(ctx, accountId)
  const ticket = sealTicket(ctx, 'developer', { accountId, step: 'sms' })
  return present('developer', { step: 'sms', ticket, phone: maskPhone(phone) })
}

async function getDeveloperPhone(ctx: RequestCtx, accountId: string) {
  const phone = (await getOutsideAccount(ctx.cells, 'developer', accountId))?.profile.phone
  if (!phone) throw new Refusal('该账号没有手机号，请联系平台管理员')
  return phone
}

/** Sends the code of a sign-in. The new ticket holds it, encrypted. */
export async function sendDeveloperCode(ctx: RequestCtx, sealed: string) {
  const { accountId } = openTicket(ctx, 'developer', sealed, ['sms'])
  const phone = await getDeveloperPhone(ctx, accountId)
  const network = getNetwork(ctx.client.address)
  await reserveMessageQuota(ctx.cells, { phone, network, district: 'developers', isKnown: true }, ctx.now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { sent } = await sendSms(ctx, { phone, template: 'code', parameters: { code } })
  if (!sent) return { ticket: sealed, msgCode: 'failed' as const, retryAfter: 0 }
  const ticket = sealTicket(ctx, 'developer', { accountId, step: 'sms', code }, codeSeconds)
  return { ticket, msgCode: 'sent' as const, retryAfter: resendSeconds }
}

export async function finishDeveloperSignIn(
  ctx: RequestCtx,
  { ticket: sealed, code, trust }: { ticket: string; code: string; trust: boolean },
): Promise<OutsideSignInResult> {
  const ticket = openTicket(ctx, 'developer', sealed, ['sms'])
  await limitCodes(ctx, ticket)
  if (ticket.code === undefined || ticket.code !== code)
    return refuseCode(ctx, 'developer', ticket, '验证码不对，请重新输入')
  const result = await openSession(ctx, 'developer', ticket, ['password', 'sms'])
  if (trust) await trustOutsideBrowser(ctx, ticket.accountId)
  return result
}

async function refuseCode(
  ctx: RequestCtx,
  kind: OutsideKind,
  { accountId }: OutsideTicket,
  msg: string,
): Promise<never> {
  await recordOutsideAttempt(ctx, kind, accountId, 'wrong-code')
  throw invalid([{ field: 'code', msg }])
}

async function openSession(
  ctx: RequestCtx,
  kind: OutsideKind,
  { id, accountId }: { id?: string; accountId: string },
  factors: readonly string[],
): Promise<OutsideSignInResult> {
  if (id) await useTicketOnce(ctx, id)
  const account = await getOutsideAccount(ctx.cells, kind, accountId)
  // No session before the owner has chosen a password that nobody else knows.
  if (account?.mustChangePassword)
    return present(kind, { step: 'password', ticket: sealTicket(ctx, kind, { accountId, step: 'password', factors }) })
  const token = await openOutsideSession(ctx, { kind, accountId, factors })
  return present(kind, { step: 'done', token, realName: account?.profile.name ?? '' })
}

/** The first sign-in with a password that somebody else set: the owner chooses another one. */
export async function finishWithNewPassword(
  ctx: RequestCtx,
  kind: OutsideKind,
  { path, title }: { path: string; title: string },
  { ticket: sealed, newPwd }: { ticket: string; newPwd: string },
): Promise<OutsideSignInResult> {
  const { id, accountId, factors = [] } = openTicket(ctx, kind, sealed, ['password'])
  const account = await getOutsideAccount(ctx.cells, kind, accountId)
  if (!account?.mustChangePassword) throw ticketExpired()
  if (await isPasswordCorrect(account.passwordHash, newPwd))
    throw invalid([{ field: 'newPwd', msg: '新密码不能与初始密码相同' }])
  refuseWeakPassword('newPwd', newPwd, getOutsideGuesses(account.profile))
  await useTicketOnce(ctx, id)
  await storeNewPassword(ctx, { kind, accountId, route: path, title }, newPwd)
  return openSession(ctx, kind, { accountId }, factors)
}

/** The signed-in user, for the frame of the pages. */
export async function getOutsideUser({ cells, actor }: OutsideCtx) {
  const account = await getOutsideAccount(cells, actor.kind, actor.accountId)
  return { realName: account?.profile.name ?? '', ...kinds[actor.kind] }
}

export async function signOutOutside({ actor, now, change }: OutsideCtx) {
  await change((db) => endOutsideSessions(db, { accountId: actor.accountId, id: actor.sessionId, by: 'logout' }, now))
  return null
}
