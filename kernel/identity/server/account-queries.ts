import { sql } from 'kysely'
import { onConstraint, type DirectoryDb } from '#packages/db'

type IdentifierKind = 'login-name' | 'phone' | 'dingtalk' | 'pupil-number' | 'developer'

/** One account by one exact identifier. There is no function that lists accounts. */
export const findAccountByIdentifier = (db: DirectoryDb, hash: Buffer) =>
  db
    .selectFrom('identifier as i')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .select(['a.id', 'a.password_hash as passwordHash', 'a.status', 'a.must_change_password as mustChangePassword'])
    .select('a.password_changed_at as passwordChangedAt')
    .where('i.hash', '=', hash)
    .executeTakeFirst()

export const findAccountById = (db: DirectoryDb, id: string) =>
  db
    .selectFrom('account as a')
    .select(['a.id', 'a.password_hash as passwordHash', 'a.status', 'a.must_change_password as mustChangePassword'])
    .select('a.password_changed_at as passwordChangedAt')
    .where('a.id', '=', id)
    .executeTakeFirst()

export const updatePasswordHash = (db: DirectoryDb, id: string, passwordHash: string, mustChange: boolean, now: Date) =>
  db
    .updateTable('account')
    .set({ password_hash: passwordHash, must_change_password: mustChange, password_changed_at: now })
    .where('id', '=', id)
    .execute()

/**
 * Adds an identifier to an account. Returns whether the account has it now, because an identifier belongs to one
 * account.
 */
export async function addIdentifier(
  db: DirectoryDb,
  accountId: string,
  identifier: { kind: IdentifierKind; hash: Buffer },
): Promise<boolean> {
  await db
    .insertInto('identifier')
    .values({ ...identifier, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findIdentifierOwner(db, identifier.hash))?.accountId === accountId
}

/** The same for several accounts. Identifiers of other accounts stay there. */
export const addIdentifiers = (
  db: DirectoryDb,
  rows: readonly { account_id: string; kind: IdentifierKind; hash: Buffer }[],
) =>
  db
    .insertInto('identifier')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const removeIdentifiers = (db: DirectoryDb, accountId: string, kind: IdentifierKind) =>
  db.deleteFrom('identifier').where('account_id', '=', accountId).where('kind', '=', kind).execute()

export const removeIdentifier = (db: DirectoryDb, accountId: string, hash: Buffer) =>
  db.deleteFrom('identifier').where('account_id', '=', accountId).where('hash', '=', hash).execute()

/** Adds `times` to a counter whose window begins with the first count. */
export async function incrementCounter(db: DirectoryDb, key: Buffer, seconds: number, now: Date, times = 1) {
  const fresh = new Date(now.getTime() + seconds * 1000)
  const isOver = sql<boolean>`limit_counter.ends_at <= ${now}`
  return db
    .insertInto('limit_counter')
    .values({ key, count: times, ends_at: fresh })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then ${times}::int else limit_counter.count + ${times}::int end`,
        ends_at: sql<Date>`case when ${isOver} then ${fresh}::timestamptz else limit_counter.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at as endsAt'])
    .executeTakeFirstOrThrow()
}

/** The present count, without waiting for concurrent updates. */
export const readCounter = async (db: DirectoryDb, key: Buffer, now: Date) =>
  db
    .selectFrom('limit_counter')
    .select(['count', 'ends_at as endsAt'])
    .where('key', '=', key)
    .where('ends_at', '>', now)
    .executeTakeFirst()

export const decrementCounter = (db: DirectoryDb, key: Buffer, times = 1) =>
  db
    .updateTable('limit_counter')
    .set({ count: sql<number>`greatest(count - ${times}::int, 0)` })
    .where('key', '=', key)
    .execute()

export const deleteCounter = (db: DirectoryDb, key: Buffer) =>
  db.deleteFrom('limit_counter').where('key', '=', key).execute()

export const deleteOldCounters = (db: DirectoryDb, now: Date) =>
  db.deleteFrom('limit_counter').where('ends_at', '<', now).execute()

export const findDistrictOfWorkplace = (db: DirectoryDb, key: string) =>
  db.selectFrom('workplace_key').select('district_id as districtId').where('key', '=', key).executeTakeFirst()

export const insertWorkplaceKey = (db: DirectoryDb, key: string, districtId: number) =>
  db
    .insertInto('workplace_key')
    .values({ key, district_id: districtId })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ district_id: districtId }))
    .execute()

