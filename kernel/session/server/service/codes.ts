import { randomInt } from 'node:crypto'
import { newId, Refusal, Ret, tooMany, type DistrictId } from '#packages/core'
import { fieldsOf, globalIndex } from '#packages/crypto'
import { inDistrict, type Db } from '#packages/db'
import { hashOf, newToken, type OwnCtx } from '#packages/http'
import { recordIdentityChange } from '#kernel/audit/server'
import {
  countTry,
  districtsOf,
  findAccount,
  findPersonOfAccount,
  limitTries,
  messagesOfDistrict,
  reserveMessage,
  uncountTry,
  useTotp,
} from '#kernel/identity/server'
import { sendSms } from '#kernel/message/server'
import { placeOf } from '../device.ts'
import { withFactor, type Factor } from '../factors.ts'
import { trustDevice } from '../queries.ts'
import {
  compareCode,
  findTicket,
  putCode,
  tryCode,
  unsend,
  useTicket,
  type Ticket,
  type TicketKind,
} from '../ticket-queries.ts'
import { afterwards } from './afterwards.ts'
import { arrive } from './arrive.ts'
import { completeBinding } from './binding.ts'
import { actingFor } from './endings.ts'
import { demandCaptcha } from './captcha.ts'
import { noteLogin } from './login-log.ts'
import { answersAnyMethod, authenticatorsOf } from './methods.ts'
import type { Door } from './open-session.ts'
import { districtOfWord, isOfBrowser, makeTicket, overdue } from './tickets.ts'

const betweenSeconds = 60
const codeSeconds = 5 * 60
export const mostTries = 5
const totpTriesAnHour = 20
const trustDays = 30

type Sending = { msgCode: 'sent' | 'waiting' | 'failed'; retryAfter: number }

/** Sends the code of a ticket, at most once a minute however often it is asked for. */
export async function sendCode(ctx: OwnCtx, word: string): Promise<Sending> {
  const district = await districtOfWord(ctx.cells, word)
  if (district === undefined) throw overdue()
  const ticket = await inDistrict(ctx.cells, district, (db) => findTicket(db, hashOf(word), ctx.now), {
    readOnly: true,
  })
  if (!ticket?.phone || !isOfBrowser(ctx, ticket)) throw overdue()
  const wait = ticket.sentAt ? Math.ceil(betweenSeconds - (ctx.now.getTime() - ticket.sentAt.getTime()) / 1000) : 0
  if (wait > 0) return { msgCode: 'waiting', retryAfter: wait }
  return deliver(ctx, district, ticket, ticket.phone, {
    isKnown: ticket.kind === 'second-step' || ticket.kind === 'action',
  })
}

