import { newId, Refusal, Ret } from '#packages/core'
import { loadFieldCipher, globalIndex } from '#packages/crypto'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { maskPhone, getPerson } from '#kernel/identity/server/api.ts'
import type { VerificationMethod } from '../../contract.ts'
import type { Factor } from '../factors.ts'
import { addSessionFactor } from '../session-queries.ts'
import { verifyCode } from './one-time-codes.ts'
import { listVerificationMethods } from './verification-methods.ts'
import { createOneTimeTicket } from './tickets.ts'

/** The answer to a -7: the id of the code and the code. */
export interface StepUpProof {
  msgId?: string | undefined
  code?: string | undefined
}

/** The purpose that a code was issued for; each code counts once. */
async function getProvedPurpose(
  ctx: RequestCtx,
  { msgId, code }: StepUpProof,
): Promise<{ purpose?: unknown; factor?: Factor }> {
  if (!msgId || !code) return {}
  const { ticket, factor } = await verifyCode(ctx, msgId, code, ['action'])
  return ticket.accountId === ctx.actor!.accountId ? { purpose: ticket.facts['for'], factor } : {}
}

interface StepUpRequest {
  /** Empty without a phone. */
  phone: string
  methods: VerificationMethod[]
}

/** Refuses with -7: the caller has to prove her identity by one of these methods, for this purpose. */
async function requestProof(ctx: RequestCtx, purpose: string, { phone, methods }: StepUpRequest): Promise<never> {
  const { districtId, accountId } = ctx.actor!
  const smsOnly = methods.length === 1 && methods[0] === 'sms'
  const msgId = await inOwnDistrict(ctx, async ({ db }) => {
    const fields = await loadFieldCipher(db, districtId)
    const id = newId()
    const facts = {
      id,
      account_id: accountId,
      browser_hash: ctx.client.browserHash(),
      phone: phone ? fields.encrypt('ticket.phone', phone, id) : null,
      facts: { for: purpose, smsOnly },
      seconds: 600,
    }
    return createOneTimeTicket(db, districtId, 'action', facts, ctx.now)
  })
  const message = smsOnly ? '请先完成短信验证' : '请先验证是您本人'
  throw new Refusal(message, Ret.secondStepNeeded, { msgId, phone: maskPhone(phone), methods })
}

/**
 * A second step for an action of a signed-in user; returns the factor. Undefined if the user has no phone and no other
 * method besides those already `shown` in the session: then the calling code decides.
 */
export async function requireStepUp(
  ctx: RequestCtx,
  purpose: string,
  proof: StepUpProof,
  shown: readonly Factor[] = [],
): Promise<Factor | undefined> {
  const proved = await getProvedPurpose(ctx, proof)
  const { districtId, accountId, personId, sessionId } = ctx.actor!
  if (proved.purpose === purpose) {
    await inOwnDistrict(ctx, ({ db }) => addSessionFactor(db, sessionId, proved.factor!))
    return proved.factor
  }
  const person = await inOwnDistrict(ctx, ({ db }) => getPerson({ db, districtId }, personId), { readOnly: true })
  const phone = person?.phone ?? ''
  const methods = (await listVerificationMethods(ctx, accountId, phone)).filter((method) => !shown.includes(method))
  if (methods.length > 0) await requestProof(ctx, purpose, { phone: methods.includes('sms') ? phone : '', methods })
  return undefined
}

/**
 * A phone number opens the account, so changing it takes two proofs: one by a method of the account, because the
 * session may be stolen, and a code to the new number, because it must belong to the user.
 */
export async function requirePhoneProofs(ctx: RequestCtx, old: string, fresh: string, proof: StepUpProof) {
  const number = globalIndex('new-phone', fresh).toString('base64url')
  const { purpose: proved } = await getProvedPurpose(ctx, proof)
  if (proved === `new-phone:${number}`) return
  if (proved !== `old-phone:${number}`) {
    const methods = await listVerificationMethods(ctx, ctx.actor!.accountId, old)
    if (methods.length > 0) await requestProof(ctx, `old-phone:${number}`, { phone: old, methods })
  }
  await requestProof(ctx, `new-phone:${number}`, { phone: fresh, methods: ['sms'] })
}
