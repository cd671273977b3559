import { randomInt } from 'node:crypto'
import { newId, Refusal, Ret, tooMany, type DistrictId } from '#packages/core'
import { loadFieldCipher, globalIndex } from '#packages/crypto'
import { inDistrict, type Db } from '#packages/db'
import { hashToken, newToken, type RequestCtx } from '#packages/http'
import { recordIdentityChange } from '#kernel/audit/server/api.ts'
import {
  countAttempt,
  listAccountDistricts,
  findAccount,
  findPersonOfAccount,
  limitAttempts,
  districtMessagesPerDay,
  reserveMessageQuota,
  uncountAttempt,
  useTotp,
} from '#kernel/identity/server/api.ts'
import { sendAccountSms } from '#kernel/message/server/api.ts'
import { getNetwork } from '../device-name.ts'
import { withFactor, type Factor } from '../factors.ts'
import { trustDevice } from '../session-queries.ts'
import {
  compareCode,
  findSignInTicket,
  setTicketCode,
  consumeCode,
  clearUnsentCode,
  consumeTicket,
  type SignInTicket,
  type TicketKind,
} from '../ticket-queries.ts'
import { runAfterAnswer } from './run-after-answer.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { bindWorkplaceUser } from './bind-workplace.ts'
import { createPersonCtx } from './revoke-sessions.ts'
import { requireCaptcha } from './captcha.ts'
import { recordRefusedLogin } from './login-log.ts'
import { acceptsAnyMethod, listAuthenticators } from './verification-methods.ts'
import type { SignInMethod } from './open-session.ts'
import { findTokenDistrict, isTicketOfBrowser, createOneTimeTicket, ticketExpired } from './tickets.ts'

const resendSeconds = 60
const codeSeconds = 5 * 60
export const maxCodeTries = 5
const totpTriesAnHour = 20
const trustDays = 30

type SendResult = { msgCode: 'sent' | 'waiting' | 'failed'; retryAfter: number }

/** Sends the code of a ticket, at most once a minute. */
export async function sendTicketCode(ctx: RequestCtx, token: string): Promise<SendResult> {
  const district = await findTokenDistrict(ctx.cells, token)
  if (district === undefined) throw ticketExpired()
  const ticket = await inDistrict(ctx.cells, district, (db) => findSignInTicket(db, hashToken(token), ctx.now), {
    readOnly: true,
  })
  if (!ticket?.phone || !isTicketOfBrowser(ctx, ticket)) throw ticketExpired()
  const wait = ticket.sentAt ? Math.ceil(resendSeconds - (ctx.now.getTime() - ticket.sentAt.getTime()) / 1000) : 0
  if (wait > 0) return { msgCode: 'waiting', retryAfter: wait }
  return deliverCode(ctx, district, ticket, ticket.phone, {
    isKnown: ticket.kind === 'second-step' || ticket.kind === 'action',
  })
}

async function deliverCode(
  ctx: RequestCtx,
  district: DistrictId,
  ticket: Pick<SignInTicket, 'id' | 'kind' | 'accountId'>,
  sealed: Buffer,
  { isKnown, isReserved = false }: { isKnown: boolean; isReserved?: boolean },
): Promise<SendResult> {
  const fields = await inDistrict(ctx.cells, district, (db) => loadFieldCipher(db, district), { readOnly: true })
  const phone = fields.decrypt('ticket.phone', sealed, ticket.id)
  if (!isReserved) await reserveSms(ctx, phone, district, isKnown)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = fields.index('ticket.code', `${ticket.id}:${code}`)
  const { now } = ctx
  const isOurs = await inDistrict(ctx.cells, district, (db) =>
    setTicketCode(db, ticket.id, codeHash, subtractSeconds(now, resendSeconds), addSeconds(now, codeSeconds), now),
  )
  if (!isOurs) return { msgCode: 'waiting', retryAfter: resendSeconds }
  // An unknown number gets no message, except that anybody may become a guardian or a developer.
  if (ticket.accountId === null && !isForAnybody(ticket)) return { msgCode: 'sent', retryAfter: resendSeconds }
  const sms = { phone, template: 'code', parameters: { code } } as const
  const { sent } = await sendAccountSms(ctx, { district, personId: null, sms })
  if (sent) return { msgCode: 'sent', retryAfter: resendSeconds }
  await inDistrict(ctx.cells, district, (db) => clearUnsentCode(db, ticket.id, codeHash))
  return { msgCode: 'failed', retryAfter: 0 }
}

const addSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
const subtractSeconds = (now: Date, seconds: number) => addSeconds(now, -seconds)

async function reserveSms(ctx: RequestCtx, phone: string, district: DistrictId | undefined, isKnown: boolean) {
  const recipient = {
    phone,
    network: getNetwork(ctx.client.address),
    district: district ? String(district) : 'nobody',
    isKnown,
  }
  const used = await reserveMessageQuota(ctx.cells, recipient, ctx.now)
  if (district && used === districtMessagesPerDay * 0.8)
    ctx.log.error({ district, used }, 'a district has used four fifths of its messages of a day')
}

/**
 * Begins a sign-in or reset by phone number. Answer, timing and later steps do not reveal whether the number is known:
 * an unknown number gets a ticket with a code that is never sent, in a district that is always the same for it.
 */
export async function beginCodeByPhone(
  ctx: RequestCtx,
  phone: string,
  kind: 'sms-login' | 'reset',
  facts: object = {},
) {
  await limitPhone(ctx, phone)
  const account = await findAccount(ctx.cells, phone)
  const [own] = account ? await listAccountDistricts(ctx.cells, account.id) : []
  const decoy = await ctx.cells.anyDistrict(globalIndex('decoy-district', phone).readUInt32BE())
  const district = own ?? decoy
  if (district === undefined) throw ticketExpired()
  await reserveSms(ctx, phone, own, false)
  return beginCode(ctx, district, { kind, phone, accountId: own ? account!.id : null, facts })
}

/** Anybody may become a guardian, or register a company. */
type OpenTicketKind = 'family-login' | 'developer'
const isForAnybody = ({ kind }: Pick<SignInTicket, 'kind'>) => kind === 'family-login' || kind === 'developer'

/**
 * For families and developers: the code goes to any number, in the district of the host. Answer, timing and later steps
 * are the same for known and unknown numbers.
 */
export async function beginOpenCode(ctx: RequestCtx, district: DistrictId, phone: string, kind: OpenTicketKind) {
  await limitPhone(ctx, phone)
  await reserveSms(ctx, phone, district, false)
  return beginCode(ctx, district, { kind, phone, accountId: null, facts: {} })
}

/** Limits by network; the second code of an hour for a number needs a captcha. */
export async function limitPhone(ctx: RequestCtx, phone: string) {
  await limitAttempts(ctx, 'phone-network', getNetwork(ctx.client.address), 200, 3600)
  const often = await countAttempt(ctx, 'phone-requested', phone, 3600)
  if (often.count > 1) await requireCaptcha(ctx, 'sms')
}

interface NewCode {
  kind: TicketKind
  phone: string
  accountId: string | null
  facts: object
}

/** Returns the token at once; creates the ticket and sends the code after the answer. */
function beginCode(ctx: RequestCtx, district: DistrictId, { kind, phone, accountId, facts }: NewCode) {
  const { token } = newToken(district)
  const browser_hash = ctx.client.browserHash()
  runAfterAnswer(ctx, 'a code was not sent', async () => {
    const { sealed, ticket } = await inDistrict(ctx.cells, district, async (db) => {
      const fields = await loadFieldCipher(db, district)
      const id = newId()
      const sealed = fields.encrypt('ticket.phone', phone, id)
      const made = { id, account_id: accountId, browser_hash, phone: sealed, facts, seconds: codeSeconds }
      await createOneTimeTicket(db, district, kind, made, ctx.now, token)
      return { sealed, ticket: (await findSignInTicket(db, hashToken(token), ctx.now))! }
    })
    await deliverCode(ctx, district, ticket, sealed, { isKnown: false, isReserved: true })
  })
  return { token, retryAfter: resendSeconds }
}

interface CodeCheckOptions {
  /** The ticket is consumed later, with `consumeTicket`; until then the same code stays valid. */
  keepsTicket?: boolean
}

