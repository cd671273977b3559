import { hkdfSync, timingSafeEqual } from 'node:crypto'

/** Known to everybody who reads this file, so it protects nothing: for tests. */
const testKey = Buffer.alloc(32, 'qiming test key')

interface MasterKeys {
  /** Seals and signs. */
  newest: Buffer
  /** Newest first: what was sealed under any of these opens. */
  accepted: readonly Buffer[]
  /** Never replaced: what must stay comparable for ever hangs on it. */
  fixed: Buffer
}

let currentKeys: MasterKeys | undefined
const listeners = new Set<() => void>()

/**
 * Takes the keys from the settings. There is no key to fall back on: a server without its own does not start.
 * QIMING_MASTER_KEY_OTHER is accepted beside it while the master key is being replaced: the next one before, the one
 * before afterwards. QIMING_INDEX_KEY is the one that stays; an installation that was never given one goes on with its
 * master key, and has to name it as soon as there are two.
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

/** Called whenever other keys are taken: what was derived from the ones before is void. */
export const onMasterKeyChange = (forget: () => void) => listeners.add(forget)

export function getMasterKeys(): MasterKeys {
  if (!currentKeys) throw new Error('the keyring is not open: openKeyring comes first')
  return currentKeys
}

export const deriveKey = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** Whether one of the accepted keys makes it. */
export const matchesAcceptedKey = (expected: Uint8Array, make: (key: Buffer) => Uint8Array) =>
  getMasterKeys().accepted.some((key) => {
    const made = make(key).subarray(0, expected.length)
    return made.length === expected.length && timingSafeEqual(made, expected)
  })
