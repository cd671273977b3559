import { hash, verify } from '@node-rs/argon2'
import { tooMany, createConcurrencyLimit } from '#packages/core'

// OWASP's first choice for argon2id; 13 ms on an idle core. Algorithm 2 is argon2id (its enum cannot be imported here).
const strength = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const maxConcurrent = 4
/** About three seconds of work; later requests would only time out. */
const maxWaiting = 800

/** Hashing is slow by design: on a Monday morning it must not take the cores from signed-in users. */
const limitHashing = createConcurrencyLimit(maxConcurrent, (waiting) => {
  if (waiting >= maxWaiting) throw tooMany('登录人数较多，请稍后重试', 5)
})

export const hashPassword = (password: string): Promise<string> => limitHashing(() => hash(password, strength))

let dummyHash: Promise<string> | undefined

/** Compares; without a hash it takes as long and returns false, so that timing does not reveal which users exist. */
export async function isPasswordCorrect(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await (dummyHash ??= hashPassword('nobody')))
  const matches = await limitHashing(() => verify(against, password))
  return matches && stored !== undefined
}
