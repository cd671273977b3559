import { sql } from 'kysely'
import type { Db } from '#packages/db'

export type TicketKind =
  | 'second-step'
  | 'sms-login'
  | 'family-login'
  | 'reset'
  | 'action'
  | 'open-app'
  | 'bind'
  | 'transfer'
  | 'developer'

export interface NewSignInTicket {
  id: string
  kind: TicketKind
  token_hash: Buffer
  account_id: string | null
  user_id: string | null
  session_id: string | null
  browser_hash: Buffer | null
  phone: Buffer | null
  facts: object
  expires_at: Date
}

/** Returns whether the ticket is new; a repeated token is not stored again. */
export async function insertSignInTicket(db: Db, { facts, ...ticket }: NewSignInTicket, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ticket')
    .values({ ...ticket, facts: JSON.stringify(facts), created_at: now })
    .onConflict((conflict) => conflict.constraint('ticket_token').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export interface SignInTicket {
  id: string
  kind: TicketKind
  accountId: string | null
  userId: string | null
  sessionId: string | null
  browserHash: Buffer | null
  phone: Buffer | null
  sentAt: Date | null
  facts: Readonly<Record<string, unknown>>
}

/** A valid ticket. */
export const findSignInTicket = (db: Db, tokenHash: Buffer, now: Date): Promise<SignInTicket | undefined> =>
  db
    .selectFrom('ticket')
    .select(['id', 'account_id as accountId', 'user_id as userId', 'session_id as sessionId', 'phone'])
    .select(['browser_hash as browserHash', 'sent_at as sentAt'])
    .select([sql<TicketKind>`kind`.as('kind'), sql<Record<string, unknown>>`facts`.as('facts')])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Consumes the ticket; of concurrent calls one succeeds. */
export async function consumeTicket(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ticket')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Sets a new code, unless one was sent since `notSince`; of concurrent calls one may send. */
export async function setTicketCode(db: Db, id: string, codeHash: Buffer, notSince: Date, until: Date, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('ticket')
    .set({ code_hash: codeHash, sent_at: now, expires_at: until, tries: 0, facts: sql`facts - 'isPasskey'` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where((of) => of.or([of('sent_at', 'is', null), of('sent_at', '<=', notSince)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Sending failed, so the next attempt need not wait. */
export const clearUnsentCode = (db: Db, id: string, codeHash: Buffer) =>
  db
    .updateTable('ticket')
    .set({ sent_at: null, code_hash: null })
    .where('id', '=', id)
    .where('code_hash', '=', codeHash)
    .execute()

/**
 * Compares a code and counts the attempt in one statement; the right code consumes the ticket. `withoutCode`: also
 * counts if no message was sent, because another method may answer.
 */
export async function consumeCode(
  db: Db,
  id: string,
  codeHash: Buffer,
  maxTries: number,
  now: Date,
  { withoutCode = false } = {},
) {
  const { rows } = await sql<{ right: boolean; tries: number }>`
    update ticket
    set tries = tries + 1, used_at = case when code_hash = ${codeHash} then ${now}::timestamptz end
    where id = ${id} and used_at is null and expires_at > ${now} and tries < ${maxTries}
      and (code_hash is not null or ${withoutCode})
    returning used_at is not null as right, tries
  `.execute(db)
  return rows[0]
}

/** Compares a code and counts a wrong one in one statement; the ticket stays valid. */
export async function compareCode(db: Db, id: string, codeHash: Buffer, maxTries: number, now: Date) {
  const { rows } = await sql<{ right: boolean; tries: number }>`
    update ticket
    set tries = tries + case when code_hash = ${codeHash} then 0 else 1 end
    where id = ${id} and used_at is null and expires_at > ${now} and code_hash is not null and tries < ${maxTries}
    returning code_hash = ${codeHash} as right, tries
  `.execute(db)
  return rows[0]
}

/** Stores the challenge of a passkey with its ticket, in place of the previous one. */
export const setChallenge = (db: Db, id: string, challenge: string) =>
  sql`
    update ticket set facts = facts || jsonb_build_object('challenge', ${challenge}::text)
    where id = ${id} and used_at is null
  `.execute(db)

/** Consumes the challenge and counts the attempt; of concurrent calls one succeeds. */
export async function consumeChallenge(db: Db, id: string, challenge: string, maxTries: number, now: Date) {
  const { numAffectedRows } = await sql`
    update ticket set facts = facts - 'challenge', tries = tries + 1
    where id = ${id} and used_at is null and expires_at > ${now} and tries < ${maxTries}
      and facts->>'challenge' = ${challenge}
  `.execute(db)
  return numAffectedRows === 1n
}

/** A passkey was verified: sets the code that only its browser gets. */
export async function setPasskeyCode(db: Db, id: string, codeHash: Buffer, until: Date, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ticket set code_hash = ${codeHash}, facts = facts || '{"isPasskey": true}', tries = 0, expires_at = greatest(expires_at, ${until})
    where id = ${id} and used_at is null and expires_at > ${now}
  `.execute(db)
  return numAffectedRows === 1n
}

export const deleteTicketsOfBrowser = (db: Db, kind: TicketKind, browserHash: Buffer) =>
  db.deleteFrom('ticket').where('kind', '=', kind).where('browser_hash', '=', browserHash).execute()

export const deleteOldTickets = (db: Db, before: Date) =>
  db.deleteFrom('ticket').where('expires_at', '<', before).execute()
