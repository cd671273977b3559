import { newId, Refusal, type DistrictId } from '#packages/core'
import { inDistrict, type Cells, type Db } from '#packages/db'
import { parseTokenDistrict, hashToken, newToken, type RequestCtx } from '#packages/http'
import {
  deleteTicketsOfBrowser,
  findTicket,
  insertTicket,
  type NewTicket,
  type Ticket,
  type TicketKind,
  consumeTicket,
} from '../ticket-queries.ts'

type TicketValues = Partial<Omit<NewTicket, 'kind' | 'token_hash' | 'expires_at'>> & { seconds: number }

/** Writes down something that is good for one use, and answers the word for it. */
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
  await insertTicket(db, { ...nothing, ...facts, id, kind, token_hash: hashToken(token), expires_at: expires }, now)
  return token
}

/** The district that a word names, if there is one. */
export async function findTokenDistrict(cells: Cells, token: string): Promise<DistrictId | undefined> {
  const district = parseTokenDistrict(token)
  return district && (await cells.cellOf(district)) !== undefined ? district : undefined
}

export const ticketExpired = () => new Refusal('操作已过期，请重新开始')

/** Does something with a ticket that is still good and of one of these kinds, in its district. */
export async function withTicket<T>(
  ctx: RequestCtx,
  token: string,
  kinds: readonly TicketKind[],
  work: (db: Db, ticket: Ticket, district: DistrictId) => Promise<T>,
): Promise<T> {
  const district = await findTokenDistrict(ctx.cells, token)
  if (district === undefined) throw ticketExpired()
  return inDistrict(ctx.cells, district, async (db) => {
    const ticket = await findTicket(db, hashToken(token), ctx.now)
    if (!ticket || !kinds.includes(ticket.kind)) throw ticketExpired()
    return work(db, ticket, district)
  })
}

/** Whether it was made for the browser that brings it. */
export const isTicketOfBrowser = (ctx: RequestCtx, ticket: Pick<Ticket, 'browserHash'>) =>
  ticket.browserHash === null || ticket.browserHash.equals(ctx.client.browserHash())

/** Throws away what this browser has begun in a district and not finished. */
export const deleteTickets = (ctx: RequestCtx, district: DistrictId, kind: TicketKind) =>
  inDistrict(ctx.cells, district, (db) => deleteTicketsOfBrowser(db, kind, ctx.client.browserHash()))

/** Uses a ticket up, in its district; of many at once one may go on. */
export const redeemTicket = (ctx: RequestCtx, token: string, kind: TicketKind) =>
  withTicket(ctx, token, [kind], async (db, ticket, district) => {
    if (!isTicketOfBrowser(ctx, ticket) || !(await consumeTicket(db, ticket.id, ctx.now))) throw ticketExpired()
    return { ticket, district }
  })
