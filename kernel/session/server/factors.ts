/**
 * A factor that was proved: password, SMS code, authenticator code, passkey, DingTalk user, token of another system,
 * trusted browser, or a pupil's account slip.
 */
export type Factor = 'password' | 'sms' | 'totp' | 'passkey' | 'dingtalk' | 'system' | 'device' | 'slip'

/** Something other than a password. Enough for people without permissions that need two factors. */
export const hasStrongFactor = (factors: readonly Factor[]): boolean =>
  factors.some((factor) => factor !== 'password' && factor !== 'slip')

/** A trusted browser replaces a code at sign-in, but does not count as a factor, because another person may use it. */
export const hasTwoFactors = (factors: readonly Factor[]): boolean =>
  new Set(factors.filter((factor) => factor !== 'device')).size > 1

export const withFactor = (factors: readonly Factor[], shown: Factor): Factor[] => [...new Set([...factors, shown])]
