/**
 * What somebody has shown: a password, a code by SMS, a code of an authenticator, a passkey, a DingTalk user, the word
 * of another system, a browser that is trusted, or the slip of a pupil.
 */
export type Factor = 'password' | 'sms' | 'totp' | 'passkey' | 'dingtalk' | 'system' | 'device' | 'slip'

/** More than something one knows. It is enough for those who hold no power over others. */
export const hasStrongFactor = (factors: readonly Factor[]): boolean =>
  factors.some((factor) => factor !== 'password' && factor !== 'slip')

/** A trusted browser spares a code, but does not count: somebody else may sit down at it. */
export const hasTwoFactors = (factors: readonly Factor[]): boolean =>
  new Set(factors.filter((factor) => factor !== 'device')).size > 1

export const withFactor = (factors: readonly Factor[], shown: Factor): Factor[] => [...new Set([...factors, shown])]
