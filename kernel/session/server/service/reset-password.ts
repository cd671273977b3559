import { randomBytes } from 'node:crypto'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import { hashToken, type RequestCtx } from '#packages/http'
import {
  changePassword,
  countAttempt,
  findPersonOfAccount,
  resetAttempts,
  maskPhone,
  refuseWeakPassword,
} from '#kernel/identity/server/api.ts'
import { consumeTicket } from '../ticket-queries.ts'
import { beginCodeByPhone, verifyCode } from './one-time-codes.ts'
import { revokeSessionsEverywhere, enqueueSessionRevocation } from './revoke-sessions.ts'
import { getPasswordGuesses } from './password-guesses.ts'
import { isTicketOfBrowser, ticketExpired, withTicket } from './tickets.ts'

/** Begins a password reset: sends a code to the phone, if the number is known. */
export async function beginPasswordReset(ctx: RequestCtx, phone: string) {
  const checkKey = randomBytes(24).toString('base64url')
  const facts = { checkHash: hashToken(checkKey).toString('base64url') }
  const { token, retryAfter } = await beginCodeByPhone(ctx, phone, 'reset', facts)
  return { codeKey: token, phone: maskPhone(phone), code: '' as const, checkKey, newPwd: '' as const, retryAfter }
}

interface PasswordResetForm {
  codeKey: string
  phone: string
  code: string
  checkKey: string
  newPwd: string
}

const maxCallsPerTicket = 10

/**
 * Sets a new password after a code, in the browser that began. All sessions end. Before the code is proved no answer
 * depends on the number's owner, so the password is compared with the owner's name, birthday and numbers only
 * afterwards.
 */
export async function resetOwnPassword(ctx: RequestCtx, { codeKey, phone, code, checkKey, newPwd }: PasswordResetForm) {
  const { count } = await countAttempt(ctx, 'reset-calls', codeKey, 3600)
  if (count > maxCallsPerTicket) throw ticketExpired()
  await withTicket(ctx, codeKey, ['reset'], async (db, ticket, districtId) => {
    const fields = await loadFieldCipher(db, districtId)
    const isSame = fields.decrypt('ticket.phone', ticket.phone!, ticket.id) === phone
    const isProof = ticket.facts['checkHash'] === hashToken(checkKey).toString('base64url')
    if (!isSame || !isProof || !isTicketOfBrowser(ctx, ticket)) throw ticketExpired()
  })
  const { ticket, district } = await verifyCode(ctx, codeKey, code, ['reset'], { keepsTicket: true })
  await inDistrict(ctx.cells, district, async (db) => {
    const person = await findPersonOfAccount({ db, districtId: district }, ticket.accountId!)
    if (person) refuseWeakPassword('newPwd', newPwd, await getPasswordGuesses({ db, now: ctx.now }, person))
    if (!(await consumeTicket(db, ticket.id, ctx.now))) throw ticketExpired()
  })
  const ending = { accountId: ticket.accountId!, by: 'password' } as const
  await enqueueSessionRevocation(ctx, district, ending)
  await changePassword(ctx.cells, ending.accountId, newPwd)
  await resetAttempts(ctx, 'password', ending.accountId)
  await revokeSessionsEverywhere(ctx, { ...ending, change: 'password-reset' })
  return null
}
