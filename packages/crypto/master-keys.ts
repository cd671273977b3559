import { hkdfSync, timingSafeEqual } from 'node:crypto'

/** Public in this file, so it protects nothing: for tests. */
const testKey = Buffer.alloc(32, 'qiming test key')

interface MasterKeys {
  /** Encrypts and signs. */
  newest: Buffer
  /** Newest first: values under any of these can be decrypted. */
  accepted: readonly Buffer[]
  /** Never replaced: values that must stay comparable depend on it. */
  fixed: Buffer
}

let currentKeys: MasterKeys | undefined
const listeners = new Set<() => void>()

/**
 * Reads the keys from the settings. There is no default key: a server without one does not start.
 * QIMING_MASTER_KEY_OTHER is accepted as well while the master key is being replaced: first the next one, afterwards
 * the previous one. QIMING_INDEX_KEY is never replaced; an installation without one uses its master key, and has to
 * name it as soon as there are two.
 */
export function openKeyring(env: Readonly<Record<string, string | undefined>>) {
  const newest = readKey(env, 'QIMING_MASTER_KEY')
  const other = env['QIMING_MASTER_KEY_OTHER'] ? readKey(env, 'QIMING_MASTER_KEY_OTHER') : undefined
  if (other && !env['QIMING_INDEX_KEY'])
    throw new Error(
      'QIMING_INDEX_KEY must be set before the master key is replaced: to the first master key, if it never was',
    )
  const fixed = env['QIMING_INDEX_KEY'] ? readKey(env, 'QIMING_INDEX_KEY') : newest
  setKeys({ newest, accepted: other ? [newest, other] : [newest], fixed })
}

function readKey(env: Readonly<Record<string, string | undefined>>, name: string) {
  const key = Buffer.from(env[name] ?? '', 'base64')
  if (key.length !== 32 || key.equals(testKey) || new Set(key).size < 12)
    throw new Error(`${name} must be 32 random bytes in base64: openssl rand -base64 32`)
  return key
}

export const openTestKeyring = () => setKeys({ newest: testKey, accepted: [testKey], fixed: testKey })

function setKeys(keys: MasterKeys) {
  currentKeys = keys
  for (const forget of listeners) forget()
}

/** Runs when the keys change: everything derived from the previous ones is invalid. */
export const onMasterKeyChange = (forget: () => void) => listeners.add(forget)

export function getMasterKeys(): MasterKeys {
  if (!currentKeys) throw new Error('the keyring is not open: openKeyring comes first')
  return currentKeys
}

export const deriveKey = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** Whether one of the accepted keys gives the expected bytes. */
export const matchesAcceptedKey = (expected: Uint8Array, make: (key: Buffer) => Uint8Array) =>
  getMasterKeys().accepted.some((key) => {
    const made = make(key).subarray(0, expected.length)
    return made.length === expected.length && timingSafeEqual(made, expected)
  })
