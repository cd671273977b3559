import type { Method } from '#kernel/session/contract.ts'

/** The way that is offered first: whoever has set something up wants it, and no message is sent for nothing. */
export const firstMethod = (usable: readonly Method[]): Method | undefined =>
  (['totp', 'passkey', 'sms'] as const).find((one) => usable.includes(one))
