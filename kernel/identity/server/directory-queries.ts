import { onConstraint, type DirectoryDb } from '#packages/db'

type IdentifierKind = 'login-name' | 'phone' | 'dingtalk' | 'pupil-number'

/** One account by one exact identifier. There is no function that lists accounts. */
export const accountByIdentifier = (db: DirectoryDb, hash: Buffer) =>
  db
    .selectFrom('identifier as i')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .select(['a.id', 'a.password_hash as passwordHash', 'a.status'])
    .where('i.hash', '=', hash)
    .executeTakeFirst()

/** The districts of one account, the last used first. */
export const districtsOfAccount = (db: DirectoryDb, accountId: string) =>
  db
    .selectFrom('account_district as m')
    .innerJoin('district as d', 'd.id', 'm.district_id')
    .select('d.id')
    .where('m.account_id', '=', accountId)
    .where('d.status', '=', 'active')
    .orderBy('m.used_at', 'desc')
    .execute()

/** Writes an account that is not open yet. One that is open is not changed any more: then the answer is no. */
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

export const ownerOfIdentifier = (db: DirectoryDb, hash: Buffer) =>
  db.selectFrom('identifier').select('account_id as accountId').where('hash', '=', hash).executeTakeFirst()

/** The account is found by this from now on, and by nothing that was tried before. */
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

export const joinDistrict = (db: DirectoryDb, accountId: string, districtId: number, now: Date) =>
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

/** Whether the account is as we wrote it, and nobody wrote it after us. */
export const hasPassword = async (db: DirectoryDb, accountId: string, passwordHash: string) =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst()) !== undefined

/** Gives back the names of an account that came to nothing. */
export const dropIdentifiersOfPending = (db: DirectoryDb, accountId: string) =>
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

/** Uses the invitation up; of two at once only one succeeds. */
export async function takePlatformInvitation(
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
