import { hash, verify } from '@node-rs/argon2'
import { tooMany, createConcurrencyLimit } from '#packages/core'

// OWASP's first choice for argon2id; 13 ms on a quiet core. Algorithm 2 is argon2id (its enum cannot be imported here).
const strength = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const maxConcurrent = 4
/** Some three seconds' worth; whoever comes later would only wait in vain. */
const maxWaiting = 800

/** Hashing is meant to be slow: on a Monday morning it must not take the cores away from those who are signed in. */
const limitHashing = createConcurrencyLimit(maxConcurrent, (waiting) => {
  if (waiting >= maxWaiting) throw tooMany('登录人数较多，请稍后重试', 5)
})

export const hashPassword = (password: string): Promise<string> => limitHashing(() => hash(password, strength))

let dummyHash: Promise<string> | undefined

/** Compares; without a hash it takes just as long and says no, so that the time tells nobody which users exist. */
export async function isPasswordCorrect(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await (dummyHash ??= hashPassword('nobody')))
  const matches = await limitHashing(() => verify(against, password))
  return matches && stored !== undefined
}
