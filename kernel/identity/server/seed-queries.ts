import { sql } from 'kysely'
import type { Db, DirectoryDb } from '#packages/db'

/** Inserts active accounts in one district; those that are there stay. */
export async function insertActiveAccounts(
  db: DirectoryDb,
  accounts: readonly { id: string; passwordHash: string | null }[],
  districtId: number,
  now: Date,
) {
  const rows = accounts.map(({ id, passwordHash }) => ({
    id,
    password_hash: passwordHash,
    status: 'active' as const,
    is_platform: false,
    created_at: now,
    password_changed_at: passwordHash === null ? null : now,
  }))
  await db
    .insertInto('account')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('account_district')
    .values(accounts.map(({ id }) => ({ account_id: id, district_id: districtId, used_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Binds accounts to people. */
export const bindAccounts = (db: Db, rows: readonly { personId: string; id: string; userName: string }[], now: Date) =>
  sql`
    update person p set account_id = r.id, login_name = r."userName", version = p.version + 1, updated_at = ${now},
      changed_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("personId" uuid, id uuid, "userName" text)
    where p.id = r."personId" and p.account_id is null
  `.execute(db)
