import type { VerificationMethod } from '../contract.ts'

/** The method offered first: one that the user has set up, so that no text message is sent needlessly. */
export const findPreferredMethod = (usable: readonly VerificationMethod[]): VerificationMethod | undefined =>
  (['totp', 'passkey', 'sms'] as const).find((one) => usable.includes(one))
