import type { DistrictId } from '#packages/core'
import { hashPassword } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { addIdentifiers } from './account-queries.ts'
import { bindAccounts, insertActiveAccounts } from './seed-queries.ts'
import { hashIdentifier } from './service/account.ts'

interface SeedContext {
  cells: Cells
  district: DistrictId
  now: Date
}

interface SeedAccount {
  personId: string
  /** Chosen by the caller, so that an interrupted seed creates no second account. */
  accountId: string
  /** Identifiers of the account: a login name, a phone number, or both. */
  userName?: string
  phone?: string
}

const batchSize = 1_000

/**
 * Creates accounts for very many people of a demo district. All have the same password, which is hashed once; without
 * one they sign in by code. Safe to repeat with the same people.
 */
export async function seedAccounts(
  { cells, district, now }: SeedContext,
  people: readonly SeedAccount[],
  password: string | null,
): Promise<void> {
  const passwordHash = password === null ? null : await hashPassword(password)
  for (let at = 0; at < people.length; at += batchSize) {
    const some = people.slice(at, at + batchSize)
    const identifiers = some.flatMap(({ accountId, userName, phone }) =>
      [userName, phone].flatMap((text) => (text ? [{ account_id: accountId, ...hashIdentifier(text) }] : [])),
    )
    await inDirectory(cells, async (db) => {
      await insertActiveAccounts(
        db,
        some.map(({ accountId }) => ({ id: accountId, passwordHash })),
        district,
        now,
      )
      if (identifiers.length > 0) await addIdentifiers(db, identifiers)
    })
    const bound = some.map(({ personId, accountId, userName = '' }) => ({ personId, id: accountId, userName }))
    await inDistrict(cells, district, (db) => bindAccounts(db, bound, now))
  }
}
