import type { OutsideKind } from '#packages/core'
import type { DirectoryDb } from '#packages/db'

/** Whether an account is a platform administrator or a developer. */
export const findOutsideAccount = (db: DirectoryDb, id: string) =>
  db
    .selectFrom('account as a')
    .leftJoin('account_profile as p', 'p.account_id', 'a.id')
    .select(['a.id', 'a.status', 'a.is_platform as isPlatform', 'a.is_developer as isDeveloper'])
    .select(['a.password_hash as passwordHash', 'a.must_change_password as mustChangePassword', 'p.sealed as profile'])
    .where('a.id', '=', id)
    .executeTakeFirst()

export const findDeveloperByIdentifier = (db: DirectoryDb, hash: Buffer) =>
  db
    .selectFrom('identifier as i')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .select(['a.id', 'a.status', 'a.password_hash as passwordHash'])
    .where('i.hash', '=', hash)
    .where('i.kind', '=', 'developer')
    .where('a.is_developer', '=', true)
    .executeTakeFirst()

/** An account that signs in outside districts; active at once. */
export const insertOutsideAccount = (
  db: DirectoryDb,
  {
    id,
    passwordHash,
    isDeveloper,
    mustChange,
  }: { id: string; passwordHash: string; isDeveloper: boolean; mustChange: boolean },
  now: Date,
) =>
  db
    .insertInto('account')
    .values({
      id,
      password_hash: passwordHash,
      status: 'active',
      is_platform: !isDeveloper,
      is_developer: isDeveloper,
      created_at: now,
      password_changed_at: now,
      must_change_password: mustChange,
    })
    .execute()

/** An account outside districts that nobody uses any more; its rows in the logs keep it. */
export const disableOutsideAccount = (db: DirectoryDb, id: string) =>
  db.updateTable('account').set({ status: 'disabled' }).where('id', '=', id).where('is_developer', '=', true).execute()

export const upsertProfile = (db: DirectoryDb, accountId: string, sealed: string, now: Date) =>
  db
    .insertInto('account_profile')
    .values({ account_id: accountId, sealed, changed_at: now })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ sealed, changed_at: now }))
    .execute()

export const listProfilesAfter = (db: DirectoryDb, after: string, limit: number) =>
  db
    .selectFrom('account_profile')
    .select(['account_id as accountId', 'sealed'])
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(limit)
    .execute()

/** Replaces the value if nobody else did. */
export async function replaceProfile(db: DirectoryDb, accountId: string, before: string, sealed: string) {
  const { numUpdatedRows } = await db
    .updateTable('account_profile')
    .set({ sealed })
    .where('account_id', '=', accountId)
    .where('sealed', '=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface NewOutsideSession {
  id: string
  kind: OutsideKind
  account_id: string
  token_hash: Buffer
  factors: string[]
  idle_seconds: number
  expires_at: Date
  address: string
  agent: string
}

export const insertOutsideSession = (db: DirectoryDb, session: NewOutsideSession, now: Date) =>
  db
    .insertInto('session')
    .values({ ...session, created_at: now, seen_at: now })
    .execute()

/** A session with the present state of its account. */
export const findOutsideSession = (db: DirectoryDb, hash: Buffer) =>
  db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.id', 's.kind', 's.account_id as accountId', 's.seen_at as seenAt', 's.idle_seconds as idleSeconds'])
    .select(['s.expires_at as expiresAt', 's.ended_at as endedAt', 'a.status'])
    .select(['a.is_platform as isPlatform', 'a.is_developer as isDeveloper'])
    .where('s.token_hash', '=', hash)
    .executeTakeFirst()

export const touchOutsideSession = (db: DirectoryDb, id: string, now: Date) =>
  db.updateTable('session').set({ seen_at: now }).where('id', '=', id).where('seen_at', '<', now).execute()

export type OutsideSessionEnd = 'logout' | 'kicked' | 'password' | 'disabled' | 'factors'

/** Ends the sessions of an account, one of them, or all but one. */
export const endOutsideSessionRows = (
  db: DirectoryDb,
  { accountId, id, exceptId, by }: { accountId: string; id?: string; exceptId?: string; by: OutsideSessionEnd },
  now: Date,
) =>
  db
    .updateTable('session')
    .set({ ended_at: now, ended_by: by })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .execute()

export interface OutsideSignIn {
  id: string
  kind: OutsideKind
  account_id: string
  session_id: string | null
  outcome: 'signed-in' | 'wrong-password' | 'wrong-code' | 'code-needed' | 'locked'
  address: string
  agent: string
  request_id: string
}

export const insertOutsideSignIn = (db: DirectoryDb, row: OutsideSignIn, now: Date) =>
  db
    .insertInto('sign_in_log')
    .values({ ...row, at: now })
    .execute()

export const isBrowserTrusted = async (db: DirectoryDb, accountId: string, browserHash: Buffer, now: Date) =>
  (await db
    .selectFrom('trusted_browser')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

export const upsertTrustedBrowser = (db: DirectoryDb, accountId: string, browserHash: Buffer, expiresAt: Date) =>
  db
    .insertInto('trusted_browser')
    .values({ account_id: accountId, browser_hash: browserHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['account_id', 'browser_hash']).doUpdateSet({ expires_at: expiresAt }))
    .execute()

export const deleteTrustedBrowsers = (db: DirectoryDb, accountId: string) =>
  db.deleteFrom('trusted_browser').where('account_id', '=', accountId).execute()

/** Removes sessions that ended half a year ago, and browsers that are no longer trusted. */
export async function deleteOldOutsideSessions(db: DirectoryDb, now: Date) {
  const halfYearAgo = new Date(now.getTime() - 183 * 24 * 3600_000)
  await db.deleteFrom('session').where('expires_at', '<', halfYearAgo).execute()
  await db.deleteFrom('trusted_browser').where('expires_at', '<', now).execute()
}
