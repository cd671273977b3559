import { newId, Refusal, type DistrictId } from '#packages/core'
import { inDistrict, type Cells, type Db } from '#packages/db'
import { districtIn, hashOf, newToken, type OwnCtx } from '#packages/http'
import {
  dropTicketsOfBrowser,
  findTicket,
  insertTicket,
  type NewTicket,
  type Ticket,
  type TicketKind,
  useTicket,
} from '../ticket-queries.ts'

type Facts = Partial<Omit<NewTicket, 'kind' | 'token_hash' | 'expires_at'>> & { seconds: number }

/** Writes down something that is good for one use, and answers the word for it. */
export async function makeTicket(
  db: Db,
  district: DistrictId,
  kind: TicketKind,
  { seconds, id = newId(), ...facts }: Facts,
  now: Date,
  word = newToken(district).token,
): Promise<string> {
  const expires = new Date(now.getTime() + seconds * 1000)
  const nothing = { account_id: null, user_id: null, session_id: null, browser_hash: null, phone: null, facts: {} }
  await insertTicket(db, { ...nothing, ...facts, id, kind, token_hash: hashOf(word), expires_at: expires }, now)
  return word
}

/** The district that a word names, if there is one. */
export async function districtOfWord(cells: Cells, word: string): Promise<DistrictId | undefined> {
  const district = districtIn(word)
  return district && (await cells.cellOf(district)) !== undefined ? district : undefined
}

export const overdue = () => new Refusal('操作已过期，请重新开始')

/** Does something with a ticket that is still good and of one of these kinds, in its district. */
export async function withTicket<T>(
  ctx: OwnCtx,
  word: string,
  kinds: readonly TicketKind[],
  work: (db: Db, ticket: Ticket, district: DistrictId) => Promise<T>,
): Promise<T> {
  const district = await districtOfWord(ctx.cells, word)
  if (district === undefined) throw overdue()
  return inDistrict(ctx.cells, district, async (db) => {
    const ticket = await findTicket(db, hashOf(word), ctx.now)
    if (!ticket || !kinds.includes(ticket.kind)) throw overdue()
    return work(db, ticket, district)
  })
}

/** Whether it was made for the browser that brings it. */
export const isOfBrowser = (ctx: OwnCtx, ticket: Pick<Ticket, 'browserHash'>) =>
  ticket.browserHash === null || ticket.browserHash.equals(ctx.client.browserHash())

/** Throws away what this browser has begun in a district and not finished. */
export const dropTickets = (ctx: OwnCtx, district: DistrictId, kind: TicketKind) =>
  inDistrict(ctx.cells, district, (db) => dropTicketsOfBrowser(db, kind, ctx.client.browserHash()))

/** Uses a ticket up, in its district; of many at once one may go on. */
export const takeTicket = (ctx: OwnCtx, word: string, kind: TicketKind) =>
  withTicket(ctx, word, [kind], async (db, ticket, district) => {
    if (!isOfBrowser(ctx, ticket) || !(await useTicket(db, ticket.id, ctx.now))) throw overdue()
    return { ticket, district }
  })
