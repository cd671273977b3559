import { districtId, isMobile, type DistrictId } from '#packages/core'
import { globalIndex, passwordMatches } from '#packages/crypto'
import type { Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { accountByIdentifier, districtsOfAccount, joinDistrict } from '../directory-queries.ts'

/** What a login name or a phone number is found by. Case and width do not matter to people, so not to us. */
export function identifierOf(text: string) {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  const kind = isMobile(plain) ? ('phone' as const) : ('login-name' as const)
  return { kind, hash: globalIndex(kind, plain) }
}

/** The account that a name and a password open, with its districts, the last used first. Unknown and wrong are alike. */
export async function authenticate(cells: Cells, name: string, password: string) {
  const account = await inDirectory(cells, (db) => accountByIdentifier(db, identifierOf(name).hash))
  const stored = account?.status === 'active' ? (account.passwordHash ?? undefined) : undefined
  if (!(await passwordMatches(stored, password)) || !account) return undefined
  const districts = await inDirectory(cells, (db) => districtsOfAccount(db, account.id))
  return { accountId: account.id, districts: districts.map(({ id }) => districtId(id)) }
}

/** Remembers where an account was used last: there it lands the next time. */
export const rememberDistrict = (cells: Cells, accountId: string, district: DistrictId, now: Date) =>
  inDirectory(cells, (db) => joinDistrict(db, accountId, district, now))
