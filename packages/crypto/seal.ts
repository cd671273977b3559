import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

/** The first byte of everything sealed: which suite made it. Another suite gets another number, behind the same door. */
const aes256gcm = 1
/** The same cipher; what was sealed also belongs to one row. */
const aes256gcmOfRow = 2
const ivLength = 12
const tagLength = 16
/** By how much what is sealed is longer. */
export const sealOverhead = 2 + ivLength + tagLength

/** Where a sealed value belongs: not stored, but it must be the same for opening. A value moved elsewhere stays shut. */
interface SealPlace {
  context: string
  /** Nothing: anywhere in this context. */
  row: string
}

const anywhere = (context: string): SealPlace => ({ context, row: '' })
const placeOf = (place: string | SealPlace) => (typeof place === 'string' ? anywhere(place) : place)

/** Encrypts under a 256-bit key. */
export function seal(
  key: Buffer | KeyObject,
  keyVersion: number,
  plain: Uint8Array,
  where: string | SealPlace,
): Buffer {
  const place = placeOf(where)
  const suite = place.row ? aes256gcmOfRow : aes256gcm
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(authenticated(suite, place))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(suite, keyVersion), iv, body, cipher.getAuthTag()])
}

const authenticated = (suite: number, { context, row }: SealPlace) =>
  Buffer.from(suite === aes256gcmOfRow ? `${context}\0${row}` : context)

export const keyVersionOf = (sealed: Uint8Array) => sealed[1]!
export const isOfRow = (sealed: Uint8Array) => sealed[0] === aes256gcmOfRow

/** What was sealed before rows were part of it opens in any row, until it is sealed anew. */
export function unseal(key: Buffer | KeyObject, sealed: Uint8Array, where: string | SealPlace): Buffer {
  const suite = sealed[0]!
  if (suite !== aes256gcm && suite !== aes256gcmOfRow) throw new Error(`sealed by an unknown suite (${suite})`)
  const iv = sealed.subarray(2, 2 + ivLength)
  const body = sealed.subarray(2 + ivLength, -tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(authenticated(suite, placeOf(where)))
    .setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(body), decipher.final()])
}