/** The districts of one account, the last used first. */
export const listDistrictsOfAccount = (db: DirectoryDb, accountId: string) =>
  db
    .selectFrom('account_district as m')
    .innerJoin('district as d', 'd.id', 'm.district_id')
    .select('d.id')
    .where('m.account_id', '=', accountId)
    .where('d.status', '=', 'active')
    .orderBy('m.used_at', 'desc')
    .execute()

export const listClosedDistrictsOfAccount = (db: DirectoryDb, accountId: string) =>
  db
    .selectFrom('account_district as m')
    .innerJoin('district as d', 'd.id', 'm.district_id')
    .select('d.id')
    .where('m.account_id', '=', accountId)
    .where('d.status', '=', 'closed')
    .execute()

/** Inserts or updates a pending account. Returns false for an active account, which is not changed. */
export async function upsertPendingAccount(
  db: DirectoryDb,
  row: { id: string; password_hash: string; is_platform: boolean },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('account')
    .values({ ...row, created_at: now, password_changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ password_hash: row.password_hash, password_changed_at: now })
        .where('account.status', '=', 'pending'),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** An account without a password: its owner signs in by code. */
export const insertAccountWithoutPassword = (db: DirectoryDb, id: string, now: Date) =>
  db.insertInto('account').values({ id, is_platform: false, created_at: now }).execute()

export const findIdentifierOwner = (db: DirectoryDb, hash: Buffer) =>
  db.selectFrom('identifier').select('account_id as accountId').where('hash', '=', hash).executeTakeFirst()

export const listIdentifierOwners = (db: DirectoryDb, hashes: readonly Buffer[]) =>
  db.selectFrom('identifier').select(['hash', 'account_id as accountId']).where('hash', 'in', hashes).execute()

/** Sets the only identifier of an account, and removes those of earlier attempts. */
export async function replaceIdentifiers(
  db: DirectoryDb,
  accountId: string,
  identifier: { kind: IdentifierKind; hash: Buffer },
) {
  await db.deleteFrom('identifier').where('account_id', '=', accountId).execute()
  await db
    .insertInto('identifier')
    .values({ ...identifier, account_id: accountId })
    .execute()
    .catch(onConstraint('identifier_pkey', '用户名已被使用，请换一个'))
}

export const upsertAccountDistrict = (db: DirectoryDb, accountId: string, districtId: number, now: Date) =>
  db
    .insertInto('account_district')
    .values({ account_id: accountId, district_id: districtId, used_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'district_id']).doUpdateSet({ used_at: now }))
    .execute()

export const activateAccount = (db: DirectoryDb, accountId: string) =>
  db
    .updateTable('account')
    .set({ status: 'active' })
    .where('id', '=', accountId)
    .where('status', '=', 'pending')
    .execute()

/** Whether the account still has the password hash that we wrote. */
export const hasPasswordHash = async (db: DirectoryDb, accountId: string, passwordHash: string) =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst()) !== undefined

/** Releases the identifiers of an account that was not completed. */
export const deletePendingIdentifiers = (db: DirectoryDb, accountId: string) =>
  db
    .deleteFrom('identifier')
    .where('account_id', '=', accountId)
    .where('account_id', 'in', (of) => of.selectFrom('account').select('id').where('status', '=', 'pending'))
    .execute()

export const insertPlatformInvitation = (db: DirectoryDb, tokenHash: Buffer, expiresAt: Date, now: Date) =>
  db
    .insertInto('platform_invitation')
    .values({ token_hash: tokenHash, expires_at: expiresAt, created_at: now })
    .execute()

export const findPlatformInvitation = (db: DirectoryDb, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('platform_invitation')
    .select('account_id as accountId')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Consumes the invitation; of two concurrent calls one succeeds. */
export async function usePlatformInvitation(
  db: DirectoryDb,
  tokenHash: Buffer,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('platform_invitation')
    .set({ account_id: accountId })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('account_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Stores the mark if there is none, and returns the stored one. */
export async function getOrInsertKeyMark(db: DirectoryDb, mark: Buffer): Promise<Buffer> {
  await db
    .insertInto('index_key_mark')
    .values({ mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('index_key_mark').select('mark').executeTakeFirstOrThrow()).mark
}
