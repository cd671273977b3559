import { newId, Refusal, Ret } from '#packages/core'
import { fieldsOf, globalIndex } from '#packages/crypto'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { maskPhone, readPerson } from '#kernel/identity/server'
import type { Method } from '../../contract.ts'
import type { Factor } from '../factors.ts'
import { addFactor } from '../queries.ts'
import { proveCode } from './codes.ts'
import { methodsOf } from './methods.ts'
import { makeTicket } from './tickets.ts'

/** The answer to a -7: where the code went, and the code. */
export interface Proof {
  msgId?: string | undefined
  code?: string | undefined
}

/** The purpose that a code was told for; each one counts once. */
async function purposeOf(ctx: OwnCtx, { msgId, code }: Proof): Promise<{ purpose?: unknown; factor?: Factor }> {
  if (!msgId || !code) return {}
  const { ticket, factor } = await proveCode(ctx, msgId, code, ['action'])
  return ticket.accountId === ctx.actor!.accountId ? { purpose: ticket.facts['for'], factor } : {}
}

interface Asking {
  /** Empty where there is none. */
  phone: string
  methods: Method[]
}

/** Sends the caller away to prove who it is by one of these methods, for this purpose. */
async function ask(ctx: OwnCtx, purpose: string, { phone, methods }: Asking): Promise<never> {
  const { districtId, accountId } = ctx.actor!
  const smsOnly = methods.length === 1 && methods[0] === 'sms'
  const msgId = await inOwnDistrict(ctx, async ({ db }) => {
    const fields = await fieldsOf(db, districtId)
    const id = newId()
    const facts = {
      id,
      account_id: accountId,
      browser_hash: ctx.client.browserHash(),
      phone: phone ? fields.encrypt('ticket.phone', phone, id) : null,
      facts: { for: purpose, smsOnly },
      seconds: 600,
    }
    return makeTicket(db, districtId, 'action', facts, ctx.now)
  })
  const words = smsOnly ? '请先完成短信验证' : '请先验证是您本人'
  throw new Refusal(words, Ret.secondStepNeeded, { msgId, phone: maskPhone(phone), methods })
}

/**
 * The second step for something that somebody who is signed in does; answers what was shown. Who has neither a phone nor
 * another method, besides those that the session has `shown` already, cannot be asked: then it is nothing, and for whoever
 * demands it to say whether it goes on.
 */
export async function demandCode(
  ctx: OwnCtx,
  purpose: string,
  proof: Proof,
  shown: readonly Factor[] = [],
): Promise<Factor | undefined> {
  const proved = await purposeOf(ctx, proof)
  const { districtId, accountId, personId, sessionId } = ctx.actor!
  if (proved.purpose === purpose) {
    await inOwnDistrict(ctx, ({ db }) => addFactor(db, sessionId, proved.factor!))
    return proved.factor
  }
  const person = await inOwnDistrict(ctx, ({ db }) => readPerson({ db, districtId }, personId), { readOnly: true })
  const phone = person?.phone ?? ''
  const methods = (await methodsOf(ctx, accountId, phone)).filter((method) => !shown.includes(method))
  if (methods.length > 0) await ask(ctx, purpose, { phone: methods.includes('sms') ? phone : '', methods })
  return undefined
}

/**
 * A new phone number opens the account, so it takes two steps: one by what the account has, because a session may be
 * stolen, and a code to the new number, because it must be one's own.
 */
export async function provePhones(ctx: OwnCtx, old: string, fresh: string, proof: Proof) {
  const number = globalIndex('new-phone', fresh).toString('base64url')
  const { purpose: proved } = await purposeOf(ctx, proof)
  if (proved === `new-phone:${number}`) return
  if (proved !== `old-phone:${number}`) {
    const methods = await methodsOf(ctx, ctx.actor!.accountId, old)
    if (methods.length > 0) await ask(ctx, `old-phone:${number}`, { phone: old, methods })
  }
  await ask(ctx, `new-phone:${number}`, { phone: fresh, methods: ['sms'] })
}