/** Checks a code, which is valid once. Wrong codes are counted, and after five the ticket is invalid. */
export async function verifyCode(
  ctx: RequestCtx,
  token: string,
  code: string,
  kinds: readonly TicketKind[],
  { keepsTicket = false }: CodeCheckOptions = {},
) {
  const district = await findTokenDistrict(ctx.cells, token)
  if (district === undefined) throw wrongCodeRefusal()
  const ticket = await inDistrict(ctx.cells, district, (db) => findSignInTicket(db, hashToken(token), ctx.now), {
    readOnly: true,
  })
  if (!ticket || !kinds.includes(ticket.kind) || !isTicketOfBrowser(ctx, ticket)) throw wrongCodeRefusal()
  const tried = await inDistrict(ctx.cells, district, async (db) => {
    const fields = await loadFieldCipher(db, district)
    const hash = fields.index('ticket.code', `${ticket.id}:${code}`)
    if (keepsTicket) return compareCode(db, ticket.id, hash, maxCodeTries, ctx.now)
    return consumeCode(db, ticket.id, hash, maxCodeTries, ctx.now, { withoutCode: acceptsAnyMethod(ticket) })
  })
  if (!tried) throw wrongCodeRefusal()
  const isByTotp = !tried.right && (await isValidTotp(ctx, district, ticket, code))
  if (!tried.right && !isByTotp) {
    if (ticket.accountId) recordWrongCode(ctx, district, ticket.accountId)
    throw wrongCodeRefusal(maxCodeTries - tried.tries)
  }
  // An unknown number, whose code was never sent: a right guess is refused too.
  if (ticket.accountId === null && !isForAnybody(ticket)) throw wrongCodeRefusal()
  const factor: Factor = isByTotp ? 'totp' : ticket.facts['isPasskey'] ? 'passkey' : 'sms'
  return { ticket, district, factor }
}

/** Whether the code is one of the account's authenticator instead of an SMS code; consumes the ticket. */
async function isValidTotp(
  ctx: RequestCtx,
  district: DistrictId,
  ticket: SignInTicket,
  code: string,
): Promise<boolean> {
  const { accountId } = ticket
  if (!accountId || !acceptsAnyMethod(ticket) || !(await listAuthenticators(ctx, accountId)).includes('totp'))
    return false
  const { count, secondsLeft } = await countAttempt(ctx, 'totp', accountId, 3600)
  if (count > totpTriesAnHour) throw tooMany('动态口令错误次数过多，请稍后再试，或改用其他验证方式', secondsLeft)
  if (!(await useTotp(ctx.cells, accountId, code, ctx.now))) return false
  await uncountAttempt(ctx, 'totp', accountId)
  return inDistrict(ctx.cells, district, (db) => consumeTicket(db, ticket.id, ctx.now))
}

/** The same message for a wrong code and an unknown ticket, which does not reveal known numbers. */
function wrongCodeRefusal(left?: number) {
  const message = left
    ? `验证码错误，还可以输入${left}次`
    : left === 0
      ? '验证码错误次数过多，请重新获取'
      : '验证码错误或已过期'
  return new Refusal(message, Ret.refused, null, 'wrong-code')
}

/** After the answer, because known numbers must not take longer. */
export const recordWrongCode = (ctx: RequestCtx, district: DistrictId, accountId: string) =>
  runAfterAnswer(ctx, 'a wrong code was not noted', () =>
    inDistrict(ctx.cells, district, (db) =>
      recordRefusedLogin(ctx, db, district, { account_id: accountId, sign_in_method: 'sms', outcome: 'wrong-code' }),
    ),
  )

/** Data of a ticket that waits for a second factor (see `requestSecondFactor`). */
interface SecondStepFacts {
  signInMethod?: SignInMethod
  factors?: Factor[]
  isFamily?: boolean
  binding?: { corpId: string; unionId: string }
}

/** Completes the second step, or a sign-in by SMS, with a code. */
export async function signInByCode(ctx: RequestCtx, token: string, code: string, trust: boolean) {
  const { ticket, district, factor } = await verifyCode(ctx, token, code, ['second-step', 'sms-login'])
  const { accountId, userId } = ticket
  const { signInMethod = 'sms', factors = [], isFamily = false, binding } = ticket.facts as SecondStepFacts
  if (binding) await bindWorkplaceUser(ctx, district, accountId!, binding)
  if (trust) await inDistrict(ctx.cells, district, (db) => trustCurrentDevice(ctx, db, district, accountId!))
  return completeSignIn(ctx, {
    accountId: accountId!,
    signInMethod,
    isFamily,
    factors: withFactor(factors, factor),
    isTrusted: trust,
    district,
    ...(userId ? { userId } : {}),
  })
}

export async function trustCurrentDevice(ctx: RequestCtx, db: Db, district: DistrictId, accountId: string) {
  const until = addSeconds(ctx.now, trustDays * 86_400)
  await trustDevice(db, accountId, ctx.client.browserHash(), getNetwork(ctx.client.address), until, ctx.now)
  const person = await findPersonOfAccount({ db, districtId: district }, accountId)
  if (!person) return
  await recordIdentityChange(createPersonCtx(ctx, db, district, accountId, person.id), 'device-trusted')
}
