import { createHash, randomBytes } from 'node:crypto'
import { districtId, notSignedIn, type DistrictId } from '#packages/core'
import type { Credential } from './portal.ts'

const form = /^([0-9a-z]{1,6})\.([A-Za-z0-9_-]{43})$/

/** A new token for a district, and what is kept of it: only its hash. */
export function newToken(district: DistrictId) {
  const token = `${district.toString(36)}.${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token) }
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Takes a token apart. The district in it only routes; it is no claim, because the session must be found there. */
export function credentialOf(token: string): Credential {
  const number = Number.parseInt(form.exec(token)?.[1] ?? '', 36)
  if (!(number >= 1 && number < 2 ** 31)) throw notSignedIn()
  return { districtId: districtId(number), hash: hashOf(token) }
}

export function bearerOf(authorization: string | undefined): Credential {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (!token) throw notSignedIn()
  return credentialOf(token)
}
