import { sql } from 'kysely'
import type { ActorKind } from '#packages/core'
import type { Db } from '#packages/db'

export interface NewSession {
  id: string
  token_hash: Buffer
  kind: Exclude<ActorKind, 'job'>
  account_id: string
  person_id: string
  user_id: string
  org_id: string
  idle_seconds: number
  expires_at: Date
  address: string
  agent: string
}

export const insertSession = (db: Db, session: NewSession, now: Date) =>
  db
    .insertInto('session')
    .values({ ...session, created_at: now, seen_at: now })
    .execute()

export const findSession = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('session')
    .select(['id', 'kind', 'account_id as accountId', 'person_id as personId', 'user_id as userId', 'org_id as orgId'])
    .select(['seen_at as seenAt', 'idle_seconds as idleSeconds', 'expires_at as expiresAt', 'ended_at as endedAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const endSession = (db: Db, id: string, by: 'logout' | 'kicked', now: Date) =>
  db
    .updateTable('session')
    .set({ ended_at: now, ended_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

/** The identity that an account used last in this district. */
export const lastUsed = (db: Db, accountId: string) =>
  db
    .selectFrom('session')
    .select('user_id as userId')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'staff')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const touchSessions = (db: Db, ids: readonly string[], now: Date) =>
  db
    .updateTable('session')
    .set({ seen_at: now })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .execute()

/** Sessions that ended or ran out long ago; the logs keep what must be kept. */
export const deleteOldSessions = (db: Db, before: Date) =>
  db.deleteFrom('session').where('expires_at', '<', before).execute()
