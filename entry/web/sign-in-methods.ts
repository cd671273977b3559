import type { VerificationMethod } from '#kernel/session/contract.ts'

/** The way that is offered first: whoever has set something up wants it, and no message is sent for nothing. */
export const findPreferredMethod = (usable: readonly VerificationMethod[]): VerificationMethod | undefined =>
  (['totp', 'passkey', 'sms'] as const).find((one) => usable.includes(one))
