import { sql } from 'kysely'
import type { DirectoryDb } from '#packages/db'

/** The second factors of an account that work on this host. */
export const findFactorsAtHost = (db: DirectoryDb, accountId: string, host: string) =>
  db
    .selectFrom('account as a')
    .leftJoin('account_totp as t', 't.account_id', 'a.id')
    .select(sql<boolean>`t.account_id is not null`.as('hasTotp'))
    .select(
      sql<boolean>`exists (
        select from directory.account_passkey p where p.account_id = a.id and p.host = ${host})`.as('hasPasskey'),
    )
    .where('a.id', '=', accountId)
    .executeTakeFirst()

export const findTotp = (db: DirectoryDb, accountId: string) =>
  db
    .selectFrom('account_totp')
    .select(['secret', 'confirmed_at as confirmedAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const upsertTotp = (
  db: DirectoryDb,
  row: { account_id: string; secret: string; last_step: number; confirmed_at: Date },
) =>
  db
    .insertInto('account_totp')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()

/** Marks the step of a code and all earlier ones as used; of concurrent calls one succeeds. */
export async function useTotpStep(db: DirectoryDb, accountId: string, secret: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_totp')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** All secrets ordered by account, in batches. */
export const listTotpsAfter = (db: DirectoryDb, accountId: string, limit: number) =>
  db
    .selectFrom('account_totp')
    .select(['account_id as accountId', 'secret'])
    .where('account_id', '>', accountId)
    .orderBy('account_id')
    .limit(limit)
    .execute()

/** Unless another secret replaced it meanwhile. */
export async function replaceTotpSecret(
  db: DirectoryDb,
  accountId: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_totp')
    .set({ secret: to })
    .where('account_id', '=', accountId)
    .where('secret', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteTotp(db: DirectoryDb, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_totp')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const listPasskeys = (db: DirectoryDb, accountId: string) =>
  db
    .selectFrom('account_passkey')
    .select(['id', 'host', 'name', 'counter', 'transports'])
    .select(['credential_id as credentialId', 'public_key as publicKey'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()

/** Locks the account until the transaction ends, so that no other passkey is added. */
export const lockAccount = (db: DirectoryDb, id: string) =>
  db.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export interface NewPasskey {
  id: string
  account_id: string
  host: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
}

/** Returns whether it is new, because a passkey belongs to one account. */
export async function insertPasskey(db: DirectoryDb, row: NewPasskey, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('account_passkey')
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.constraint('account_passkey_credential').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Records the use of a passkey. A counter that does not rise means a copy, and returns false. */
export async function updatePasskeyCounter(db: DirectoryDb, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Returns the name of the deleted passkey. */
export const deletePasskey = (db: DirectoryDb, accountId: string, id: string) =>
  db
    .deleteFrom('account_passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

export async function deletePasskeys(db: DirectoryDb, accountId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('account_passkey')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export const hasIdentifier = async (db: DirectoryDb, accountId: string, kind: 'dingtalk') =>
  (await db
    .selectFrom('identifier')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()) !== undefined
