import { newId, type DistrictId } from '#packages/core'
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
  /** Identifiers of the account: a login name, a phone number, or both. */
  userName?: string
  phone?: string
}

const batchSize = 1_000

/**
 * Creates accounts for very many people of a demo district. All have the same password, which is hashed once; without
 * one they sign in by code. Returns the account of each person.
 */
export async function seedAccounts(
  { cells, district, now }: SeedContext,
  people: readonly SeedAccount[],
  password: string | null,
): Promise<Map<string, string>> {
  const passwordHash = password === null ? null : await hashPassword(password)
  const accounts = people.map((person) => ({ id: newId(), person }))
  for (let at = 0; at < accounts.length; at += batchSize) {
    const some = accounts.slice(at, at + batchSize)
    const identifiers = some.flatMap(({ id, person: { userName, phone } }) =>
      [userName, phone].flatMap((text) => (text ? [{ account_id: id, ...hashIdentifier(text) }] : [])),
    )
    await inDirectory(cells, async (db) => {
      await insertActiveAccounts(
        db,
        some.map(({ id }) => ({ id, passwordHash })),
        district,
        now,
      )
      if (identifiers.length > 0) await addIdentifiers(db, identifiers)
    })
    const bound = some.map(({ id, person }) => ({ personId: person.personId, id, userName: person.userName ?? '' }))
    await inDistrict(cells, district, (db) => bindAccounts(db, bound, now))
  }
  return new Map(accounts.map(({ id, person }) => [person.personId, id]))
}
