import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import type { DistrictId } from '#packages/core'
import type { Db } from '#packages/db'
import { keyVersionOf, seal, unseal } from './seal.ts'

/** Known to everybody who reads this file, so it protects nothing: for tests. */
const testKey = Buffer.alloc(32, 'qiming test key')

interface Keys {
  version: number
  encryption: KeyObject
}
interface DistrictKeys {
  newest: Keys
  byVersion: ReadonlyMap<number, Keys>
  index: KeyObject
}

let master: Buffer | undefined
const unwrapped = new Map<number, DistrictKeys>()

/** Takes the master key from the settings. There is no key to fall back on: a server without its own does not start. */
export function openKeyring(env: Readonly<Record<string, string | undefined>>) {
  const key = Buffer.from(env['QIMING_MASTER_KEY'] ?? '', 'base64')
  if (key.length !== 32 || key.equals(testKey) || new Set(key).size < 12)
    throw new Error('QIMING_MASTER_KEY must be 32 random bytes in base64: openssl rand -base64 32')
  use(key)
}

export const openTestKeyring = () => use(testKey)

function use(key: Buffer) {
  master = key
  unwrapped.clear()
}

function masterKey(): Buffer {
  if (!master) throw new Error('the keyring is not open: openKeyring comes first')
  return master
}

const derive = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
/** Made ready once: Node takes four times as long over each field with the bytes of a key. */
const deriveReady = (key: Buffer, purpose: string) => createSecretKey(derive(key, purpose))
const wrapContext = (district: DistrictId, version: number) => `district-key:${district}:${version}`

/** Makes the first key of a district, in the transaction that creates it. */
export async function createDistrictKey(db: Db, district: DistrictId, now: Date) {
  const wrapped = seal(derive(masterKey(), 'wrap'), 1, randomBytes(32), wrapContext(district, 1))
  await db.insertInto('district_key').values({ version: 1, wrapped, created_at: now }).execute()
}

/** Equality over all districts, for the directory: the same text gives the same bytes, and tells nothing without the key. */
export const globalIndex = (kind: string, text: string) =>
  createHmac('sha256', derive(masterKey(), 'directory-index')).update(`${kind}\0${text}`).digest()

/** A signature that only this installation makes, for this purpose: of what we hand out and want to know again. */
export const signatureOf = (purpose: string, content: string | Uint8Array) =>
  createHmac('sha256', derive(masterKey(), `signature:${purpose}`))
    .update(content)
    .digest()

/** Seals a text that is put where others might read or change it, for this purpose and place. */
export const sealText = (purpose: string, place: string, text: string): string =>
  seal(derive(masterKey(), `seal:${purpose}`), 1, Buffer.from(text), place).toString('base64')

/** Opens it again; nothing if it was not sealed by this installation for this purpose and place. */
export function unsealText(purpose: string, place: string, sealed: string): string | undefined {
  try {
    return unseal(derive(masterKey(), `seal:${purpose}`), Buffer.from(sealed, 'base64'), place).toString()
  } catch {
    return undefined
  }
}

/** Encrypts and finds single fields of one district. */
export interface FieldCipher {
  encrypt(field: string, text: string): Buffer
  decrypt(field: string, sealed: Buffer): string
  /** The same for what is no text: a file. */
  encryptBytes(field: string, bytes: Uint8Array): Buffer
  decryptBytes(field: string, sealed: Uint8Array): Buffer
  /** A keyed hash of the value: equal values have equal hashes, within this district and field. */
  index(field: string, text: string): Buffer
}

export async function fieldsOf(db: Db, district: DistrictId): Promise<FieldCipher> {
  const keys = unwrapped.get(district) ?? (await unwrap(db, district))
  const context = (field: string) => `${district}:${field}`
  const encryptBytes = (field: string, bytes: Uint8Array) =>
    seal(keys.newest.encryption, keys.newest.version, bytes, context(field))
  const decryptBytes = (field: string, sealed: Uint8Array) => {
    const key = keys.byVersion.get(keyVersionOf(sealed))
    if (!key) throw new Error(`no key of version ${keyVersionOf(sealed)}`)
    return unseal(key.encryption, sealed, context(field))
  }
  return {
    encrypt: (field, text) => encryptBytes(field, Buffer.from(text)),
    decrypt: (field, sealed) => decryptBytes(field, sealed).toString(),
    encryptBytes,
    decryptBytes,
    index: (field, text) => createHmac('sha256', keys.index).update(`${field}\0${text}`).digest(),
  }
}

async function unwrap(db: Db, district: DistrictId): Promise<DistrictKeys> {
  const rows = await db.selectFrom('district_key').select(['version', 'wrapped']).orderBy('version').execute()
  const opened = rows.map(({ version, wrapped }) => ({
    version,
    key: unseal(derive(masterKey(), 'wrap'), wrapped, wrapContext(district, version)),
  }))
  const [first] = opened
  if (!first) throw new Error('the district has no key')
  const keys = opened.map(({ version, key }) => ({ version, encryption: deriveReady(key, 'field-encryption') }))
  // Hashes must stay comparable when the encryption key is replaced: they keep the first version.
  const made = {
    newest: keys.at(-1)!,
    byVersion: new Map(keys.map((key) => [key.version, key])),
    index: deriveReady(first.key, 'field-index'),
  }
  unwrapped.set(district, made)
  return made
}
