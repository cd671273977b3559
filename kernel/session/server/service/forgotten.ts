import { randomBytes } from 'node:crypto'
import { fieldsOf } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import { hashOf, type OwnCtx } from '#packages/http'
import {
  changePassword,
  countTry,
  findPersonOfAccount,
  forgetTries,
  maskPhone,
  refuseWeakPassword,
} from '#kernel/identity/server'
import { useTicket } from '../ticket-queries.ts'
import { beginByPhone, proveCode } from './codes.ts'
import { endEverywhere, prepareEnding } from './endings.ts'
import { guessesOf } from './guesses.ts'
import { isOfBrowser, overdue, withTicket } from './tickets.ts'

/** Begins to replace a forgotten password: a code goes to the phone, if it is one of ours. */
export async function forgetPassword(ctx: OwnCtx, phone: string) {
  const checkKey = randomBytes(24).toString('base64url')
  const facts = { checkHash: hashOf(checkKey).toString('base64url') }
  const { word, retryAfter } = await beginByPhone(ctx, phone, 'reset', facts)
  return { codeKey: word, phone: maskPhone(phone), code: '' as const, checkKey, newPwd: '' as const, retryAfter }
}

interface Reset {
  codeKey: string
  phone: string
  code: string
  checkKey: string
  newPwd: string
}

const callsOfTicket = 10

/**
 * The new password, for whoever has the phone in hand and the browser that began. Everything that was open ends.
 * Before the code is proved nothing is answered that depends on whose number it is: the owner's name, birthday and
 * numbers are compared with the password only afterwards.
 */
export async function resetPassword(ctx: OwnCtx, { codeKey, phone, code, checkKey, newPwd }: Reset) {
  const { count } = await countTry(ctx, 'reset-calls', codeKey, 3600)
  if (count > callsOfTicket) throw overdue()
  await withTicket(ctx, codeKey, ['reset'], async (db, ticket, districtId) => {
    const fields = await fieldsOf(db, districtId)
    const isSame = fields.decrypt('ticket.phone', ticket.phone!, ticket.id) === phone
    const isProof = ticket.facts['checkHash'] === hashOf(checkKey).toString('base64url')
    if (!isSame || !isProof || !isOfBrowser(ctx, ticket)) throw overdue()
  })
  const { ticket, district } = await proveCode(ctx, codeKey, code, ['reset'], { keepsTicket: true })
  await inDistrict(ctx.cells, district, async (db) => {
    const person = await findPersonOfAccount({ db, districtId: district }, ticket.accountId!)
    if (person) refuseWeakPassword('newPwd', newPwd, await guessesOf({ db, now: ctx.now }, person))
    if (!(await useTicket(db, ticket.id, ctx.now))) throw overdue()
  })
  const ending = { accountId: ticket.accountId!, by: 'password' } as const
  await prepareEnding(ctx, district, ending)
  await changePassword(ctx.cells, ending.accountId, newPwd)
  await forgetTries(ctx, 'password', ending.accountId)
  await endEverywhere(ctx, { ...ending, change: 'password-reset' })
  return null
}
