import { Refusal, Ret } from '#packages/core'
import { fieldsOf, globalIndex } from '#packages/crypto'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { maskPhone, readPerson } from '#kernel/identity/server'
import { proveCode } from './codes.ts'
import { makeTicket } from './tickets.ts'

/** The answer to a -7: where the code went, and the code. */
export interface Proof {
  msgId?: string | undefined
  code?: string | undefined
}

/** The purpose that a code was told for; each one counts once. */
async function purposeOf(ctx: OwnCtx, { msgId, code }: Proof): Promise<unknown> {
  if (!msgId || !code) return undefined
  const { ticket } = await proveCode(ctx, msgId, code, ['action'])
  return ticket.accountId === ctx.actor!.accountId ? ticket.facts['for'] : undefined
}

/** Sends the caller away to have a code sent to this number, for this purpose. */
async function ask(ctx: OwnCtx, purpose: string, phone: string): Promise<never> {
  const { districtId, accountId } = ctx.actor!
  const msgId = await inOwnDistrict(ctx, async ({ db }) => {
    const fields = await fieldsOf(db, districtId)
    const facts = {
      account_id: accountId,
      browser_hash: ctx.client.browserHash(),
      phone: fields.encrypt('ticket.phone', phone),
      facts: { for: purpose },
      seconds: 600,
    }
    return makeTicket(db, districtId, 'action', facts, ctx.now)
  })
  throw new Refusal('请先完成短信验证', Ret.secondStepNeeded, { msgId, phone: maskPhone(phone) })
}

/**
 * The second step for something that somebody who is signed in does. Without a phone there is none to ask: then it is
 * false, and for whoever demands it to say whether it goes on.
 */
export async function demandCode(ctx: OwnCtx, purpose: string, proof: Proof): Promise<boolean> {
  if ((await purposeOf(ctx, proof)) === purpose) return true
  const { districtId, personId } = ctx.actor!
  const person = await inOwnDistrict(ctx, ({ db }) => readPerson({ db, districtId }, personId), { readOnly: true })
  if (person?.phone) await ask(ctx, purpose, person.phone)
  return false
}

/**
 * A new phone number opens the account, so it takes two codes: one to the old number, because a session may be stolen,
 * and one to the new number, because it must be one's own.
 */
export async function provePhones(ctx: OwnCtx, old: string, fresh: string, proof: Proof) {
  const number = globalIndex('new-phone', fresh).toString('base64url')
  const proved = await purposeOf(ctx, proof)
  if (proved === `new-phone:${number}`) return
  if (old && proved !== `old-phone:${number}`) await ask(ctx, `old-phone:${number}`, old)
  await ask(ctx, `new-phone:${number}`, fresh)
}
