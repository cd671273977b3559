import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import type { DistrictId } from '#packages/core'
import type { Db } from '#packages/db'
import { deriveKey, getMasterKeys, onMasterKeyChange, matchesAcceptedKey } from './master-keys.ts'
import { insertDistrictKey, listDistrictKeys, updateWrappedKey, type DistrictKeyRow } from './district-key-queries.ts'
import { isBoundToRow, getKeyVersion, seal, unseal } from './seal.ts'

interface DistrictKeys {
  /** The version for new values. A version is known to all processes for a while before it is used. */
  writing: number
  byVersion: ReadonlyMap<number, KeyObject>
  index: KeyObject
  readAt: number
}

/**
 * Not an encryption key but the key of search hashes. It is never replaced, because all hashes would have to be
 * computed again.
 */
const indexVersion = 0
/** Maximum age of a process's copy of a district's keys. */
const freshMs = 1_000
/** Delay between creating a version and using it: by then every process has read it. */
export const activationSeconds = 3

const unwrapped = new Map<number, DistrictKeys>()
onMasterKeyChange(() => unwrapped.clear())

/** A key object, prepared once: raw key bytes make each operation four times as slow. */
const deriveReady = (key: Buffer, purpose: string) => createSecretKey(deriveKey(key, purpose))
const wrapContext = (district: DistrictId, version: number) => `district-key:${district}:${version}`
const wrap = (district: DistrictId, version: number, key: Buffer) =>
  seal(deriveKey(getMasterKeys().newest, 'wrap'), 1, key, wrapContext(district, version))

/** Creates the first keys of a district, in the transaction that creates the district. */
export async function createDistrictKey(db: Db, district: DistrictId, now: Date) {
  for (const version of [indexVersion, 1])
    await insertDistrictKey(db, { version, wrapped: wrap(district, version, randomBytes(32)), now, activeIn: 0 })
}

/**
 * Creates the next version of a district's key. Every process reads it within a second and uses it after
 * `activationSeconds`; older values stay readable.
 */
export async function rotateDistrictKey(db: Db, district: DistrictId, now: Date): Promise<number> {
  const rows = await listDistrictKeys(db)
  const opened = unwrapRows(district, rows)
  // Until now the search hashes depended on the first version: from here on they have their own key.
  if (!opened.has(indexVersion))
    await insertDistrictKey(db, {
      version: indexVersion,
      now,
      activeIn: 0,
      wrapped: wrap(district, indexVersion, deriveKey(opened.get(1)!, 'field-index')),
    })
  const version = Math.max(...opened.keys()) + 1
  await insertDistrictKey(db, {
    version,
    now,
    activeIn: activationSeconds,
    wrapped: wrap(district, version, randomBytes(32)),
  })
  return version
}

/** Wraps keys of another accepted master key under the newest. Returns their number. */
export async function rewrapDistrictKeys(db: Db, district: DistrictId): Promise<number> {
  let changed = 0
  for (const { version, wrapped } of await listDistrictKeys(db)) {
    const { key, isNewest } = unwrapOne(district, version, wrapped)
    if (isNewest) continue
    await updateWrappedKey(db, version, wrap(district, version, key))
    changed++
  }
  return changed
}

function unwrapOne(district: DistrictId, version: number, wrapped: Buffer) {
  const { accepted, newest } = getMasterKeys()
  for (const master of accepted)
    try {
      const key = unseal(deriveKey(master, 'wrap'), wrapped, wrapContext(district, version))
      return { key, isNewest: master === newest }
    } catch {
      // Under another master key.
    }
  throw new Error(`key ${version} of district ${district} opens with none of the master keys`)
}

const unwrapRows = (district: DistrictId, rows: readonly DistrictKeyRow[]) =>
  new Map(rows.map(({ version, wrapped }) => [version, unwrapOne(district, version, wrapped).key]))

/**
 * A keyed hash over all districts, for the directory: the same text gives the same bytes, which reveal nothing without
 * the key.
 */
export const globalIndex = (kind: string, text: string) =>
  createHmac('sha256', deriveKey(getMasterKeys().fixed, 'directory-index')).update(`${kind}\0${text}`).digest()

/** A signature that stays valid for years, by a key that is never replaced. */
export const createLastingSignature = (purpose: string, content: string | Uint8Array) =>
  signWithKey(getMasterKeys().fixed, purpose, content)

/** A signature of this installation for one purpose, to recognise what we issued. */
export const createSignature = (purpose: string, content: string | Uint8Array) =>
  signWithKey(getMasterKeys().newest, purpose, content)

/** Whether this is the beginning of such a signature. */
export const isValidSignature = (signature: Uint8Array, purpose: string, content: string | Uint8Array) =>
  matchesAcceptedKey(signature, (key) => signWithKey(key, purpose, content))

