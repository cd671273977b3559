import { sql } from 'kysely'
import type { DayRange, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { isWithinDays, inScope, readPage, type Db } from '#packages/db'
import type { TicketStatus } from '../contract.ts'

export interface NewTicket {
  id: string
  org_id: string
  requester_id: string
  person_id: string
  title: string
  text: Buffer
  page: string
}

export const insertTicket = (db: Db, ticket: NewTicket, now: Date) =>
  db
    .insertInto('support_ticket')
    .values({ ...ticket, created_at: now })
    .execute()

const selectTickets = (db: Db) =>
  db
    .selectFrom('support_ticket as t')
    .innerJoin('v_person as p', 'p.id', 't.person_id')
    .innerJoin('v_org as o', 'o.id', 't.org_id')
    .select([
      't.id',
      't.title',
      't.status',
      'p.name as asker',
      'o.name as orgName',
      't.requester_id as requesterId',
      't.created_at as createdAt',
      't.answered_at as answeredAt',
    ])

const inTicketScope = (scope: Scope) => inScope(scope, { org: 't.org_id', owner: 't.requester_id' })

export interface TicketFilter extends DayRange {
  status?: TicketStatus | undefined
  keyword: string
  excludedRequesterId?: string | undefined
}

export function readTicketPage(
  db: Db,
  scope: Scope,
  { status, keyword, excludedRequesterId, ...days }: TicketFilter,
  page: PageQuery,
) {
  let query = selectTickets(db).where(inTicketScope(scope)).where(isWithinDays('t.created_at', days))
  if (status) query = query.where('t.status', '=', status)
  if (excludedRequesterId) query = query.where('t.requester_id', '<>', excludedRequesterId)
  if (keyword) query = query.where(sql<boolean>`strpos(t.title, ${keyword}) > 0`)
  return readPage(db, query.orderBy('t.created_at', 'desc').orderBy('t.id', 'desc'), page)
}

export const findTicket = (db: Db, scope: Scope, id: string) =>
  selectTickets(db)
    .leftJoin('v_person as a', 'a.id', 't.answerer_id')
    .select(['t.text', 't.page', 't.answer', 'a.name as answerer', 't.org_id as orgId', 't.person_id as personId'])
    .where('t.id', '=', id)
    .where(inTicketScope(scope))
    .executeTakeFirst()

/** Returns false if the ticket was already answered or withdrawn. */
export async function markTicketAnswered(db: Db, id: string, answer: Buffer, answererId: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('support_ticket')
    .set({ status: 'answered', answer, answerer_id: answererId, answered_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function markTicketWithdrawn(db: Db, id: string) {
  const { numUpdatedRows } = await db
    .updateTable('support_ticket')
    .set({ status: 'withdrawn' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function countTickets(db: Db, orgIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('support_ticket')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`org_id = any(${orgIds}::uuid[])`)
    .executeTakeFirstOrThrow()
  return count
}

export const moveTickets = (db: Db, fromId: string, toId: string) =>
  db.updateTable('support_ticket').set({ org_id: toId }).where('org_id', '=', fromId).execute()
