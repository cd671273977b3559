import { createHash, randomBytes } from 'node:crypto'
import { districtId, notSignedIn, type DistrictId } from '#packages/core'
import type { Credential } from './portal.ts'

const form = /^([0-9a-z]{1,6})\.([A-Za-z0-9_-]{43})$/

/** A new token for a district (0 is the platform itself), and its hash, the only part that is stored. */
export function newToken(district: number) {
  const token = `${district.toString(36)}.${randomBytes(32).toString('base64url')}`
  return { token, hash: hashToken(token) }
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * The district that a token names. It only selects the cell and proves nothing, because the session must be found
 * there.
 */
export function parseTokenDistrict(token: string): DistrictId | undefined {
  const number = parseTokenNumber(token)
  return number !== undefined && number >= 1 && number < 2 ** 31 ? districtId(number) : undefined
}
export const isPlatformToken = (token: string) => parseTokenNumber(token) === 0

function parseTokenNumber(token: string): number | undefined {
  const part = form.exec(token)?.[1]
  return part === undefined ? undefined : Number.parseInt(part, 36)
}

export function parseCredential(token: string): Credential {
  const district = parseTokenDistrict(token)
  if (district === undefined) throw notSignedIn()
  return { districtId: district, hash: hashToken(token) }
}

export const parseBearer = (authorization: string | undefined): Credential => parseCredential(readToken(authorization))

/** The token of the header; refuses a request without one. */
export function readToken(authorization: string | undefined): string {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (!token) throw notSignedIn()
  return token
}