const signWithKey = (key: Buffer, purpose: string, content: string | Uint8Array) =>
  createHmac('sha256', deriveKey(key, `signature:${purpose}`))
    .update(content)
    .digest()

/** Encrypts a text for storage where others might read or change it, bound to purpose and context. */
export const sealText = (purpose: string, context: string, text: string): string =>
  seal(deriveKey(getMasterKeys().newest, `seal:${purpose}`), 1, Buffer.from(text), context).toString('base64')

/** Decrypts it; undefined if this installation did not encrypt it for this purpose and context. */
export const unsealText = (purpose: string, context: string, sealed: string): string | undefined =>
  tryUnsealText(purpose, context, sealed)?.text

function tryUnsealText(purpose: string, context: string, sealed: string) {
  const { accepted, newest } = getMasterKeys()
  for (const key of accepted)
    try {
      const text = unseal(deriveKey(key, `seal:${purpose}`), Buffer.from(sealed, 'base64'), context).toString()
      return { text, isNewest: key === newest }
    } catch {
      // Under another master key, or not ours.
    }
  return undefined
}

/** The same text under the newest master key; undefined if it is so already, or cannot be decrypted. */
export function resealText(purpose: string, context: string, sealed: string): string | undefined {
  const opened = tryUnsealText(purpose, context, sealed)
  return opened && !opened.isNewest ? sealText(purpose, context, opened.text) : undefined
}

/** For values without a row of their own: the field is specific enough, or PostgreSQL copies the value between rows. */
export const anyRow = ''

/**
 * Encrypts and hashes fields of one district. `row`: the id that a value is bound to; it can be decrypted only with the
 * same id.
 */
export interface FieldCipher {
  encrypt(field: string, text: string, row: string): Buffer
  decrypt(field: string, sealed: Buffer, row: string): string
  /** The same for bytes, for example a file. */
  encryptBytes(field: string, bytes: Uint8Array, row: string): Buffer
  decryptBytes(field: string, sealed: Uint8Array, row: string): Buffer
  /** A keyed hash: equal values have equal hashes, within this district and field. */
  index(field: string, text: string): Buffer
  /** Whether it would be encrypted differently today: under an older key, or without its row. */
  isOld(sealed: Uint8Array, row: string): boolean
}

export async function loadFieldCipher(db: Db, district: DistrictId): Promise<FieldCipher> {
  const known = unwrapped.get(district)
  if (!known || performance.now() - known.readAt > freshMs) await unwrap(db, district)
  // Read each time, so that long work uses a new key as soon as another call has loaded it.
  const keys = () => unwrapped.get(district) ?? fail(`the keys of district ${district} were put away`)
  const getSealContext = (field: string, row: string) => ({ context: `${district}:${field}`, row })
  const encryptBytes = (field: string, bytes: Uint8Array, row: string) => {
    const { byVersion, writing } = keys()
    return seal(byVersion.get(writing)!, writing, bytes, getSealContext(field, row))
  }
  const decryptBytes = (field: string, sealed: Uint8Array, row: string) => {
    const key = keys().byVersion.get(getKeyVersion(sealed))
    if (key) return unseal(key, sealed, getSealContext(field, row))
    unwrapped.get(district)!.readAt = -Infinity // The next call loads the keys again.
    throw new Error(`no key of version ${getKeyVersion(sealed)}`)
  }
  return {
    encrypt: (field, text, row) => encryptBytes(field, Buffer.from(text), row),
    decrypt: (field, sealed, row) => decryptBytes(field, sealed, row).toString(),
    encryptBytes,
    decryptBytes,
    index: (field, text) => createHmac('sha256', keys().index).update(`${field}\0${text}`).digest(),
    isOld: (sealed, row) => getKeyVersion(sealed) !== keys().writing || (row !== anyRow && !isBoundToRow(sealed)),
  }
}

function fail(message: string): never {
  throw new Error(message)
}

async function unwrap(db: Db, district: DistrictId) {
  const readAt = performance.now()
  const rows = await listDistrictKeys(db)
  const known = unwrapped.get(district)
  const writing = rows.findLast(({ version, isActive }) => version !== indexVersion && isActive)?.version
  if (writing === undefined) throw new Error('the district has no key')
  // A transaction that began earlier may see fewer versions than are known.
  if (known && rows.every(({ version }) => version === indexVersion || known.byVersion.has(version))) {
    unwrapped.set(district, { ...known, writing: Math.max(writing, known.writing), readAt })
    return
  }
  const opened = unwrapRows(district, rows)
  const index = opened.get(indexVersion) ?? deriveKey(opened.get(1)!, 'field-index')
  opened.delete(indexVersion)
  unwrapped.set(district, {
    writing,
    readAt,
    index: createSecretKey(index),
    byVersion: new Map([...opened].map(([version, key]) => [version, deriveReady(key, 'field-encryption')])),
  })
}
