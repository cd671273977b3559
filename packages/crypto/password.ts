import { hash, verify } from '@node-rs/argon2'
import { tooMany, turns } from '#packages/core'

// OWASP's first choice for argon2id; 13 ms on a quiet core. Algorithm 2 is argon2id (its enum cannot be imported here).
const strength = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const atOnce = 4
/** Some three seconds' worth; whoever comes later would only wait in vain. */
const mostWaiting = 800

/** Hashing is meant to be slow: on a Monday morning it must not take the cores away from those who are signed in. */
const takeTurn = turns(atOnce, (waiting) => {
  if (waiting >= mostWaiting) throw tooMany('登录人数较多，请稍后重试', 5)
})

export const hashPassword = (password: string): Promise<string> => takeTurn(() => hash(password, strength))

let nobodysHash: Promise<string> | undefined

/** Compares; without a hash it takes just as long and says no, so that the time tells nobody which users exist. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await (nobodysHash ??= hashPassword('nobody')))
  const matches = await takeTurn(() => verify(against, password))
  return matches && stored !== undefined
}
