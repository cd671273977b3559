import { createHash, randomBytes } from 'node:crypto'
import { districtId, notSignedIn, type DistrictId } from '#packages/core'
import type { Credential } from './portal.ts'

const form = /^([0-9a-z]{1,6})\.([A-Za-z0-9_-]{43})$/

/** A new token for a district (0 is the platform itself), and what is kept of it: only its hash. */
export function newToken(district: number) {
  const token = `${district.toString(36)}.${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token) }
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The district that a token names. It only routes; it is no claim, because what it stands for must be found there. */
export function districtIn(token: string): DistrictId | undefined {
  const number = numberIn(token)
  return number !== undefined && number >= 1 && number < 2 ** 31 ? districtId(number) : undefined
}
export const isOfPlatform = (token: string) => numberIn(token) === 0

function numberIn(token: string): number | undefined {
  const part = form.exec(token)?.[1]
  return part === undefined ? undefined : Number.parseInt(part, 36)
}

export function credentialOf(token: string): Credential {
  const district = districtIn(token)
  if (district === undefined) throw notSignedIn()
  return { districtId: district, hash: hashOf(token) }
}

export function bearerOf(authorization: string | undefined): Credential {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (!token) throw notSignedIn()
  return credentialOf(token)
}
