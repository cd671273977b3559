import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

/** The first byte of encrypted values: the cipher suite. Another suite gets another number. */
const aes256gcm = 1
/** The same cipher, with the value bound to one row. */
const aes256gcmOfRow = 2
const ivLength = 12
const tagLength = 16
/** Number of extra bytes of an encrypted value. */
export const sealOverhead = 2 + ivLength + tagLength

/**
 * The context of an encrypted value: not stored, but needed for decryption. A value that was moved elsewhere cannot be
 * decrypted.
 */
interface SealContext {
  context: string
  /** Empty: any row of this context. */
  row: string
}

const contextOnly = (context: string): SealContext => ({ context, row: '' })
const toSealContext = (sealContext: string | SealContext) =>
  typeof sealContext === 'string' ? contextOnly(sealContext) : sealContext

/** Encrypts under a 256-bit key. */
export function seal(
  key: Buffer | KeyObject,
  keyVersion: number,
  plain: Uint8Array,
  boundTo: string | SealContext,
): Buffer {
  const sealContext = toSealContext(boundTo)
  const suite = sealContext.row ? aes256gcmOfRow : aes256gcm
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(getAuthenticatedData(suite, sealContext))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(suite, keyVersion), iv, body, cipher.getAuthTag()])
}

const getAuthenticatedData = (suite: number, { context, row }: SealContext) =>
  Buffer.from(suite === aes256gcmOfRow ? `${context}\0${row}` : context)

export const getKeyVersion = (sealed: Uint8Array) => sealed[1]!
export const isBoundToRow = (sealed: Uint8Array) => sealed[0] === aes256gcmOfRow

/** Values from before rows were bound can be decrypted in any row, until they are encrypted again. */
export function unseal(key: Buffer | KeyObject, sealed: Uint8Array, boundTo: string | SealContext): Buffer {
  const suite = sealed[0]!
  if (suite !== aes256gcm && suite !== aes256gcmOfRow) throw new Error(`sealed by an unknown suite (${suite})`)
  const iv = sealed.subarray(2, 2 + ivLength)
  const body = sealed.subarray(2 + ivLength, -tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(getAuthenticatedData(suite, toSealContext(boundTo)))
    .setAuthTag(sealed.subarray(-tagLength))
  const plain = decipher.update(body)
  // This mode returns everything at once; the end only checks the tag.
  decipher.final()
  return plain
}
