import { newId, Refusal, type DistrictId } from '#packages/core'
import { inDistrict, type Cells, type Db } from '#packages/db'
import { parseTokenDistrict, hashToken, newToken, type RequestCtx } from '#packages/http'
import {
  deleteTicketsOfBrowser,
  findSignInTicket,
  insertSignInTicket,
  type NewSignInTicket,
  type SignInTicket,
  type TicketKind,
  consumeTicket,
} from '../ticket-queries.ts'

type TicketValues = Partial<Omit<NewSignInTicket, 'kind' | 'token_hash' | 'expires_at'>> & { seconds: number }

/** Creates a ticket for one use and returns its token. */
export async function createOneTimeTicket(
  db: Db,
  district: DistrictId,
  kind: TicketKind,
  { seconds, id = newId(), ...facts }: TicketValues,
  now: Date,
  token = newToken(district).token,
): Promise<string> {
  const expires = new Date(now.getTime() + seconds * 1000)
  const nothing = { account_id: null, user_id: null, session_id: null, browser_hash: null, phone: null, facts: {} }
  await insertSignInTicket(
    db,
    { ...nothing, ...facts, id, kind, token_hash: hashToken(token), expires_at: expires },
    now,
  )
  return token
}

/** The district that a token names, if it exists. */
export async function findTokenDistrict(cells: Cells, token: string): Promise<DistrictId | undefined> {
  const district = parseTokenDistrict(token)
  return district && (await cells.cellOf(district)) !== undefined ? district : undefined
}

export const ticketExpired = () => new Refusal('操作已过期，请重新开始')

/** Runs work with a valid ticket of one of these kinds, in its district. */
export async function withTicket<T>(
  ctx: RequestCtx,
  token: string,
  kinds: readonly TicketKind[],
  work: (db: Db, ticket: SignInTicket, district: DistrictId) => Promise<T>,
): Promise<T> {
  const district = await findTokenDistrict(ctx.cells, token)
  if (district === undefined) throw ticketExpired()
  return inDistrict(ctx.cells, district, async (db) => {
    const ticket = await findSignInTicket(db, hashToken(token), ctx.now)
    if (!ticket || !kinds.includes(ticket.kind)) throw ticketExpired()
    return work(db, ticket, district)
  })
}

/** Whether the ticket was created for this browser. */
export const isTicketOfBrowser = (ctx: RequestCtx, ticket: Pick<SignInTicket, 'browserHash'>) =>
  ticket.browserHash === null || ticket.browserHash.equals(ctx.client.browserHash())

/** Deletes unfinished tickets of this browser in a district. */
export const deleteTickets = (ctx: RequestCtx, district: DistrictId, kind: TicketKind) =>
  inDistrict(ctx.cells, district, (db) => deleteTicketsOfBrowser(db, kind, ctx.client.browserHash()))

/** Consumes a ticket; of concurrent requests one succeeds. */
export const redeemTicket = (ctx: RequestCtx, token: string, kind: TicketKind) =>
  withTicket(ctx, token, [kind], async (db, ticket, district) => {
    if (!isTicketOfBrowser(ctx, ticket) || !(await consumeTicket(db, ticket.id, ctx.now))) throw ticketExpired()
    return { ticket, district }
  })
