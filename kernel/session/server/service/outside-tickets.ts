import { newId, type OutsideKind } from '#packages/core'
import { sealText, unsealText } from '#packages/crypto'
import type { RequestCtx } from '#packages/http'
import { countAttempt, limitAttempts } from '#kernel/identity/server/api.ts'
import { getBrowserKey } from '../device-name.ts'
import { ticketExpired } from './tickets.ts'

const ticketSeconds = 600
export const codeSeconds = 300
const maxTries = 5
const wrongCodesAnHour = 20
export const resendSeconds = 60

/**
 * The state between two steps of a sign-in, or of a change that codes prove. It is encrypted with the master key, bound
 * to the browser, and held by the page: it needs neither Redis nor a row. Each step takes the tickets of its own kind
 * only.
 */
export interface OutsideTicket {
  id: string
  accountId: string
  /** `password`: the owner must choose another one. `reset`: it was forgotten. `phone`: another number. */
  step: 'totp' | 'setup' | 'sms' | 'password' | 'reset' | 'phone'
  until: number
  /** Of the authenticator that is being set up. */
  secret?: string
  /** Of the text message. */
  code?: string
  /** The number that gets or got a code, where it is not that of the account. */
  phone?: string
  /** Of the text message to the new number. */
  newCode?: string
  /** What was proved before the password has to be changed. */
  factors?: readonly string[]
}

type TicketCtx = Pick<RequestCtx, 'cells' | 'client' | 'ephemeralStore' | 'now'>

const getTicketContext = (ctx: TicketCtx, kind: OutsideKind) => `${kind}:${getBrowserKey(ctx)}`
const sealPurpose = 'outside-sign-in'

export const sealTicket = (
  ctx: TicketCtx,
  kind: OutsideKind,
  ticket: Omit<OutsideTicket, 'id' | 'until'>,
  seconds: number = ticketSeconds,
) =>
  sealText(
    sealPurpose,
    getTicketContext(ctx, kind),
    JSON.stringify({ ...ticket, id: newId(), until: ctx.now.getTime() + seconds * 1000 } satisfies OutsideTicket),
  )

export function openTicket(
  ctx: TicketCtx,
  kind: OutsideKind,
  sealed: string,
  steps: readonly OutsideTicket['step'][],
): OutsideTicket {
  const text = unsealText(sealPurpose, getTicketContext(ctx, kind), sealed)
  const ticket = text === undefined ? undefined : (JSON.parse(text) as OutsideTicket)
  if (!ticket || !steps.includes(ticket.step) || ticket.until <= ctx.now.getTime()) throw ticketExpired()
  return ticket
}

/** Counted before the comparison, so that concurrent guesses are counted guesses. */
export async function limitCodes(ctx: TicketCtx, { id, accountId, phone }: OutsideTicket) {
  if ((await countAttempt(ctx, 'outside-ticket', id, ticketSeconds)).count > maxTries) throw ticketExpired()
  // By number where one was typed, because an unknown one has no account.
  await limitAttempts(ctx, 'outside-code', phone ?? accountId, wrongCodesAnHour, 3600)
}

/** A ticket has its effect once. */
export async function useTicketOnce(ctx: TicketCtx, id: string) {
  if ((await countAttempt(ctx, 'outside-ticket-used', id, ticketSeconds)).count > 1) throw ticketExpired()
}