async function deliver(
  ctx: OwnCtx,
  district: DistrictId,
  ticket: Pick<Ticket, 'id' | 'kind' | 'accountId'>,
  sealed: Buffer,
  { isKnown, isReserved = false }: { isKnown: boolean; isReserved?: boolean },
): Promise<Sending> {
  const fields = await inDistrict(ctx.cells, district, (db) => fieldsOf(db, district), { readOnly: true })
  const phone = fields.decrypt('ticket.phone', sealed, ticket.id)
  if (!isReserved) await reserve(ctx, phone, district, isKnown)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = fields.index('ticket.code', `${ticket.id}:${code}`)
  const { now } = ctx
  const isOurs = await inDistrict(ctx.cells, district, (db) =>
    putCode(db, ticket.id, codeHash, before(now, betweenSeconds), after(now, codeSeconds), now),
  )
  if (!isOurs) return { msgCode: 'waiting', retryAfter: betweenSeconds }
  // Nobody's number gets none; but anybody may become a guardian.
  if (ticket.accountId === null && ticket.kind !== 'family-login')
    return { msgCode: 'sent', retryAfter: betweenSeconds }
  const { sent } = await sendSms({ phone, template: 'code', parameters: { code } })
  if (sent) return { msgCode: 'sent', retryAfter: betweenSeconds }
  await inDistrict(ctx.cells, district, (db) => unsend(db, ticket.id, codeHash))
  return { msgCode: 'failed', retryAfter: 0 }
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
const before = (now: Date, seconds: number) => after(now, -seconds)

async function reserve(ctx: OwnCtx, phone: string, district: DistrictId | undefined, isKnown: boolean) {
  const recipient = {
    phone,
    place: placeOf(ctx.client.address),
    district: district ? String(district) : 'nobody',
    isKnown,
  }
  const used = await reserveMessage(ctx.cells, recipient, ctx.now)
  if (district && used === messagesOfDistrict * 0.8)
    ctx.log.error({ district, used }, 'a district has used four fifths of its messages of a day')
}

/**
 * Begins something that anybody may begin with a phone number: nobody can tell from the answer, from how long it takes
 * or from what follows whether the number is one of ours. A stranger's number gets a ticket with a code that nobody was
 * sent, in some district that is always the same for it.
 */
export async function beginByPhone(ctx: OwnCtx, phone: string, kind: 'sms-login' | 'reset', facts: object = {}) {
  await guardPhone(ctx, phone)
  const account = await findAccount(ctx.cells, phone)
  const [own] = account ? await districtsOf(ctx.cells, account.id) : []
  const decoy = await ctx.cells.anyDistrict(globalIndex('decoy-district', phone).readUInt32BE())
  const district = own ?? decoy
  if (district === undefined) throw overdue()
  await reserve(ctx, phone, own, false)
  return begin(ctx, district, { kind, phone, accountId: own ? account!.id : null, facts })
}

/**
 * The families' door: the code goes to any number, in the district that the address leads to, and the answer, its time
 * and what follows are the same whether or not the number is one of ours.
 */
export async function beginFamily(ctx: OwnCtx, district: DistrictId, phone: string) {
  await guardPhone(ctx, phone)
  await reserve(ctx, phone, district, false)
  return begin(ctx, district, { kind: 'family-login', phone, accountId: null, facts: {} })
}

async function guardPhone(ctx: OwnCtx, phone: string) {
  await limitTries(ctx, 'phone-door', placeOf(ctx.client.address), 200, 3600)
  const often = await countTry(ctx, 'phone-asked', phone, 3600)
  if (often.count > 1) await demandCaptcha(ctx, 'sms')
}

interface Beginning {
  kind: TicketKind
  phone: string
  accountId: string | null
  facts: object
}

/** The word of the ticket at once; the ticket and its code after the answer. */
function begin(ctx: OwnCtx, district: DistrictId, { kind, phone, accountId, facts }: Beginning) {
  const { token: word } = newToken(district)
  const browser_hash = ctx.client.browserHash()
  afterwards(ctx, 'a code was not sent', async () => {
    const { sealed, ticket } = await inDistrict(ctx.cells, district, async (db) => {
      const fields = await fieldsOf(db, district)
      const id = newId()
      const sealed = fields.encrypt('ticket.phone', phone, id)
      const made = { id, account_id: accountId, browser_hash, phone: sealed, facts, seconds: codeSeconds }
      await makeTicket(db, district, kind, made, ctx.now, word)
      return { sealed, ticket: (await findTicket(db, hashOf(word), ctx.now))! }
    })
    await deliver(ctx, district, ticket, sealed, { isKnown: false, isReserved: true })
  })
  return { word, retryAfter: betweenSeconds }
}

interface Proving {
  /** The ticket is used up later, with `useTicket`: until then the same code is right again. */
  keepsTicket?: boolean
}

/** Compares a code; the right one is right once. Wrong ones are counted, and after five the ticket is worth nothing. */
export async function proveCode(
  ctx: OwnCtx,
  word: string,
  code: string,
  kinds: readonly TicketKind[],
  { keepsTicket = false }: Proving = {},
) {
  const district = await districtOfWord(ctx.cells, word)
  if (district === undefined) throw wrongCode()
  const ticket = await inDistrict(ctx.cells, district, (db) => findTicket(db, hashOf(word), ctx.now), {
    readOnly: true,
  })
  if (!ticket || !kinds.includes(ticket.kind) || !isOfBrowser(ctx, ticket)) throw wrongCode()
  const tried = await inDistrict(ctx.cells, district, async (db) => {
    const fields = await fieldsOf(db, district)
    const hash = fields.index('ticket.code', `${ticket.id}:${code}`)
    if (keepsTicket) return compareCode(db, ticket.id, hash, mostTries, ctx.now)
    return tryCode(db, ticket.id, hash, mostTries, ctx.now, { withoutCode: answersAnyMethod(ticket) })
  })
  if (!tried) throw wrongCode()
  const isByTotp = !tried.right && (await isTotp(ctx, district, ticket, code))
  if (!tried.right && !isByTotp) {
    if (ticket.accountId) noteWrongCode(ctx, district, ticket.accountId)
    throw wrongCode(mostTries - tried.tries)
  }
  // A number of nobody's, whose code nobody was sent: guessing it right leads nowhere.
  if (ticket.accountId === null && ticket.kind !== 'family-login') throw wrongCode()
  const factor: Factor = isByTotp ? 'totp' : ticket.facts['isPasskey'] ? 'passkey' : 'sms'
  return { ticket, district, factor }
}

/** Whether it is no code by SMS but one of the application that the account has: then the ticket is used up. */
async function isTotp(ctx: OwnCtx, district: DistrictId, ticket: Ticket, code: string): Promise<boolean> {
  const { accountId } = ticket
  if (!accountId || !answersAnyMethod(ticket) || !(await authenticatorsOf(ctx, accountId)).includes('totp'))
    return false
  const { count, secondsLeft } = await countTry(ctx, 'totp', accountId, 3600)
  if (count > totpTriesAnHour) throw tooMany('动态口令错误次数过多，请稍后再试，或改用其他验证方式', secondsLeft)
  if (!(await useTotp(ctx.cells, accountId, code, ctx.now))) return false
  await uncountTry(ctx, 'totp', accountId)
  return inDistrict(ctx.cells, district, (db) => useTicket(db, ticket.id, ctx.now))
}

/** The same words for a wrong code and for a ticket that is none: nobody learns which numbers are ours. */
function wrongCode(left?: number) {
  const words = left
    ? `验证码错误，还可以输入${left}次`
    : left === 0
      ? '验证码错误次数过多，请重新获取'
      : '验证码错误或已过期'
  return new Refusal(words, Ret.refused, null, 'wrong-code')
}

/** After the answer, which must not take longer for numbers of ours. */
export const noteWrongCode = (ctx: OwnCtx, district: DistrictId, accountId: string) =>
  afterwards(ctx, 'a wrong code was not noted', () =>
    inDistrict(ctx.cells, district, (db) =>
      noteLogin(ctx, db, { account_id: accountId, door: 'sms', outcome: 'wrong-code' }),
    ),
  )

/** What a ticket knows that waits for a second factor (see `askForCode`). */
interface AskedFacts {
  door?: Door
  factors?: Factor[]
  isFamily?: boolean
  binding?: { corpId: string; unionId: string }
}

/** The second step, and the SMS door: the code was right, so come in. */
export async function signInByCode(ctx: OwnCtx, word: string, code: string, trust: boolean) {
  const { ticket, district, factor } = await proveCode(ctx, word, code, ['second-step', 'sms-login'])
  const { accountId, userId } = ticket
  const { door = 'sms', factors = [], isFamily = false, binding } = ticket.facts as AskedFacts
  if (binding) await completeBinding(ctx, district, accountId!, binding)
  if (trust) await inDistrict(ctx.cells, district, (db) => rememberDevice(ctx, db, district, accountId!))
  return arrive(ctx, {
    accountId: accountId!,
    door,
    isFamily,
    factors: withFactor(factors, factor),
    isTrusted: trust,
    district,
    ...(userId ? { userId } : {}),
  })
}

export async function rememberDevice(ctx: OwnCtx, db: Db, district: DistrictId, accountId: string) {
  const until = after(ctx.now, trustDays * 86_400)
  await trustDevice(db, accountId, ctx.client.browserHash(), placeOf(ctx.client.address), until, ctx.now)
  const person = await findPersonOfAccount({ db, districtId: district }, accountId)
  if (!person) return
  await recordIdentityChange(actingFor(ctx, db, district, accountId, person.id), 'device-trusted', ctx.client.address)
}
