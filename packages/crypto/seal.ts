import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

/** The first byte of everything sealed: which suite made it. Another suite gets another number, behind the same door. */
const aes256gcm = 1
const ivLength = 12
const tagLength = 16
/** By how much what is sealed is longer. */
export const sealOverhead = 2 + ivLength + tagLength

/** Encrypts under a 256-bit key. `context` is not stored but must be the same for opening: a value moved elsewhere stays shut. */
export function seal(key: Buffer | KeyObject, keyVersion: number, plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(aes256gcm, keyVersion), iv, body, cipher.getAuthTag()])
}

export const keyVersionOf = (sealed: Uint8Array) => sealed[1]!

export function unseal(key: Buffer | KeyObject, sealed: Uint8Array, context: string): Buffer {
  if (sealed[0] !== aes256gcm) throw new Error(`sealed by an unknown suite (${sealed[0]})`)
  const iv = sealed.subarray(2, 2 + ivLength)
  const body = sealed.subarray(2 + ivLength, -tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(body), decipher.final()])
}
